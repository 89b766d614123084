// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWireConformance
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Testing

/// A testee that repeatedly connects to the runner and answers with the built-in codec.
struct ConnectingTestee: Sendable {
    /// The testee's reaction to a request.
    enum Deed: Sendable {
        case answer
        case drop
        /// Drops the connection and never reconnects.
        case leave
        case binary
        case flood
    }

    private struct Gone: Error {}

    let url: URL
    /// Returns the reaction to the text of a request; by default every request is answered.
    var deed: @Sendable (String) -> Deed = { _ in .answer }

    /// Connects repeatedly until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                try await connect()
            } catch is Gone {
                return
            } catch {
                // The runner has ended this connection or exited.
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    private func connect() async throws {
        let isWebSocket = url.scheme == "ws"
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: url.port ?? 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let upgraded = isWebSocket ? try upgrade(channel) : channel.eventLoop.makeSucceededVoidFuture()
                    return upgraded.flatMapThrowing {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            }.get()
        try await channel.executeThenClose { inbound, outbound in
            let codec = CodecTestee()
            var pending: [UInt8] = []
            for try await buffer in inbound {
                for byte in buffer.readableBytesView {
                    guard byte == 0x0a else {
                        pending.append(byte)
                        continue
                    }
                    let line = pending
                    pending = []
                    switch deed(String(decoding: line, as: UTF8.self)) {
                    case .answer: try await outbound.write(ByteBuffer(bytes: codec.answer(line: line.span) + [0x0a]))
                    case .drop: return
                    case .leave: throw Gone()
                    case .binary: try await outbound.write(ByteBuffer(bytes: [0]))
                    case .flood:
                        let piece = ByteBuffer(repeating: 0x20, count: 1 << 20)
                        for _ in 0..<64 { try await outbound.write(piece) }
                    }
                }
            }
        }
    }

    private func upgrade(_ channel: any Channel) throws -> EventLoopFuture<Void> {
        let upgrader = NIOTypedWebSocketClientUpgrader<Void>(
            maxFrameSize: 1 << 24,
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(ClientFrames()) }
            })
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
        head.headers = ["host": "127.0.0.1", "content-length": "0"]
        let configuration = NIOTypedHTTPClientUpgradeConfiguration<Void>(
            upgradeRequestHead: head, upgraders: [upgrader],
            notUpgradingCompletionHandler: { $0.close() })
        var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
        pipeline.leftOverBytesStrategy = .forwardBytes
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
    }
}

/// A handler that sends a line as a text message in two frames, and a single zero byte as a binary message.
private final class ClientFrames: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = ClientFrames.unwrapInboundIn(data)
        if frame.opcode == .connectionClose { return context.close(promise: nil) }
        var line = frame.unmaskedData
        line.writeInteger(UInt8(ascii: "\n"))
        context.fireChannelRead(ClientFrames.wrapInboundOut(line))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var line = ClientFrames.unwrapOutboundIn(data)
        if line.readableBytes == 1 {
            let frame = WebSocketFrame(fin: true, opcode: .binary, maskKey: .random(), data: line)
            return context.write(ClientFrames.wrapOutboundOut(frame), promise: promise)
        }
        let first = line.readSlice(length: line.readableBytes / 2) ?? ByteBuffer()
        let begin = WebSocketFrame(fin: false, opcode: .text, maskKey: .random(), data: first)
        let end = WebSocketFrame(fin: true, opcode: .continuation, maskKey: .random(), data: line)
        context.write(ClientFrames.wrapOutboundOut(begin), promise: nil)
        context.write(ClientFrames.wrapOutboundOut(end), promise: promise)
    }
}

#endif
