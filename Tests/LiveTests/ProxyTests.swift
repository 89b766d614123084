// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import IMWireNIO
import LiveCommands
import NIOCore
import NIOPosix
import Testing

@Suite("The proxy", .timeLimit(.minutes(2)))
struct ProxyTests {
    /// Runs a proxy for a target while `body` runs, and returns its report.
    private func proxied(
        _ target: String, _ change: (inout ProxySettings) -> Void = { _ in },
        _ body: (ProxyServer) async throws -> Void
    ) async throws -> ProxyReport {
        var settings = ProxySettings(
            target: try #require(ProxySettings.target(target)), listen: try #require(LiveAddress("127.0.0.1:0")))
        settings.isQuiet = true
        change(&settings)
        let proxy = try await ProxyServer.start(settings)
        do {
            try await body(proxy)
        } catch {
            proxy.end()
            _ = try await proxy.report()
            throw error
        }
        proxy.end()
        return try await proxy.report()
    }

    /// Logs in two clients at a port and sends a message from one to the other.
    private func talk(_ port: Int, _ framing: ChatFraming) async throws {
        let one = try await TestChatClient("a", port: port, framing)
        let other = try await TestChatClient("b", port: port, framing)
        try await one.run { $0.connect() }
        try await other.run { $0.connect() }
        await one.state(.online)
        await other.state(.online)
        try await one.run { $0.send(text("hello", to: "b"), key: "k1") }
        let messages = await other.delivered()
        #expect(messages.first?.text == "hello")
        for client in [one, other] {
            try await client.run { $0.disconnect() }
            await client.state(.closed)
        }
    }

    @Test(
        "Chat clients communicate through the proxy without findings",
        arguments: [ChatFraming.packets, .lines(), .lines(.crlf, .json)])
    func chat(_ framing: ChatFraming) async throws {
        try await withServer { server in
            let port = try #require(server.ports.chat)
            let report = try await proxied("tcp://127.0.0.1:\(port)") { try await talk($0.port, framing) }
            #expect(report.connections == 2)
            #expect(report.errors == 0)
            #expect(report.up.parts >= 4 && report.up.messages >= 4 && report.up.bytes > 0)
            #expect(report.down.parts >= 4)
        }
    }

    @Test("The proxy uses TLS only with a server whose certificate it trusts")
    func tls() async throws {
        var settings = testSettings()
        settings.chatTLS = LiveAddress("127.0.0.1:0")
        try await withServer(settings) { server in
            let target = "tls://localhost:\(try #require(server.ports.chatTLS))"
            let path = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            try Data(try #require(server.ownCertificate).utf8).write(to: URL(filePath: path))
            let report = try await proxied(target, { $0.trust = path }) { try await talk($0.port, .packets) }
            #expect(report.errors == 0 && report.down.parts >= 4)
            let refused = try await proxied(target) { proxy in
                let answer = try await exchange(proxy.port, Array("{}\n".utf8))
                #expect(answer.isEmpty)
            }
            #expect(refused.down.bytes == 0)
        }
    }

    @Test("RongCloud clients communicate through the proxy over a WebSocket")
    func webSocket() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let report = try await proxied("ws://127.0.0.1:\(port)") { proxy in
                let one = try await TestRMTPClient("a", port: proxy.port)
                let other = try await TestRMTPClient("b", port: proxy.port)
                await one.connected()
                await other.connected()
                #expect(try await one.send("hello", "ppMsgP", "b", key: 1)?.status == 0)
                #expect(await other.message().1 == #"{"content":"hello"}"#)
            }
            #expect(report.errors == 0, "\(report.places)")
            #expect(report.connections == 2 && report.unread.isEmpty)
            #expect(report.up.parts >= 3 && report.down.parts >= 4)
        }
    }

    @Test("Unreadable data is forwarded byte for byte, and an end as an end")
    func unchanged() async throws {
        // A server that returns what it receives, and ends its output when the client does.
        let echo = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { $0.pipeline.addHandler(Echo()) }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(echo.localAddress?.port)
        var random = SystemRandomNumberGenerator()
        let bytes = [0xfa] + (0..<1_000_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        for scheme in ["tcp", "ws"] {
            let report = try await proxied("\(scheme)://127.0.0.1:\(port)") { proxy in
                let answer = try await exchange(proxy.port, bytes)
                #expect(answer == bytes)
            }
            #expect(report.up.bytes == bytes.count && report.down.bytes == bytes.count)
            #expect(scheme == "tcp" ? report.errors > 0 : report.unread.count == 1)
        }
        try await echo.close()
    }

    /// The bytes that a client sends on a WebSocket, the number of frames counted, and the code found; nil for a valid
    /// packet.
    static let sent: [(bytes: [UInt8], frames: Int, code: String?)] = [
        ([0x82, 0x81, 0, 0, 0, 0, 0xc0], 1, nil),
        ([0x02, 0x80, 0, 0, 0, 0, 0x80, 0x81, 1, 0, 0, 0, 0xc1], 1, nil),
        ([0x89, 0x80, 0, 0, 0, 0], 0, nil),
        ([0x81, 0x81, 0, 0, 0, 0, 0x61], 1, "websocket.text"),
        ([0x82, 0x01, 0xc0], 1, "websocket.mask"),
        ([0xa2, 0x81, 0, 0, 0, 0, 0xc0], 1, "websocket.frame"),
        ([0x80, 0x81, 0, 0, 0, 0, 0xc0], 1, "websocket.frame"),
        ([0x82, 0xff, 0, 0, 1, 0, 0, 0, 0, 0], 1, "websocket.tooLarge"),
        ([0xc2, 0x81, 0, 0, 0, 0, 0xc0], 1, "websocket.compressed"),
    ]

    @Test("Messages of a WebSocket are joined, and invalid ones reported", arguments: sent)
    func messages(_ sent: (bytes: [UInt8], frames: Int, code: String?)) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { $0.pipeline.addHandler(Upgrade()) }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let report = try await proxied("ws://127.0.0.1:\(port)") { proxy in
            let request = "GET /websocket HTTP/1.1\r\nUpgrade: WebSocket\r\n\r\n"
            _ = try await exchange(proxy.port, Array(request.utf8), then: sent.bytes)
        }
        #expect(report.up.parts == sent.frames, "\(report)")
        #expect(report.places.first?.key.code ?? report.unread.first?.key.text == sent.code, "\(report)")
        try await server.close()
    }

