// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// What a connection may make a server keep.
public struct LiveLimits: Hashable, Sendable {
    /// Bytes that wait for a peer that does not read.
    public var outboundBytes = 8_388_608
    /// How long a socket may take nothing.
    public var outboundPatience: TimeAmount = .seconds(30)
    /// What one line, packet or batch may have.
    public var framing = FramingLimits()

    /// Creates the limits with their documented defaults.
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

    /// The same in front of a handler that is there, and behind `inbound`; `onUnit` is called with the bytes of each line
    /// or packet.
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
