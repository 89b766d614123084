// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireNIO
import IMWireRMTP
import IMWireValues
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A handler that answers the first chunk of input with lines.
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

/// Runs a server that answers the first input of every connection with the same lines, while `body` runs.
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

/// A handler that answers packets as a service does, but acknowledges messages with the next id.
private final class PacketLiarHandler: ChannelInboundHandler {
    typealias InboundIn = RMTPArrival
    typealias OutboundOut = RMTPPacket
    private let user: String

    init(_ user: String) { self.user = user }

    func handlerAdded(context: ChannelHandlerContext) {
        write(
            #"{"packet":"CONNACK","status":0,"userId":"\#(user)","sessionId":"s","timestamp":1}"#, context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .success(let packet) = PacketLiarHandler.unwrapInboundIn(data) else { return }
        let json = packet.json(.up)
        let id = json["messageId"]?.number?.int64 ?? 0
        switch json["packet"]?.string {
        case "PINGREQ": write(#"{"packet":"PINGRESP"}"#, context)
        case "QUERY": write(#"{"packet":"QUERYACK","messageId":\#(id),"date":1,"status":0,"data":""}"#, context)
        case "PUBLISH" where json["qos"]?.number?.int64 ?? 0 > 0:
            write(
                #"{"packet":"PUBACK","messageId":\#(id % 65535 + 1),"date":1,"status":0,"millisecond":0,"messageUId":"A"}"#,
                context)
        default: break
        }
    }

    private func write(_ text: String, _ context: ChannelHandlerContext) {
        guard let json = try? RawJSON(text: text),
            let packet = try? ScriptObject(.object([("packet", json)]), "a packet").packet(.down)
        else { return context.close(promise: nil) }
        context.writeAndFlush(PacketLiarHandler.wrapOutboundOut(packet), promise: nil)
    }
}

/// Runs a packet service that acknowledges messages incorrectly, while `body` runs; the path names the user.
func withPacketLiar<Value>(_ body: (Int) async throws -> Value) async throws -> Value {
    let upgrader = NIOWebSocketServerUpgrader(
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
        upgradePipelineHandler: { channel, head in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandlers([
                    RMTPWebSocketHandler(writing: .down), PacketLiarHandler(String(head.uri.dropFirst())),
                ])
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

#endif
