// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireNIO
import IMWireRMTP
import IMWireServerAPI
import NIOCore
import NIOEmbedded
import NIOPosix
import NIOWebSocket
import Testing

@Suite("Handlers of channels", .timeLimit(.minutes(1)))
struct NIOHandlerTests {
    @Test("A read with many frames causes one write and one flush per connection")
    func flushes() throws {
        let loop = EmbeddedEventLoop()
        let server = ChatServerDriver(ChatServerMachine.Configuration(), on: loop)
        let pairs = try ["a", "b"].map { user in
            let counter = WriteCounter()
            let channel = EmbeddedChannel(handler: counter, loop: loop)
            try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            try channel.pipeline.syncOperations.addChatServer(server, .packets)
            var login = ChatMessage(.login)
            login.senderID = user
            try channel.writeInbound(frames([login]))
            return (channel, counter)
        }
        loop.run()
        for (_, counter) in pairs { (counter.writes, counter.flushes) = (0, 0) }
        try pairs[0].0.writeInbound(frames((0..<50).map { text("\($0)", to: "b") }))
        loop.run()
        // 50 receipts to the sender, and 50 messages to the recipient.
        for (_, counter) in pairs {
            #expect(counter.writes == 1)
            #expect(counter.flushes == 1)
        }
        for (channel, _) in pairs { _ = try? channel.finish() }
    }

    private func frames(_ messages: [ChatMessage]) throws -> ByteBuffer {
        var encoder = ChatUnitEncoder(.packets)
        var buffer = ByteBuffer()
        for message in messages { try encoder.encode([EncodedChatMessage(message)], into: &buffer) }
        return buffer
    }

    /// A handler whose next flush fails as a socket that was reset does: the channel is inactive before it returns.
    private final class ResetOnFlush: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        var isArmed = false

        func flush(context: ChannelHandlerContext) {
            context.flush()
            guard isArmed else { return }
            isArmed = false
            context.fireChannelInactive()
        }
    }

    @Test("A peer that resets its connection while the server closes it does not end the process")
    func resetWhileClosing() throws {
        let loop = EmbeddedEventLoop()
        let server = ChatServerDriver(ChatServerMachine.Configuration(), on: loop)
        let reset = ResetOnFlush()
        func channel(_ handlers: [any ChannelHandler]) throws -> EmbeddedChannel {
            let channel = EmbeddedChannel(handlers: handlers, loop: loop)
            try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            try channel.pipeline.syncOperations.addChatServer(server, .packets)
            return channel
        }
        var login = ChatMessage(.login)
        login.senderID = "a"
        let (old, new) = (try channel([reset]), try channel([]))
        try old.writeInbound(frames([login]))
        loop.run()
        reset.isArmed = true
        // The second login of a user ends the first connection.
        try new.writeInbound(frames([login]))
        loop.run()
        #expect(!reset.isArmed)
        for channel in [old, new] { _ = try? channel.finish() }
    }

    @Test("A packet that cannot be encoded is reported as an error, even without a waiting caller")
    func unwritten() throws {
        var limits = RMTPLimits()
        limits.packetBytes = 100
        let channel = EmbeddedChannel(handler: RMTPWebSocketHandler(writing: .down, limits: limits))
        let large = RMTPPacket.queryAck(
            QueryAckPacket(messageID: 1, date: 0, status: 0, data: [UInt8](repeating: 0, count: 200)))
        channel.writeAndFlush(large, promise: nil)
        #expect(throws: UnwrittenError.self) { try channel.throwIfErrorCaught() }
        #expect(throws: UnwrittenError.self) { try channel.writeOutbound(large) }
        #expect(throws: UnwrittenError.self) { try channel.throwIfErrorCaught() }
        // The connection remains usable.
        try channel.writeOutbound(RMTPPacket.pingResp(PingPacket()))
        #expect(try channel.readOutbound(as: WebSocketFrame.self)?.opcode == .binary)
        _ = try? channel.finish()
    }

    /// The ways in which a service ends the connection after its CONNACK.
    enum End: CaseIterable, Sendable {
        case closeFrame, closeFrameAndSocket, socket
    }

    @Test(
        "A rejection sent with the answer to the upgrade arrives before the end",
        arguments: End.allCases)
    func refusal(_ end: End) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RefusingService(end))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        for _ in 0..<10 {
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let (stream, continuation) = AsyncStream<RMTPClientMachine.Action>.makeStream()
            let link = try await loop.submit {
                let link = RMTPClientDriver(on: loop)
                link.onAction = { continuation.yield($0) }
                return NIOLoopBound(link, eventLoop: loop)
            }.get()
            try await loop.submit { link.value.handle(.connect) }.get()
            let channel = try await RMTPWebSocketClient.connect(
                host: "127.0.0.1", port: port, target: "/websocket", on: loop
            ) { try $0.pipeline.syncOperations.addRMTPClient(link.value) }.get()
            var ending: RMTPEnding?
            for await action in stream {
                if case .ended(let reason) = action {
                    ending = reason
                    break
                }
            }
            #expect(ending == .refused(status: 4))
            try await channel.closeFuture.get()
        }
        try await server.close()
    }

    @Test("A server that ends before it answers is not a service")
    func noAnswer() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { $0.close() }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        await #expect(throws: (any Error).self) {
            _ = try await RMTPWebSocketClient.connect(host: "127.0.0.1", port: port, target: "/", on: loop) { _ in }
                .get()
        }
        try await server.close()
    }
}

/// A handler that counts writes and flushes.
private final class WriteCounter: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    var writes = 0
    var flushes = 0

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        writes += 1
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        flushes += 1
        context.flush()
    }
}

/// A handler that answers an upgrade, refuses the client, and ends the connection, all in one write.
private final class RefusingService: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let end: NIOHandlerTests.End
    private var request = ""

    init(_ end: NIOHandlerTests.End) {
        self.end = end
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        request += String(buffer: RefusingService.unwrapInboundIn(data))
        guard request.hasSuffix("\r\n\r\n"),
            let line = request.split(separator: "\r\n").first(where: { $0.lowercased().hasPrefix("sec-websocket-key:") }
            )
        else { return }
        var hash = SHA1()
        let key = line.split(separator: ":")[1].drop { $0 == " " }
        hash.update(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))
        let accept = Base64.encode(hash.finalize())
        var answer = ByteBuffer(
            string: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(accept)\r\n\r\n")
        let encoder = EmbeddedChannel(handler: RMTPWebSocketHandler(writing: .down))
        _ = try? encoder.writeOutbound(RMTPPacket.connAck(ConnAckPacket(status: 4)))
        guard let frame = try? encoder.readOutbound(as: WebSocketFrame.self) else { return }
        answer.writeBytes([0x82, UInt8(frame.data.readableBytes)] + frame.data.readableBytesView)
        if end != .socket { answer.writeBytes([0x88, 0x02, 0x03, 0xe8]) }
        context.writeAndFlush(NIOAny(answer), promise: nil)
        if end != .closeFrame { context.close(promise: nil) }
    }
}

#endif
