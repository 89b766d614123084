// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWireNIO
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Platform

/// The connection of a testee: lines go out, and what comes in goes to standard output.
struct BridgeConnection: Sendable {
    private let channel: any Channel
    private let link: NIOLoopBound<BridgeLink>
    private let answered: EventLoopFuture<Bool>
    private let peer: String
    /// How long a testee may take to leave (TST-006): less than the five seconds after which the runner kills.
    private static let patience = TimeAmount.seconds(4)
    /// A request for a WebSocket has to be there by then.
    private static let handshake = TimeAmount.seconds(10)
    /// A line of 8 MiB and its end (TST-004).
    private static let largest = (8 << 20) + 2

    /// Makes an accepted socket a connection; fails where it asks for no WebSocket and should.
    static func open(_ socket: Int32, isWebSocket: Bool, on loop: any EventLoop) async throws -> BridgeConnection {
        let answered = loop.makePromise(of: Bool.self)
        let opened = loop.makePromise(of: Void.self)
        let link = try await loop.submit { NIOLoopBound(BridgeLink(answered), eventLoop: loop) }.get()
        let connecting = ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
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
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1_024,
                            maxAccumulatedFrameSize: largest),
                        BridgeFrames(), link.value,
                    ])
                    return true
                }
            })
        let configuration = NIOTypedHTTPServerUpgradeConfiguration<Bool>(
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                // Somebody looks with a browser; a testee may still come.
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

    /// Says hello; false where the answer does not come, and the connection is then closed.
    func greet(_ hello: ByteBuffer, patience: TimeAmount) async -> Bool {
        channel.writeAndFlush(hello, promise: nil)
        let channel = channel
        let late = channel.eventLoop.scheduleTask(in: patience) { channel.close(mode: .all, promise: nil) }
        defer { late.cancel() }
        return (try? await answered.get()) == true
    }

    /// Carries lines until the runner or the testee ends.
    ///
    /// - Throws: a failure where it was the testee.
    func carry(_ input: consuming BridgeInput) async throws {
        let channel = channel
        let link = link
        let peer = peer
        // Reading standard input blocks a thread, which ends with the process.
        channel.closeFuture.whenComplete { _ in
            if link.value.isEnding { ToolExit.end(.clean) }
            Console.complain(link.value.trouble ?? "the testee at \(peer) has closed the connection")
            ToolExit.end(.broken)
        }
        try await NIOThreadPool.singleton.runIfActive { [input] in
            var input = input
            while let line = input.line() { try channel.writeAndFlush(line).wait() }
        }
        try await channel.eventLoop.submit { link.value.isEnding = true }.get()
        channel.close(mode: .output, promise: nil)
        _ = channel.eventLoop.scheduleTask(in: BridgeConnection.patience) { channel.close(mode: .all, promise: nil) }
        try await channel.closeFuture.get()
    }
}

/// What a testee sends goes to standard output; confined to the loop.
final class BridgeLink: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The runner has closed its side.
    var isEnding = false
    /// Why the connection ends, where that is known.
    private(set) var trouble: String?
    private let answered: EventLoopPromise<Bool>

    init(_ answered: EventLoopPromise<Bool>) {
        self.answered = answered
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        answered.succeed(true)
        // The runner always reads, and so this waits for nobody else; what comes meanwhile stays in the socket.
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

/// Text messages of a WebSocket as lines, and lines as text messages (TST-132).
final class BridgeFrames: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = WebSocketFrame

    /// A message that is no text.
    struct NoText: Error, CustomStringConvertible {
        let description = "a message that is binary (TST-132)"
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
        // The testee answers a close with its own, and then ends the connection.
        if mode == .output, !control.isClosing { return control.close(context, .normalClosure) }
        context.close(mode: mode, promise: promise)
    }
}

#endif
