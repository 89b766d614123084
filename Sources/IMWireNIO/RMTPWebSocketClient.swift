// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Opens the WebSocket of a client.
public enum RMTPWebSocketClient {
    /// The server has answered the request for a WebSocket with something else.
    public struct NoWebSocket: Error, Hashable {}

    /// Connects, and makes the channel a connection that carries packets.
    ///
    /// - Parameters:
    ///   - target: path and query; the token is in it.
    ///   - prepare: adds what stands in front, such as TLS.
    ///   - finish: adds what stands behind, such as a session: `addRMTPClient`.
    public static func connect(
        host: String, port: Int, target: String, version: RMTPVersion = .three, limits: RMTPLimits = RMTPLimits(),
        on loop: any EventLoop, prepare: @escaping @Sendable (any Channel) throws -> Void = { _ in },
        finish: @escaping @Sendable (any Channel) throws -> Void
    ) -> EventLoopFuture<any Channel> {
        let largest = min(limits.packetBytes, 1 << 24) + 64
        let upgrader = NIOTypedWebSocketClientUpgrader<(any Channel)?>(
            maxFrameSize: largest,
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1_024,
                            maxAccumulatedFrameSize: largest),
                        RMTPWebSocketHandler(writing: .up, version, limits: limits),
                    ])
                    try finish(channel)
                    return channel
                }
            })
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target)
        head.headers.add(name: "host", value: "\(host):\(port)")
        head.headers.add(name: "content-length", value: "0")
        let configuration = NIOTypedHTTPClientUpgradeConfiguration<(any Channel)?>(
            upgradeRequestHead: head, upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.close(promise: nil)
                return channel.eventLoop.makeSucceededFuture(nil)
            })
        let opened = loop.makePromise(of: (any Channel)?.self)
        return ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connectTimeout(.seconds(10))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try prepare(channel)
                    var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
                    // The service speaks first (RMTP-190), perhaps in one piece with its answer to the request.
                    pipeline.leftOverBytesStrategy = .forwardBytes
                    try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                        configuration: pipeline
                    ).cascade(to: opened)
                }
            }
            .connect(host: host, port: port)
            .flatMapError { error in
                opened.fail(error)
                return loop.makeFailedFuture(error)
            }
            .flatMap { _ in opened.futureResult }
            .flatMapThrowing { channel in
                guard let channel else { throw NoWebSocket() }
                return channel
            }
    }
}

#endif
