// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireNIO
import IMWireRMTP
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

/// The Swift of the reference of IMWireNIO.
struct NIOSnippetTests {
    @Test func sessionClock() throws {
        let clock = SessionClock(speed: 20)  // a minute of a session takes three seconds

        #expect(clock.now >= 0)
    }

    @Test func liveLimits() throws {
        let loop = EmbeddedEventLoop()
        let channel = EmbeddedChannel(loop: loop)
        let server = ChatServerDriver(ChatServerMachine.Configuration(), on: loop)

        var limits = LiveLimits()
        limits.outboundBytes = 1_048_576
        try channel.pipeline.syncOperations.addChatServer(server, .packets, limits: limits)

        _ = try channel.finish()
    }

    @Test func sharedBytes() throws {
        let loop = EmbeddedEventLoop()

        let outbound = SharedBytes(limit: 67_108_864)
        let server = ChatServerDriver(ChatServerMachine.Configuration(), on: loop, outbound: outbound)

        _ = server
        #expect(outbound.held == 0)
    }

    @Test func outboundLimit() throws {
        let channel = EmbeddedChannel()

        try channel.pipeline.syncOperations.addHandler(OutboundLimit(limit: 1_048_576, timeout: .seconds(10)))

        _ = try channel.finish()
    }

    @Test func rmtpClientDriver() throws {
        let loop = EmbeddedEventLoop()
        var actions = 0
        func perform(_ action: RMTPClientMachine.Action) { actions += 1 }

        let client = RMTPClientDriver(on: loop)
        client.onAction = { action in perform(action) }  // at `open`, open a channel and add the client to it
        client.handle(.connect)

        #expect(actions == 1)
    }

    @Test func rmtpServerDriver() throws {
        let loop = EmbeddedEventLoop()
        let channel = EmbeddedChannel(loop: loop)

        let service = RMTPServerDriver(on: loop)
        try channel.pipeline.syncOperations.addHandler(RMTPWebSocketHandler(writing: .down))
        try channel.pipeline.syncOperations.addRMTPServer(service)

        _ = try? channel.finish()
    }

    @Test func rmtpChannelDecoder() throws {
        let channel = EmbeddedChannel()

        let decoder = ByteToMessageHandler(RMTPChannelDecoder(RMTPFormat(.up)))
        let encoder = MessageToByteHandler(RMTPChannelEncoder(RMTPFormat(.down)))
        try channel.pipeline.syncOperations.addHandlers(decoder, encoder)

        _ = try channel.finish()
    }

    @Test func rmtpWebSocketHandler() throws {
        let channel = EmbeddedChannel()

        try channel.pipeline.syncOperations.addHandler(RMTPWebSocketHandler(writing: .down))

        _ = try channel.finish()
    }

    @Test func chatUnitEncoder() throws {
        var buffer = ByteBuffer()

        var encoder = ChatUnitEncoder(.packets)
        try encoder.encode([EncodedChatMessage(ChatMessage(.login))], into: &buffer)

        #expect(buffer.readableBytes > 0)
    }

    @Test func unitDecoder() throws {
        let channel = EmbeddedChannel()

        try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(ChatUnitDecoder(.packets)))

        _ = try channel.finish()
    }

    @Test func chatServer() throws {
        let loop = EmbeddedEventLoop()
        let channel = EmbeddedChannel(loop: loop)

        let server = ChatServerDriver(ChatServerMachine.Configuration(), on: loop)
        // For each accepted connection:
        try channel.pipeline.syncOperations.addChatServer(server, .packets)

        _ = try channel.finish()
    }

    @Test func chatClient() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        try await loop.submit {
            let configuration = ChatClientMachine.Configuration(user: "u1")
            var actions = 0
            func show(_ action: ChatClientMachine.Action) { actions += 1 }

            let client = ChatClientDriver(configuration, host: "127.0.0.1", port: 9000, .packets, on: loop)
            client.onAction = { action in show(action) }
            client.connect()

            #expect(actions > 0)
            client.disconnect()
        }.get()
    }

    @Test func sessionDriver() throws {
        let loop = EmbeddedEventLoop()
        let machine = ChatClientMachine(ChatClientMachine.Configuration(user: "u1"))
        var actions = 0
        func perform(_ action: ChatClientMachine.Action) { actions += 1 }

        let driver = SessionDriver(machine, on: loop)
        driver.perform = { action in perform(action) }
        driver.handle(.connect)

        #expect(actions > 0)
    }

    @Test func firstPage() throws {
        let loop = EmbeddedEventLoop()

        let driver = ChatServerDriver(ChatServerMachine.Configuration(), on: loop)

        _ = driver
    }
}

#endif
