// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore
import NIOPosix

/// Answers the first piece that comes with lines.
private final class LiarHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let lines: [String]
    private let closes: Bool
    private var hasAnswered = false

    init(_ lines: [String], closes: Bool) {
        self.lines = lines
        self.closes = closes
    }

    func channelActive(context: ChannelHandlerContext) {
        if closes { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasAnswered { return }
        hasAnswered = true
        for line in lines {
            context.writeAndFlush(NIOAny(ByteBuffer(string: line + "\n")), promise: nil)
        }
    }
}

/// Runs a server that answers the first line of every connection with the same lines, as long as `body` lasts.
func withLiar<Value>(
    _ lines: [String], closes: Bool = false, _ body: (Int) async throws -> Value
) async throws -> Value {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(LiarHandler(lines, closes: closes))
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    let value = try await body(channel.localAddress?.port ?? 0)
    try await channel.close().get()
    return value
}

#endif
