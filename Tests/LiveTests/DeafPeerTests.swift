// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import IMWireNIO
import LiveCommands
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization
import Testing

@Suite("Peers that send without reading", .serialized, .timeLimit(.minutes(3)))
struct DeafPeerTests {
    /// The number of bytes that a peer may send before it notices that nobody reads: the buffers of two sockets, one of
    /// which may have 32 MiB.
    private static let stalled = 96 << 20

    @Test("The runner limits reading from a WebSocket server that only sends pings (LIV-131)")
    func server() async throws {
        let sent = Counter()
        let run = try await withPingServer(sent) { port in
            try await LiveTool.conform(
                "--connect", "ws://127.0.0.1:\(port)", "--only", "scenario-rmtp-server-morning", "--timeout", "6000",
                watchesMemory: true)
        }
        #expect(run.code == 1, "\(run.output)")
        #expect(sent.value > 0 && sent.value < Self.stalled, "\(sent.value)")
        #expect(run.peakMemory < 160 << 10, "\(run.peakMemory) KiB")
    }

    @Test(
        "The runner limits reading from a WebSocket client that only sends pings (LIV-131)",
        arguments: [
            [
                "conform", "--listen", "ws://127.0.0.1:0", "--scenario-timeout", "20", "--only",
                "scenario-rmtp-client-moved",
            ],
            ["conform", "--testee-listen", "ws://127.0.0.1:0", "--only", "api", "--hello-timeout", "60000"],
        ])
    func client(_ arguments: [String]) async throws {
        var arguments = arguments
        if arguments.contains("--listen") { arguments += ["--driver", "'\(LiveTool.live)' client"] }
        let tool = try LiveTool("imwire", arguments)
        let port = try await tool.wait { tool in
            tool.errorText.firstMatch(of: /ws:\/\/127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }
        }
        let sent = Counter()
        let channel = try await pingClient(port, sent)
        await sent.settle(below: Self.stalled)
        #expect(sent.value > 0 && sent.value < Self.stalled, "\(sent.value)")
        let memory = DeafPeerTests.memory(of: tool)
        try? await channel.close().get()
        tool.signal(SIGTERM)
        _ = try await tool.end()
        #expect(memory < 160 << 10, "\(memory) KiB")
    }

    @Test("A server that repeats valid messages does not fill the memory of the live fuzzer (LIV-131)")
    func fuzzer() async throws {
        let server = try await floodServer()
        let run = try await LiveTool.run(
            [
                "fuzz", "--connect", "tcp://127.0.0.1:\(server.localAddress?.port ?? 0)", "--encoding", "json",
                "--time",
                "6s", "--max-findings", "1000", "--findings",
                FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)").path,
            ], watchesMemory: true)
        #expect(run.code == 1, "\(run.output)")
        #expect(run.peakMemory < 160 << 10, "\(run.peakMemory) KiB")
        try await server.close()
    }

    @Test("A mailbox that is full at the end of a scenario is released with its connection (LIV-042)")
    func released() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let server = try await floodServer()
        weak var left: LiveMailbox?
        do {
            let mailbox = LiveMailbox(on: loop)
            left = mailbox
            let connector = try LiveConnector(
                try LiveTarget("tcp://127.0.0.1:\(server.localAddress?.port ?? 0)"),
                LiveIdentity(appKey: "k", secret: SecretText("s")), trust: nil, acceptsAny: false, on: loop)
            let channel = try await connector.connect(1, mailbox, .lines(.lf, .json), user: "a", isWrong: false)
            try await Task.sleep(for: .milliseconds(500))
            try await channel.close().get()
            mailbox.end()
        }
        // The event loop releases the channel's handlers after the close.
        for _ in 0..<100 where left != nil { try await Task.sleep(for: .milliseconds(20)) }
        #expect(left == nil)
        try await server.close()
    }

    @Test("A proxy stops reading requests that the server does not answer and reports it (LIV-132)")
    func proxy() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        // The server reads everything and answers nothing.
        let server = try await ServerBootstrap(group: group)
            .childChannelInitializer { $0.eventLoop.makeSucceededVoidFuture() }
            .bind(host: "127.0.0.1", port: 0).get()
        let tool = try LiveTool(
            "imwire-live",
            ["proxy", "--connect", "ws://127.0.0.1:\(server.localAddress?.port ?? 0)", "--listen", "127.0.0.1:0"])
        let port = try await tool.wait { tool in
            tool.errorText.firstMatch(of: /listening on ws:\/\/127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }
        }
        let sent = Counter()
        let client = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        FloodHandler("GET /pullmsg.js?sessionid=s HTTP/1.1\r\nHost: a\r\n\r\n", sent))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        await sent.settle(below: Self.stalled)
        #expect(sent.value > 0 && sent.value < Self.stalled, "\(sent.value)")
        let memory = tool.peakMemory
        #expect(memory < 160 << 10, "\(memory) KiB")
        #expect(tool.errorText.contains("is not read while 64 requests have no answer"), "\(tool.errorText)")
        try? await client.close().get()
        tool.signal(SIGTERM)
        #expect(try await tool.end() == 0)
        try await server.close()
    }

    /// Returns the largest peak memory of a program and its children, in KiB.
    private static func memory(of tool: LiveTool) -> Int {
        var most = tool.peakMemory
        for child in tool.children {
            let text = (try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)) ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            most = max(most, line.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
        }
        return most
    }
}

