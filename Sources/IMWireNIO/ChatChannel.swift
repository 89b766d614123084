// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// The data that is written to a chat channel.
public enum ChatOutput: Hashable, Sendable {
    /// Messages that belong together: one message is written as a unit, several as one batch.
    case messages([SessionMessage])
    /// A heartbeat.
    case heartbeat
}

/// An encoder that writes chat messages to a channel.
///
/// If a message cannot be encoded, its promise fails, and neither it nor the other messages of its ``ChatOutput`` are
/// written.
public final class ChatOutputEncoder: MessageToByteEncoder {
    /// The type of outbound data.
    public typealias OutboundIn = ChatOutput

    private var encoder: ChatUnitEncoder

    /// Creates an encoder for a new stream.
    public init(_ framing: ChatFraming, deflates: Bool = false, limits: FramingLimits = FramingLimits()) {
        encoder = ChatUnitEncoder(framing, deflates: deflates, limits: limits)
    }

    /// Encodes messages or a heartbeat.
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
    /// Configures this channel to exchange ``ChatUnit`` and ``ChatOutput`` values with a session that the application
    /// provides.
    ///
    /// Call this method on the channel's event loop, after adding TLS.
    ///
    /// ```swift
    /// let server = try await ServerBootstrap(group: group).bind(host: host, port: port) { $0.chat(.packets) }
    /// ```
    ///
    /// The bytes that wait for a peer that does not read are bounded. To end the connection so that the last message
    /// arrives, call `close(mode: .output)`.
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
