// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// Limits on the data that a connection can make a server hold.
public struct LiveLimits: Hashable, Sendable {
    /// The maximum number of bytes that wait for a peer that does not read.
    public var outboundBytes = 8_388_608
    /// The maximum time during which a socket accepts no data.
    public var outboundPatience: TimeAmount = .seconds(30)
    /// The limits of a line, packet, and batch.
    public var framing = FramingLimits()

    /// Creates the limits with their default values.
    public init() {}
}

extension ChannelPipeline.SynchronousOperations {
    /// Adds the handlers of a chat server to a channel; add TLS first.
    public func addChatServer(
        _ server: ChatServer, _ framing: ChatFraming, deflates: Bool = false, limits: LiveLimits = LiveLimits()
    ) throws {
        let clock = server.clock
        let decoder = ChatUnitDecoder(framing, limits: limits.framing) { clock.now }
        let inbound = InboundLimit(server.inbound)
        decoder.onHeld = { inbound.keep($0) }
        try addHandlers([
            OutboundLimit(limit: limits.outboundBytes, patience: limits.outboundPatience, total: server.outbound),
            inbound, ByteToMessageHandler(decoder), GracefulClose(),
            ChatServerHandler(server, framing, deflates: deflates),
        ])
    }

    /// Adds the handlers of a chat server before an existing handler; `inbound` is already in the pipeline.
    ///
    /// `onUnit` is called with the bytes of each line or packet.
    package func addChatServer(
        _ server: ChatServer, _ framing: ChatFraming, deflates: Bool, limits: LiveLimits = LiveLimits(),
        inbound: InboundLimit, before handler: some ChannelHandler, onUnit: ((ByteBuffer) -> Void)?
    ) throws {
        let clock = server.clock
        let decoder = ChatUnitDecoder(framing, limits: limits.framing) { clock.now }
        decoder.onUnit = onUnit
        decoder.onHeld = { inbound.keep($0) }
        let handlers: [any ChannelHandler] = [
            OutboundLimit(limit: limits.outboundBytes, patience: limits.outboundPatience, total: server.outbound),
            ByteToMessageHandler(decoder), GracefulClose(), ChatServerHandler(server, framing, deflates: deflates),
        ]
        try addHandlers(handlers, position: .before(handler))
    }

    /// Connects a service's session to a channel that already decodes and encodes packets.
    public func addRMTPServer(_ link: RMTPServerLink) throws {
        try addHandlers([GracefulClose(), RMTPServerHandler(link)])
    }

    /// Connects a client's session to a channel that already decodes and encodes packets.
    public func addRMTPClient(_ link: RMTPClientLink) throws {
        try addHandlers([GracefulClose(), RMTPClientHandler(link)])
    }

    /// Adds the handlers of a chat client to a channel; add TLS first.
    public func addChatClient(
        _ client: ChatClient, _ framing: ChatFraming, deflates: Bool = false, limits: LiveLimits = LiveLimits()
    ) throws {
        let clock = client.clock
        let decoder = ChatUnitDecoder(framing, limits: limits.framing) { clock.now }
        try addHandlers([
            OutboundLimit(limit: limits.outboundBytes, patience: limits.outboundPatience),
            ByteToMessageHandler(decoder), GracefulClose(), ChatClientHandler(client, framing, deflates: deflates),
        ])
    }
}

#endif
