// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// A user event that is fired when the server ends a connection.
public struct ChatServerClose: Hashable, Sendable {
    /// The server's reason for closing.
    public let reason: CloseReason
}

/// A channel handler for one connection of a ``ChatServer``, which reads units and writes bytes.
public final class ChatServerHandler: ChannelInboundHandler {
    /// The type of inbound data.
    public typealias InboundIn = ChatUnit
    /// The type of outbound data.
    public typealias OutboundOut = ByteBuffer

    /// An error that is fired when a message cannot be encoded; the message remains stored.
    public struct Unwritten: Error, Hashable {
        /// The encoder's error.
        public let error: EncodeError
    }

    private let server: ChatServer
    private var encoder: ChatUnitEncoder
    private var context: ChannelHandlerContext?
    /// The number of the connection, or nil before the server has accepted it.
    public private(set) var connection: Int?

    /// Creates a handler for a connection of `server`.
    public init(_ server: ChatServer, _ framing: ChatFraming, deflates: Bool = false) {
        self.server = server
        encoder = ChatUnitEncoder(framing, deflates: deflates)
    }

    /// Starts the session when the handler joins a pipeline.
    public func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive, connection == nil { connection = server.accept(self) }
    }

    /// Ends the session when the handler leaves the pipeline.
    public func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    /// Starts the session when the channel becomes active.
    public func channelActive(context: ChannelHandlerContext) {
        if connection == nil { connection = server.accept(self) }
        context.fireChannelActive()
    }

    /// Ends the session when the channel becomes inactive.
    public func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        context = nil
        if let connection { server.closed(connection) }
        // If the connection ends during a read, messages to other connections may not be flushed yet.
        server.flush()
    }

    /// Passes received messages and faults to the server.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let unit = ChatServerHandler.unwrapInboundIn(data)
        guard let connection else { return }
        let heartbeat = encoder.framing.heartbeat
        let messages = unit.messages.map { SessionMessage($0.message, heartbeat: heartbeat) }
        if !messages.isEmpty { server.handle(.received(messages, connection: connection), flushes: false) }
        for fault in unit.faults {
            context.fireErrorCaught(fault)
            server.handle(.error(fault.scope, connection: connection), flushes: false)
        }
    }

    /// Flushes the messages that resulted from the read.
    public func channelReadComplete(context: ChannelHandlerContext) {
        server.flush()
        context.fireChannelReadComplete()
    }

    // MARK: Actions of the server

    func write(_ messages: [SessionMessage]) {
        guard let context else { return }
        var buffer = context.channel.allocator.buffer(capacity: 256 * messages.count)
        let heartbeat = encoder.framing.heartbeat
        // The conversion fails only for a message that cannot be decoded, and the machine sends no such message.
        let written = messages.compactMap { try? ChatMessage($0, heartbeat: heartbeat) }
        do throws(EncodeError) {
            try encoder.write(written, into: &buffer)
        } catch {
            return writeEach(written, context)
        }
        context.write(ChatServerHandler.wrapOutboundOut(buffer), promise: nil)
    }

    /// Writes each message of a batch separately, and leaves out those that cannot be encoded.
    private func writeEach(_ messages: [ChatMessage], _ context: ChannelHandlerContext) {
        for message in messages {
            var buffer = context.channel.allocator.buffer(capacity: 256)
            do throws(EncodeError) {
                try encoder.write([message], into: &buffer)
                context.write(ChatServerHandler.wrapOutboundOut(buffer), promise: nil)
            } catch {
                context.fireErrorCaught(Unwritten(error: error))
            }
        }
    }

    func beat() {
        guard let context else { return }
        var buffer = context.channel.allocator.buffer(capacity: 32)
        encoder.writeHeartbeat(into: &buffer)
        context.write(ChatServerHandler.wrapOutboundOut(buffer), promise: nil)
    }

    func flush() {
        context?.flush()
    }

    func close(_ reason: CloseReason) {
        guard let context else { return }
        context.fireUserInboundEventTriggered(ChatServerClose(reason: reason))
        context.close(mode: .output, promise: nil)
    }
}

#endif