    @Test("Errors and deviations are counted by direction, code and path")
    func places() async throws {
        try await withServer { server in
            let port = try #require(server.ports.chat)
            let report = try await proxied("tcp://127.0.0.1:\(port)") { proxy in
                let lines = [
                    #"{"messageType":"login","fromUserID":"a","deviceType":"iOS","versionCode":"1.0"}"#,
                    #"{"fromUserID":"a","deviceType":"iOS","versionCode":"1.0"}"#, "{broken", "{broken",
                ]
                _ = try await exchange(proxy.port, Array((lines.joined(separator: "\n") + "\n").utf8))
            }
            #expect(report.up.parts == 4)
            #expect(report.up.faults == 2 && report.errors == 2)
            let error = try #require(report.places.first { $0.key.isError })
            #expect(error.key.code == "json.syntax" && error.value.count == 2 && error.value.frame == 3)
            #expect(report.places.contains { !$0.key.isError && $0.key.code == "DEV-116" }, "\(report.places)")
            #expect(report.json["places"]?.elements?.first?["code"]?.string == "json.syntax")
            #expect(report.json["up"]?["errors"]?.number?.int64 == 2)
        }
    }

    @Test("The command ends with the report, the log and the exit code")
    func command() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appending(path: "wire.jsonl").path
        try await withServer { server in
            let target = "tcp://127.0.0.1:\(try #require(server.ports.chat))"
            let login = #"{"messageType":"login","fromUserID":"a","deviceType":"iOS","versionCode":"1.0"}"# + "\n"
            let json = try await run(["--connect", target, "--format", "json", "--log", log], login)
            #expect(json.code == 0)
            let report = try RawJSON(text: json.output)
            #expect(report["connections"]?.text == "1" && report["up"]?["frames"]?.text == "1")
            let inspect = try LiveTool("imwire", ["inspect", log])
            #expect(try await inspect.end() == 0)
            #expect(inspect.outputText.contains("loginReceipt"), "\(inspect.outputText)")
            let wrong = try await run(["--connect", target, "--inspect"], login + "{broken\n")
            #expect(wrong.code == 1)
            #expect(wrong.output.contains("connection 1, up: login"), "\(wrong.output)")
            #expect(wrong.output.contains("json.syntax") && wrong.output.contains("1 connection: 1 error"))
        }
        let none = try await run(["--connect", "tcp://127.0.0.1:1"], "x")
        #expect(none.code == 3)
        for wrong in [["--connect", "http://x:1"], ["--connect", "tcp://x:1", "--listen", "0.0.0.0:0"]] {
            let code = try await LiveTool("imwire", ["proxy"] + wrong).end()
            #expect(code == 2)
        }
    }

    /// Runs the command for one connection that sends `text`.
    private func run(_ arguments: [String], _ text: String) async throws -> (code: Int32, output: String) {
        let tool = try LiveTool("imwire", ["proxy", "--quiet", "--connections", "1"] + arguments)
        let port = try await tool.wait { tool -> Int? in
            guard let end = tool.errorText.firstRange(of: ", forwarding to")?.lowerBound else { return nil }
            return Int(tool.errorText[..<end].split(separator: ":").last ?? "")
        }
        _ = try? await exchange(port, Array(text.utf8))
        return (try await tool.end(), tool.outputText)
    }

    /// Sends bytes, ends the output, and returns the bytes received.
    private func exchange(_ port: Int, _ bytes: [UInt8], then rest: [UInt8] = []) async throws -> [UInt8] {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
            .executeThenClose { inbound, outbound in
                async let received = {
                    var received: [UInt8] = []
                    do {
                        for try await buffer in inbound { received += buffer.readableBytesView }
                    } catch is IOError {
                        return received
                    }
                    return received
                }()
                try? await outbound.write(ByteBuffer(bytes: bytes))
                // The server answers before it sees the end of the input.
                try await Task.sleep(for: .milliseconds(200))
                if !rest.isEmpty { try? await outbound.write(ByteBuffer(bytes: rest)) }
                outbound.finish()
                return try await received
            }
    }
}

/// A handler that accepts a WebSocket request, and ends its output when the peer does.
private final class Upgrade: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let text = String(buffer: Upgrade.unwrapInboundIn(data))
        guard text.hasPrefix("GET") else { return }
        context.writeAndFlush(NIOAny(ByteBuffer(string: "HTTP/1.1 101 Switching Protocols\r\n\r\n")), promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { context.close(mode: .output, promise: nil) }
    }
}

/// A handler that returns what it receives, and ends its output when the peer does.
private final class Echo: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(data, promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { context.close(mode: .output, promise: nil) }
    }
}

#endif
