// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A namespace for opening the WebSocket of a client.
///
/// The channel has an ``OutboundLimit``, so that a server that does not read cannot make the client hold its pongs.
public enum RMTPWebSocketClient {
    /// An error that is thrown if the server does not accept the request for a WebSocket.
    public struct NoWebSocket: Error, Hashable {}

    /// The maximum time to wait for the server's response.
    private static let timeout = TimeAmount.seconds(30)

    /// Connects to a server and returns a channel of packets.
    ///
    /// - Parameters:
    ///   - host: The name or address of the server.
    ///   - port: The port of the server.
    ///   - version: The version of the packets.
    ///   - limits: The limits of the packets that are read.
    ///   - loop: The event loop of the channel.
    ///   - target: The path and query, which contain the token.
    ///   - prepare: Adds handlers that precede the WebSocket, such as TLS.
    ///   - finish: Adds handlers that follow the WebSocket, such as a session with `addRMTPClient`.
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
                        NIOWebSocketFrameAggregator(limit: largest),
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
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connectTimeout(.seconds(10))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try prepare(channel)
                    let end = EndOfStream()
                    try channel.pipeline.syncOperations.addHandlers([OutboundLimit(), end])
                    let bound = NIOLoopBound(end, eventLoop: channel.eventLoop)
                    opened.futureResult.whenSuccess { _ in bound.value.open() }
                    var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
                    // The service sends first (RMTP-190), possibly in the same segment as its response.
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
            .flatMap { channel in
                let late = loop.scheduleTask(in: timeout) { channel.close(promise: nil) }
                opened.futureResult.whenComplete { _ in late.cancel() }
                return opened.futureResult
            }
            .flatMapThrowing { channel in
                guard let channel else { throw NoWebSocket() }
                return channel
            }
    }
}

/// A handler that closes the channel when the peer has ended its output, but not before the WebSocket is open and has
/// received the bytes that arrived with the response.
///
/// The upgrade changes the pipeline over several turns of the event loop. If the channel closed in between, the first
/// packet of the service, such as the reason for refusing the connection, would be lost.
private final class EndOfStream: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var context: ChannelHandlerContext?
    private var isOpen = false
    private var hasEnded = false
    private var hasAnswer = false
    /// The maximum time that an upgrade may still last after the peer has responded and ended its output.
    private static let timeout = TimeAmount.seconds(10)

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    /// Marks the WebSocket as open; the bytes received so far are delivered in this turn of the event loop.
    func open() {
        isOpen = true
        if hasEnded { close(in: .zero) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasAnswer = true
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event as? ChannelEvent == .inputClosed else { return context.fireUserInboundEventTriggered(event) }
        hasEnded = true
        close(in: isOpen || !hasAnswer ? .zero : EndOfStream.timeout)
    }

    private func close(in time: TimeAmount) {
        guard let context else { return }
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
            self?.context?.close(mode: .all, promise: nil)
        }
    }
}

#endif
