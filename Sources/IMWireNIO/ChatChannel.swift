// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// What is written to a chat channel.
public enum ChatOutput: Hashable, Sendable {
    /// Messages that belong together: one as a unit, several as one batch.
    case messages([SessionMessage])
    /// A heartbeat.
    case heartbeat
}

/// Writes chat messages onto a channel.
///
/// A message that cannot be written fails its promise and is left out, with those that belong to it.
public final class ChatOutputEncoder: MessageToByteEncoder {
    /// What is to be written.
    public typealias OutboundIn = ChatOutput

    private var encoder: ChatUnitEncoder

    /// Starts a stream.
    public init(_ framing: ChatFraming, deflates: Bool = false, limits: FramingLimits = FramingLimits()) {
        encoder = ChatUnitEncoder(framing, deflates: deflates, limits: limits)
    }

    /// Writes one.
    public func encode(data: ChatOutput, out: inout ByteBuffer) throws {
        switch data {
        case .heartbeat: encoder.writeHeartbeat(into: &out)
        case .messages(let messages):
            let heartbeat = encoder.framing.heartbeat
            try encoder.write(messages.map { try ChatMessage($0, heartbeat: heartbeat) }, into: &out)
        }
    }
}

extension Channel {
    /// Makes this a channel of ``ChatUnit`` and ``ChatOutput`` for a session of the application's own; to be called on its
    /// loop, with TLS in front already.
    ///
    /// ```swift
    /// let server = try await ServerBootstrap(group: group).bind(host: host, port: port) { $0.chat(.packets) }
    /// ```
    /// What a peer does not read is bounded, and what is written last arrives: end with `close(mode: .output)`.
    public func chat(
        _ framing: ChatFraming, deflates: Bool = false, limits: LiveLimits = LiveLimits()
    ) -> EventLoopFuture<NIOAsyncChannel<ChatUnit, ChatOutput>> {
        eventLoop.makeCompletedFuture {
            try pipeline.syncOperations.addHandlers([
                OutboundLimit(limit: limits.outboundBytes, patience: limits.outboundPatience),
                ByteToMessageHandler(ChatUnitDecoder(framing, limits: limits.framing)),
                MessageToByteHandler(ChatOutputEncoder(framing, deflates: deflates, limits: limits.framing)),
                GracefulClose(),
            ])
            return try NIOAsyncChannel(wrappingChannelSynchronously: self)
        }
    }
}

#endif
