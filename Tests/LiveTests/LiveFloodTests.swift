// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import IMWireNIO
import LiveCommands
import NIOCore
import NIOPosix
import Synchronization
import Testing

@Suite("Peers that flood the runner", .serialized, .timeLimit(.minutes(3)))
struct LiveFloodTests {
    @Test("A flooding peer fails the scenario, and the runner's memory stays small (LIV-042)")
    func flood() async throws {
        let calm = try await withFlood(beats: false, most: 0) { port, _ in
            try await LiveTool.conform(
                "--connect", "tcp://127.0.0.1:\(port)", "--timeout", "300", "--only", "scenario-server-offline-user",
                watchesMemory: true)
        }
        for beats in [true, false] {
            let run = try await withFlood(beats: beats, most: 64 << 20) { port, _ in
                try await LiveTool.conform(
                    "--connect", "tcp://127.0.0.1:\(port)", "--encoding", "json", "--only",
                    "scenario-server-offline-user", watchesMemory: true)
            }
            #expect(run.code == 1, "\(run.output)")
            let reason = run.verdict("scenario-server-offline-user")?.reason ?? ""
            // Heartbeats are not part of the scenario, so only their number is an error.
            #expect(reason.contains(beats ? "the peer floods" : "differs at"), "\(reason)")
            #expect(run.peakMemory < calm.peakMemory + 100 * 1_024, "\(run.peakMemory) KiB, \(calm.peakMemory) KiB")
        }
    }

    @Test("A socket is read only while the mailbox has room (LIV-042)")
    func backPressure() async throws {
        try await withFlood(beats: false, most: 64 << 20) { port, sent in
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let mailbox = LiveMailbox(on: loop)
            let connector = try LiveConnector(
                try LiveTarget("tcp://127.0.0.1:\(port)"), LiveIdentity(appKey: "k", secret: Secret("s")), trust: nil,
                acceptsAny: false, on: loop)
            let channel = try await connector.connect(
                1, mailbox, .lines(.lf, .json), user: "a", isWrong: false)
            try await Task.sleep(for: .milliseconds(500))
            let first = sent.value
            try await Task.sleep(for: .milliseconds(500))
            // The buffers of two sockets hold a few MiB; nothing is sent once they are full.
            #expect(sent.value == first)
            #expect(first < 32 << 20)
            var count = 0
            var isFlooded = false
            while !isFlooded, let item = await mailbox.next(until: .now() + .seconds(10)) {
                if case .messages(let messages, _, _) = item.what { count += messages.count }
                if case .flooded = item.what { isFlooded = true }
            }
            #expect(isFlooded)
            #expect((9_000...20_000).contains(count), "\(count)")
            try await channel.close().get()
        }
    }
}

/// A handler that writes the same bytes repeatedly, as fast as the socket accepts them.
final class FloodHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let piece: ByteBuffer
    private let most: Int
    private let sent: Counter

    init(_ piece: ByteBuffer, _ most: Int, _ sent: Counter) {
        self.piece = piece
        self.most = most
        self.sent = sent
    }

    /// Creates a handler that sends up to 256 MiB of a text.
    convenience init(_ text: String, _ sent: Counter) {
        var piece = ByteBuffer()
        while piece.readableBytes < 16_384 { piece.writeString(text) }
        self.init(piece, 256 << 20, sent)
    }

    func channelActive(context: ChannelHandlerContext) { flood(context) }

    func channelWritabilityChanged(context: ChannelHandlerContext) { flood(context) }

    private func flood(_ context: ChannelHandlerContext) {
        while context.channel.isActive, context.channel.isWritable, sent.value < most {
            sent.count.add(piece.readableBytes, ordering: .relaxed)
            context.writeAndFlush(NIOAny(piece), promise: nil)
        }
    }
}

/// A counter shared by several threads.
final class Counter: Sendable {
    let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
}

/// Runs a server that floods every connection with heartbeats or messages while `body` runs.
private func withFlood<Value>(
    beats: Bool, most: Int, _ body: (Int, Counter) async throws -> Value
) async throws -> Value {
    var piece = ByteBuffer()
    while piece.readableBytes < 16_384 {
        if beats {
            var encoder = ChatUnitEncoder(.lines(.lf, .json))
            try encoder.writeHeartbeat(into: &piece)
        } else {
            piece.writeString(
                #"{"messageType":"normal","fromUserID":"x","content":{"text":"\#(piece.readableBytes)"}}"# + "\n")
        }
    }
    let (flood, sent) = (piece, Counter())
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let channel = try await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(FloodHandler(flood, most, sent))
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    let value = try await body(channel.localAddress?.port ?? 0, sent)
    try await channel.close().get()
    try await group.shutdownGracefully()
    return value
}

#endif
