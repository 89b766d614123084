// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// Fired as a user event when the server ends a connection.
public struct ChatServerClose: Hashable, Sendable {
    /// The server's reason for closing.
    public let reason: CloseReason
}

/// One connection of a ``ChatServer``: units come in, and bytes go out.
public final class ChatServerHandler: ChannelInboundHandler {
    /// The type of inbound data.
    public typealias InboundIn = ChatUnit
    /// The type of outbound data.
    public typealias OutboundOut = ByteBuffer

    /// Fired as an error when a message cannot be written; it stays stored.
    public struct Unwritten: Error, Hashable {
        /// The encoder's error.
        public let error: EncodeError
    }

    private let server: ChatServer
    private var encoder: ChatUnitEncoder
    private var context: ChannelHandlerContext?
    /// The number of the connection.
    public private(set) var connection: Int?

    /// Speaks for a connection of `server`.
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

    /// Begins with the connection.
    public func channelActive(context: ChannelHandlerContext) {
        if connection == nil { connection = server.accept(self) }
        context.fireChannelActive()
    }

    /// Ends with the connection.
    public func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        context = nil
        if let connection { server.closed(connection) }
        // A connection that ends within a read may have written to others.
        server.flush()
    }

    /// Takes what has come in.
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

    /// Flushes what the units of the read have led to.
    public func channelReadComplete(context: ChannelHandlerContext) {
        server.flush()
        context.fireChannelReadComplete()
    }

    // MARK: What the server asks for

    func write(_ messages: [SessionMessage]) {
        guard let context else { return }
        var buffer = context.channel.allocator.buffer(capacity: 256 * messages.count)
        let heartbeat = encoder.framing.heartbeat
        // What cannot be read again was never read: a message of the machine always can.
        let written = messages.compactMap { try? ChatMessage($0, heartbeat: heartbeat) }
        do throws(EncodeError) {
            try encoder.write(written, into: &buffer)
        } catch {
            return writeEach(written, context)
        }
        context.write(ChatServerHandler.wrapOutboundOut(buffer), promise: nil)
    }

    /// Writes those messages of a batch that can be written, each alone.
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
