// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// A channel handler for one connection of a ``ChatClient``.
public final class ChatClientHandler: ChannelInboundHandler {
    /// The type of inbound data.
    public typealias InboundIn = ChatUnit
    /// The type of outbound data.
    public typealias OutboundOut = ByteBuffer

    private let client: ChatClient
    private var encoder: ChatUnitEncoder
    private var context: ChannelHandlerContext?
    private var connection = 0

    /// Creates a handler for a connection of `client`.
    public init(_ client: ChatClient, _ framing: ChatFraming, deflates: Bool = false) {
        self.client = client
        encoder = ChatUnitEncoder(framing, deflates: deflates)
    }

    /// Starts the session when the handler joins a pipeline.
    public func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection = client.attach(self)
    }

    /// Ends the session when the handler leaves the pipeline.
    public func handlerRemoved(context: ChannelHandlerContext) {
        guard self.context != nil else { return }
        self.context = nil
        client.detach(self, connection)
    }

    /// Ends the session's connection when the channel becomes inactive.
    public func channelInactive(context: ChannelHandlerContext) {
        if self.context != nil {
            self.context = nil
            client.detach(self, connection)
        }
        context.fireChannelInactive()
    }

    /// Passes received messages and faults to the session.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let unit = ChatClientHandler.unwrapInboundIn(data)
        let heartbeat = encoder.framing.heartbeat
        let messages = unit.messages.map { SessionMessage($0.message, heartbeat: heartbeat) }
        if !messages.isEmpty { client.handle(.received(messages, connection: connection)) }
        for fault in unit.faults {
            context.fireErrorCaught(fault)
            client.handle(.error(fault.scope, connection: connection))
        }
    }

    // MARK: Actions of the session

    func write(_ messages: [SessionMessage]) {
        guard let context else { return }
        var buffer = context.channel.allocator.buffer(capacity: 256)
        let heartbeat = encoder.framing.heartbeat
        let written = messages.compactMap { try? ChatMessage($0, heartbeat: heartbeat) }
        do throws(EncodeError) {
            try encoder.write(written, into: &buffer)
            context.write(ChatClientHandler.wrapOutboundOut(buffer), promise: nil)
        } catch {
            context.fireErrorCaught(ChatServerHandler.Unwritten(error: error))
        }
    }

    func beat() {
        guard let context else { return }
        var buffer = context.channel.allocator.buffer(capacity: 32)
        encoder.writeHeartbeat(into: &buffer)
        context.write(ChatClientHandler.wrapOutboundOut(buffer), promise: nil)
    }

    func flush() {
        context?.flush()
    }

    func close() {
        context?.close(mode: .output, promise: nil)
    }
}

#endif