extension Counter {
    /// Waits until the count has not grown for two seconds, or has reached a limit.
    fileprivate func settle(below limit: Int) async {
        var last = -1
        var still = 0
        while still < 8, value < limit {
            try? await Task.sleep(for: .milliseconds(250))
            still = value == last ? still + 1 : 0
            last = value
        }
    }
}

/// A handler that sends the frames of pings as fast as the socket accepts them, and reads nothing.
private final class PingFlood: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame
    private let isClient: Bool
    private let sent: Counter

    init(isClient: Bool, _ sent: Counter) {
        (self.isClient, self.sent) = (isClient, sent)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.channel.setOption(.autoRead, value: false).whenSuccess { bound.value.0.flood(bound.value.1) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { flood(context) }

    private func flood(_ context: ChannelHandlerContext) {
        let data = ByteBuffer(repeating: 0x70, count: 125)
        for _ in 0..<256 where context.channel.isActive && context.channel.isWritable {
            sent.count.add(125, ordering: .relaxed)
            let frame = WebSocketFrame(fin: true, opcode: .ping, maskKey: isClient ? .random() : nil, data: data)
            context.write(PingFlood.wrapOutboundOut(frame), promise: nil)
        }
        context.flush()
        guard context.channel.isActive, context.channel.isWritable, sent.value < 128 << 20 else { return }
        // Other tests use the same event loop.
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.execute { bound.value.0.flood(bound.value.1) }
    }
}

/// Runs a WebSocket server that only sends pings while `body` runs.
private func withPingServer<Value>(_ sent: Counter, _ body: (Int) async throws -> Value) async throws -> Value {
    let upgrader = NIOWebSocketServerUpgrader(
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
        upgradePipelineHandler: { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(PingFlood(isClient: false, sent))
            }
        })
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                    withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    let value = try await body(channel.localAddress?.port ?? 0)
    try await channel.close().get()
    return value
}

/// Connects a WebSocket client that only sends pings.
private func pingClient(_ port: Int, _ sent: Counter) async throws -> any Channel {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let upgrader = NIOTypedWebSocketClientUpgrader<Void>(
                    upgradePipelineHandler: { channel, _ in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandler(PingFlood(isClient: true, sent))
                        }
                    })
                var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
                head.headers = ["host": "127.0.0.1", "content-length": "0"]
                let configuration = NIOTypedHTTPClientUpgradeConfiguration<Void>(
                    upgradeRequestHead: head, upgraders: [upgrader], notUpgradingCompletionHandler: { $0.close() })
                var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
                pipeline.leftOverBytesStrategy = .forwardBytes
                _ = try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
            }
        }
        .connect(host: "127.0.0.1", port: port).get()
}

/// Starts a server that sends lines without end on every connection.
private func floodServer() async throws -> any Channel {
    try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(
                    FloodHandler(#"{"messageType":"normal","fromUserID":"x"}"# + "\n", Counter()))
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
}

#endif
