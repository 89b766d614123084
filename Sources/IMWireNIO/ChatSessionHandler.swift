// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// The side of a chat connection that a channel handler serves, a client or a server.
protocol ChatSession: AnyObject {
    var heartbeat: HeartbeatBody { get }
    /// Adds the handler of a channel, and returns the number of its connection.
    func attach(_ handler: ChatSessionHandler) -> Int
    func received(_ messages: [ChatMessage], over connection: Int)
    func report(_ error: any Error, over connection: Int)
    func failed(_ scope: StreamFault.Scope, over connection: Int)
    func detach(_ handler: ChatSessionHandler, _ connection: Int)
    /// Flushes what was written since the last flush.
    func flush()
}

/// A user event that is fired when the server ends a connection.
public struct ChatServerClose: Hashable, Sendable {
    /// The server's reason for closing.
    public let reason: ChatServerMachine.CloseReason
}

/// A channel handler for one connection of a chat session, which reads units and writes bytes.
public final class ChatSessionHandler: ChannelInboundHandler {
    /// The type of inbound data.
    public typealias InboundIn = ChatUnit
    /// The type of outbound data.
    public typealias OutboundOut = ByteBuffer

    private let session: any ChatSession
    private var encoder: ChatUnitEncoder
    private var context: ChannelHandlerContext?
    /// The number of the connection, or nil before the session knows it.
    public private(set) var connection: Int?

    init(_ session: any ChatSession, _ framing: ChatFraming, deflates: Bool) {
        self.session = session
        encoder = ChatUnitEncoder(framing, deflates: deflates)
    }

    /// Starts the session when the handler joins a pipeline.
    public func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection = session.attach(self)
    }

    /// Ends the session when the handler leaves the pipeline.
    public func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    /// Ends the session when the channel becomes inactive.
    public func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        guard context != nil else { return }
        context = nil
        if let connection { session.detach(self, connection) }
        // If the connection ends during a read, messages to other connections may not be flushed yet.
        session.flush()
    }

    /// Passes received messages and faults to the session.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let unit = ChatSessionHandler.unwrapInboundIn(data)
        guard let connection else { return }
        let messages = unit.messages.map(\.message)
        if !messages.isEmpty { session.received(messages, over: connection) }
        for fault in unit.faults {
            errorCaught(context: context, error: fault)
            session.failed(fault.scope, over: connection)
        }
    }

    /// Reports an error to the session, and passes it on.
    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let connection { session.report(error, over: connection) }
        context.fireErrorCaught(error)
    }

    /// Flushes the messages that resulted from the read.
    public func channelReadComplete(context: ChannelHandlerContext) {
        session.flush()
        context.fireChannelReadComplete()
    }

    // MARK: Actions of the session

    func write(_ messages: [EncodedMessage]) {
        guard let context else { return }
        var buffer = context.channel.allocator.buffer(capacity: messages.reduce(64) { $0 + $1.utf8.count + 16 })
        do throws(EncodeError) {
            try encoder.write(messages, into: &buffer)
            context.write(ChatSessionHandler.wrapOutboundOut(buffer), promise: nil)
        } catch {
            // Each message of a batch is written separately, and those that cannot be encoded are reported.
            if messages.count > 1 { return messages.forEach { write([$0]) } }
            errorCaught(context: context, error: UnwrittenError(error: error))
        }
    }

    func beat() {
        guard let context else { return }
        var buffer = context.channel.allocator.buffer(capacity: 32)
        do throws(EncodeError) {
            try encoder.writeHeartbeat(into: &buffer)
            context.write(ChatSessionHandler.wrapOutboundOut(buffer), promise: nil)
        } catch {
            errorCaught(context: context, error: UnwrittenError(error: error))
        }
    }

    func flushChannel() {
        context?.flush()
    }

    func close(_ reason: ChatServerMachine.CloseReason? = nil) {
        guard let context else { return }
        if let reason { context.fireUserInboundEventTriggered(ChatServerClose(reason: reason)) }
        context.close(mode: .output, promise: nil)
    }
}

#endif
