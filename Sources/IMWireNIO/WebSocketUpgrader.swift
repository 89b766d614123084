// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore
import NIOHTTP1
import NIOWebSocket

/// An upgrader that answers the handshake of a WebSocket as NIO does, but adds none of NIO's handlers of frames.
package final class WebSocketUpgrader: HTTPServerProtocolUpgrader, Sendable {
    package let supportedProtocol = "websocket"
    package let requiredUpgradeHeaders: [String] = []

    private let handshake: NIOWebSocketServerUpgrader
    private let upgraded: @Sendable (any Channel, HTTPRequestHead) throws -> Void

    /// Creates an upgrader.
    ///
    /// - Parameters:
    ///   - accepts: Returns whether a request opens a WebSocket.
    ///   - upgraded: Adds the handlers of the WebSocket.
    package init(
        accepts: @escaping @Sendable (HTTPRequestHead) -> Bool,
        upgraded: @escaping @Sendable (any Channel, HTTPRequestHead) throws -> Void
    ) {
        handshake = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, head in
                channel.eventLoop.makeSucceededFuture(accepts(head) ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
        self.upgraded = upgraded
    }

    package func buildUpgradeResponse(
        channel: any Channel, upgradeRequest: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
    ) -> EventLoopFuture<HTTPHeaders> {
        handshake.buildUpgradeResponse(
            channel: channel, upgradeRequest: upgradeRequest, initialResponseHeaders: initialResponseHeaders)
    }

    package func upgrade(context: ChannelHandlerContext, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<Void> {
        let channel = context.channel
        return channel.eventLoop.makeCompletedFuture { try upgraded(channel, upgradeRequest) }
    }
}

#endif
