// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// Limits on the data that a connection can make a server hold.
///
/// ```swift
/// var limits = LiveLimits()
/// limits.outboundBytes = 1_048_576
/// try channel.pipeline.syncOperations.addChatServer(server, .packets, limits: limits)
/// ```
public struct LiveLimits: Hashable, Sendable {
    /// The maximum number of bytes that wait for a peer that does not read.
    public var outboundBytes = 8_388_608
    /// The maximum time during which a socket accepts no data.
    public var outboundTimeout: TimeAmount = .seconds(30)
    /// The limits of a line, packet, and batch.
    public var framing = ChatFramingLimits()

    /// Creates the limits with their default values.
    public init() {}
}

extension ChannelPipeline.SynchronousOperations {
    /// Adds the handlers of a chat server to a channel; add TLS first.
    ///
    /// The heartbeat of the framing is that of the server's configuration.
    public func addChatServer(
        _ server: ChatServerDriver, _ framing: ChatFraming, deflates: Bool = false, limits: LiveLimits = LiveLimits()
    ) throws {
        let inbound = InboundLimit(server.inbound)
        try addHandler(inbound)
        try addChat(server, framing, deflates, limits, server.clock, server.outbound, inbound)
    }

    /// Adds the handlers of a chat server before an existing handler; `inbound` is already in the pipeline.
    ///
    /// `onUnit` is called with the bytes of each line or packet.
    package func addChatServer(
        _ server: ChatServerDriver, _ framing: ChatFraming, deflates: Bool, inbound: InboundLimit,
        before handler: some ChannelHandler, onUnit: ((ByteBuffer) -> Void)?
    ) throws {
        try addChat(
            server, framing, deflates, LiveLimits(), server.clock, server.outbound, inbound, .before(handler), onUnit)
    }

    /// Adds the handlers of a chat client to a channel; add TLS first.
    ///
    /// The heartbeat of the framing is that of the client's configuration.
    public func addChatClient(
        _ client: ChatClientDriver, _ framing: ChatFraming, deflates: Bool = false, limits: LiveLimits = LiveLimits()
    ) throws {
        try addChat(client, framing, deflates, limits, client.clock, SharedBytes(), nil)
    }

    private func addChat(
        _ session: any ChatSession, _ framing: ChatFraming, _ deflates: Bool, _ limits: LiveLimits,
        _ clock: SessionClock, _ outbound: SharedBytes, _ inbound: InboundLimit?,
        _ position: ChannelPipeline.SynchronousOperations.Position = .last, _ onUnit: ((ByteBuffer) -> Void)? = nil
    ) throws {
        var framing = framing
        framing.heartbeat = session.heartbeat
        let decoder = ChatUnitDecoder(framing, limits: limits.framing) { clock.now }
        decoder.onUnit = onUnit
        if let inbound { decoder.onHeld = { inbound.keep($0) } }
        try addHandlers(
            [
                OutboundLimit(limit: limits.outboundBytes, timeout: limits.outboundTimeout, total: outbound),
                ChatSessionHandler(session, framing, decoder, deflates: deflates),
            ], position: position)
    }

    /// Connects a service's session to a channel that already decodes and encodes packets.
    public func addRMTPServer(_ driver: RMTPServerDriver) throws {
        try addHandler(RMTPSessionHandler(driver))
    }

    /// Connects a client's session to a channel that already decodes and encodes packets.
    public func addRMTPClient(_ driver: RMTPClientDriver) throws {
        try addHandler(RMTPSessionHandler(driver))
    }
}

#endif
