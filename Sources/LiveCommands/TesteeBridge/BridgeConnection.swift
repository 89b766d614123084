// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWireNIO
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Platform

/// The connection of a testee, which receives the runner's lines and whose output goes to standard output.
struct BridgeConnection: Sendable {
    private let channel: any Channel
    private let link: NIOLoopBound<BridgeLink>
    private let answered: EventLoopFuture<Bool>
    private let peer: String
    /// The time that a testee has to exit (TST-006), which is less than the five seconds after which the runner kills
    /// it.
    private static let exitTimeout = TimeAmount.seconds(4)
    /// The time within which a WebSocket must be requested.
    private static let handshake = TimeAmount.seconds(10)
    /// The size of the longest line with its line ending: 8 MiB and two bytes (TST-004).
    private static let largest = (8 << 20) + 2

    /// Creates a connection from an accepted socket.
    ///
    /// - Throws: An error if a WebSocket is expected and not requested in time.
    static func open(_ socket: Int32, isWebSocket: Bool, on loop: any EventLoop) async throws -> BridgeConnection {
        let answered = loop.makePromise(of: Bool.self)
        let opened = loop.makePromise(of: Void.self)
        let link = try await loop.submit { NIOLoopBound(BridgeLink(answered), eventLoop: loop) }.get()
        let connecting = ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(OutboundLimit())
                    if isWebSocket { return try addWebSocket(channel, link, opened) }
                    try channel.pipeline.syncOperations.addHandler(link.value)
                    opened.succeed()
                }
            }
            .withConnectedSocket(socket)
        connecting.whenFailure {
            opened.fail($0)
            answered.fail($0)
        }
        let channel = try await connecting.get()
        let peer = channel.peerText
        let connection = BridgeConnection(channel: channel, link: link, answered: answered.futureResult, peer: peer)
        channel.closeFuture.whenComplete { _ in opened.fail(ChannelError.eof) }
        let late = loop.scheduleTask(in: handshake) { channel.close(mode: .all, promise: nil) }
        defer { late.cancel() }
        do {
            try await opened.futureResult.get()
        } catch {
            answered.succeed(false)
            throw error
        }
        return connection
    }

    private init(
        channel: any Channel, link: NIOLoopBound<BridgeLink>, answered: EventLoopFuture<Bool>, peer: String
    ) {
        (self.channel, self.link, self.answered, self.peer) = (channel, link, answered, peer)
    }

    private static func addWebSocket(
        _ channel: any Channel, _ link: NIOLoopBound<BridgeLink>, _ opened: EventLoopPromise<Void>
    ) throws {
        let upgrader = NIOTypedWebSocketServerUpgrader<Bool>(
            maxFrameSize: largest,
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOWebSocketFrameAggregator(limit: largest), BridgeFrames(), link.value,
                    ])
                    return true
                }
            })
        let configuration = NIOTypedHTTPServerUpgradeConfiguration<Bool>(
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                // The request may come from a browser; a testee may still connect.
                var head = HTTPResponseHead(version: .http1_1, status: .upgradeRequired)
                head.headers = ["upgrade": "websocket", "connection": "close", "content-length": "0"]
                channel.write(HTTPServerResponsePart.head(head), promise: nil)
                return channel.writeAndFlush(HTTPServerResponsePart.end(nil)).map { false }
            })
        let upgraded = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
            configuration: .init(upgradeConfiguration: configuration))
        upgraded.whenComplete { result in
            if case .success(true) = result { opened.succeed() } else { opened.fail(ChannelError.eof) }
        }
    }

    /// Sends hello, and returns whether the testee answers in time; otherwise the connection is closed.
    func greet(_ hello: ByteBuffer, timeout: TimeAmount) async -> Bool {
        channel.writeAndFlush(hello, promise: nil)
        let channel = channel
        let late = channel.eventLoop.scheduleTask(in: timeout) { channel.close(mode: .all, promise: nil) }
        defer { late.cancel() }
        return (try? await answered.get()) == true
    }

    /// Transfers lines until the runner or the testee ends.
    ///
    /// The end of the connection ends the process, with the code `broken` if the testee ended first.
    ///
    /// - Throws: An error if a line cannot be written.
    func transfer(_ input: consuming BridgeInput) async throws {
        let channel = channel
        let link = link
        let peer = peer
        // Reading standard input blocks a thread until the process exits.
        channel.closeFuture.whenComplete { _ in
            if link.value.isEnding { ToolExit.end(.clean) }
            Console.complain(link.value.trouble ?? "the testee at \(peer) closed the connection")
            ToolExit.end(.broken)
        }
        try await NIOThreadPool.singleton.runIfActive { [input] in
            var input = input
            while let line = input.line() { try channel.writeAndFlush(line).wait() }
        }
        try await channel.eventLoop.submit { link.value.isEnding = true }.get()
        channel.close(mode: .output, promise: nil)
        _ = channel.eventLoop.scheduleTask(in: BridgeConnection.exitTimeout) { channel.close(mode: .all, promise: nil) }
        try await channel.closeFuture.get()
    }
}

/// A handler that writes the testee's output to standard output; confined to its event loop.
final class BridgeLink: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// Whether the runner has closed its side.
    var isEnding = false
    /// The reason why the connection ends, if it is known.
    private(set) var trouble: String?
    private let answered: EventLoopPromise<Bool>

    init(_ answered: EventLoopPromise<Bool>) {
        self.answered = answered
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        answered.succeed(true)
        // Blocking is harmless: the runner always reads, and meanwhile further data remains in the socket.
        let bytes = Array(BridgeLink.unwrapInboundIn(data).readableBytesView)
        if FileDescriptor.write(bytes, to: STDOUT_FILENO) != nil { context.close(mode: .all, promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        answered.succeed(false)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { context.close(mode: .all, promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        trouble = "the connection of the testee ends: \(error)"
        context.close(mode: .all, promise: nil)
    }
}

/// A handler that converts the text messages of a WebSocket to lines, and lines to text messages (TST-132).
final class BridgeFrames: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = WebSocketFrame

    /// An error that is thrown for a binary message.
    struct NoText: Error, CustomStringConvertible {
        let description = "a binary message (TST-132)"
    }

    private let control = WebSocketControl(isClient: false, waits: true)

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = BridgeFrames.unwrapInboundIn(data)
        guard control.isMessage(frame, context) else { return }
        guard frame.opcode == .text else { return context.fireErrorCaught(NoText()) }
        var line = frame.unmaskedData
        if line.readableBytesView.last != UInt8(ascii: "\n") { line.writeInteger(UInt8(ascii: "\n")) }
        context.fireChannelRead(BridgeFrames.wrapInboundOut(line))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var line = BridgeFrames.unwrapOutboundIn(data)
        line.moveWriterIndex(to: line.writerIndex - 1)
        context.writeAndFlush(BridgeFrames.wrapOutboundOut(control.frame(.text, line)), promise: promise)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // The testee answers the close frame with its own and then closes the connection.
        if mode == .output, !control.isClosing { return control.close(context, .normalClosure) }
        context.close(mode: mode, promise: promise)
    }
}

#endif
