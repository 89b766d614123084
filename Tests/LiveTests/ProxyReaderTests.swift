// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import IMWireNIO
import IMWireRMTP
import IMWireValues
import LiveCommands
import NIOCore
import NIOPosix
import Platform
import Testing

/// Tests of the proxy's readers on streams that arrive in chunks of any size.
@Suite("The readers of the proxy", .timeLimit(.minutes(2)))
struct ProxyReaderTests {
    /// Returns the report of a probe on a connection's two streams, which a random generator cuts into chunks.
    private func report(
        _ target: String, _ up: [UInt8], _ down: [UInt8], seed: UInt64, largest: Int,
        _ change: (inout ProxySettings) -> Void = { _ in }
    ) throws -> ProxyReport {
        var settings = ProxySettings(
            target: try #require(ProxySettings.target(target)), listen: try #require(LiveAddress("127.0.0.1:0")))
        settings.isQuiet = true
        change(&settings)
        let state = try ProxyState(settings) {}
        let watch = try #require(ProxyWatch(state, peer: "nobody"))
        var random = SplitMix64(seed: seed)
        var rest = [RMTPDirection.up: up[...], .down: down[...]]
        while let direction = RMTPDirection.allCases.filter({ !(rest[$0] ?? []).isEmpty }).randomElement(using: &random)
        {
            let piece = (rest[direction] ?? []).prefix(Int.random(in: 1...largest, using: &random))
            rest[direction]?.removeFirst(piece.count)
            watch.read(ByteBuffer(bytes: piece), direction)
            #expect(watch.pending <= 2_300_000)
        }
        for direction in RMTPDirection.allCases { watch.end(direction) }
        return state.report
    }

    private static let request =
        "GET /websocket?appId=k&token=a&sdkVer=4.2.0&apiVer=normal&pid=x HTTP/1.1\r\nHost: a\r\n\r\n"

    private static func post(_ query: String, _ body: String) -> String {
        "POST /websocket?sessionid=s&pid=x&\(query) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func answer(_ body: String, chunked: Bool = false) -> String {
        if !chunked { return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)" }
        let size = String(body.utf8.count, radix: 16)
        return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(size);x=1\r\n\(body)\r\n0\r\nx: y\r\n\r\n"
    }

    @Test("Polling, its navigation and their errors are decoded", arguments: [1, 7, 4_096])
    func polling(_ largest: Int) throws {
        let up =
            "GET /cometnavi.js?appId=k&token=a&callBack=f HTTP/1.1\r\nHost: a\r\n\r\n" + Self.request
            + Self.post("messageid=1&header=80&topic=pullMsg&targetid=a", #"{"syncTime":0,"ispolling":true}"#)
            + Self.post("messageid=2&header=80&topic=pullMsg&targetid=a", #"{"syncTime":"x"}"#)
            + Self.post("messageid=3&header=80&topic=pullMsg&targetid=a", "{broken")
            + "GET /pullmsg.js?sessionid=s&pid=x HTTP/1.1\r\nHost: a\r\n\r\n"
            + "GET /ping HTTP/1.1\r\nHost: a\r\n\r\n" + "GET /ping.js HTTP/1.1\r\nHost: a\r\n\r\n"
        let down =
            Self.answer(#"f({"code":200,"server":"a","userId":"a"});"#)
            + Self.answer(#"{"headerCode":32,"status":0,"userId":"a","sessionid":"s"}"#)
            + "HTTP/1.1 100 Continue\r\n\r\n"
            + Self.answer(#"[{"headerCode":96,"messageId":1,"status":0,"data":"{\"syncTime\":0,\"finished\":true}"}]"#)
            + Self.answer("[]") + Self.answer("[]", chunked: true)
            + Self.answer(#"[{"headerCode":"x"}]"#, chunked: true) + Self.answer("pong")
            + Self.answer("x")
        let report = try report("ws://a:1", Array(up.utf8), Array(down.utf8), seed: 1, largest: largest)
        #expect(report.up.parts == 3 && report.down.parts == 6, "\(report)")
        let errors = report.places.filter { $0.key.isError }
        #expect(Set(errors.map(\.key.code)) == ["field.type", "json.syntax"], "\(errors)")
        #expect(report.up.faults == 2 && report.down.faults == 1, "\(errors)")
        #expect(report.unread == [ExactText("requests that are not of the protocol"): 1])
    }

    @Test("The content of a posted message is validated like that of a packet", arguments: [1, 4_096])
    func posted(_ largest: Int) throws {
        func posted(_ content: String) throws -> ProxyReport {
            let body = #"{"sessionId":3,"classname":"RC:TxtMsg","content":\#(RawJSON(content).text)}"#
            let up = Self.request + Self.post("messageid=1&header=50&topic=ppMsgP&targetid=b", body)
            let down = Self.answer(#"{"headerCode":32,"status":0,"userId":"a","sessionid":"s"}"#) + Self.answer("[]")
            return try report("ws://a:1", Array(up.utf8), Array(down.utf8), seed: 6, largest: largest)
        }
        let good = try posted(#"{"content":"u"}"#)
        #expect(good.up.faults == 0 && good.up.deviations == 0 && good.up.parts == 1, "\(good.places)")
        let alias = try posted(#"{"content":"u","user":{"id":"a","icon":"http://p"}}"#)
        #expect(alias.up.faults == 0 && alias.up.deviations > 0, "\(alias.places)")
        let bad = try posted(#"{"content":"#)
        #expect(bad.up.faults == 1, "\(bad.places)")
    }

    @Test("TCP packets decode with and without a key", arguments: [nil, [1, 2, 3, 4, 5, 6, 7, 8]] as [[UInt8]?])
    func packets(_ key: [UInt8]?) throws {
        func stream(_ direction: RMTPDirection, _ packets: [RMTPPacket]) throws -> [UInt8] {
            let encoder = RMTPChannelEncoder(RMTPFormat(direction), key: try key.map { try RMTPStreamKey($0) })
            var buffer = ByteBuffer()
            for packet in packets { try encoder.encode(data: packet, out: &buffer) }
            return Array(buffer.readableBytesView)
        }
        let up = try stream(
            .up,
            [.pingReq(PingPacket()), .query(QueryPacket(topic: "pullMsg", targetID: "u", messageID: 1, data: [8, 0]))])
        let down = try stream(
            .down, [.pingResp(PingPacket()), .queryAck(QueryAckPacket(messageID: 1, date: 0, status: 0, data: [255]))])
        for largest in [1, 5, 100] {
            let report = try report("tcp://a:1", up, down + [0xc0], seed: 3, largest: largest) {
                $0.rmtp = ProxyStreamSettings(.three, key: key)
            }
            #expect(report.up.parts == 2 && report.up.faults == 0, "\(report)")
            // The stream ends within a packet.
            #expect(report.down.faults >= 1, "\(report)")
            #expect(report.places.contains { $0.key.code == "frame.truncated" })
        }
    }

    @Test(
        "Bodies with an ambiguous length are not decoded",
        arguments: [
            "Content-Length: 1\r\nContent-Length: 1", "Content-Length: 1, 1", "Content-Length: +1",
            "Content-Length: 1\r\nTransfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked", "Content-Length : 1",
            "Content-Length: 99999999999999999999", "Transfer-Encoding:\r\n chunked",
        ])
    func smuggling(_ field: String) throws {
        let up = "POST /websocket?messageid=1 HTTP/1.1\r\n\(field)\r\n\r\n" + Self.request
        let report = try report("ws://a:1", Array(up.utf8), [], seed: 4, largest: 20)
        #expect(report.unread.count == 1 && report.up.parts == 0, "\(report)")
    }

    @Test("Any input in any division is read to its end in limited memory", arguments: 0..<24)
    func random(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let upgrade = Self.request.replacing("\r\n\r\n", with: "\r\nUpgrade: websocket\r\n\r\n")
        let parts: [[UInt8]] =
            [
                Self.request, upgrade, Self.post("messageid=1&header=80&topic=pullMsg&targetid=a", "{}"),
                Self.answer("[]"),
                Self.answer("{}", chunked: true), "HTTP/1.1 101 x\r\n\r\n", "HTTP/1.1 200 x\r\n\r\n", "\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n", "ffffffff\r\n", "Content-Length: 2097152\r\n\r\n",
                "{\"messageType\":\"login\",\"fromUserID\":\"a\"}\n", "[1,2]\r", "\0",
            ].map { Array($0.utf8) } + [
                [0x82, 0x81, 0, 0, 0, 0, 0xc0], [0x82, 0x01, 0xd0], [0x02, 0x80, 0, 0, 0, 0], [0x82, 0xfe, 0xff, 0xff],
                [0x82, 0x7f, 0, 0, 0, 0, 0, 0x10, 0, 0], [0xfa, 0xce, 1, 24, 2, 0, 0, 0, 0, 0, 0, 1], [0xc0, 0xc0, 0],
                (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) },
                [UInt8](repeating: 0x41, count: 2_000),
            ]
        func stream() -> [UInt8] {
            (0..<Int.random(in: 1...12, using: &random)).flatMap { _ in
                var part = parts.randomElement(using: &random) ?? []
                if Int.random(in: 0..<4, using: &random) == 0 {
                    part[Int.random(in: 0..<part.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                return part
            }
        }
        let up = seed % 3 == 0 ? Array(upgrade.utf8) + stream() : stream()
        let down = seed % 3 == 0 ? Array("HTTP/1.1 101 x\r\n\r\n".utf8) + stream() : stream()
        for target in ["ws://a:1", "tcp://a:1"] {
            for framing in [nil, ProxyStreamSettings()] where framing == nil || target == "tcp://a:1" {
                for largest in [7, 5_000] {
                    let report = try report(target, up, down, seed: UInt64(seed), largest: largest) {
                        $0.rmtp = framing
                    }
                    #expect(report.up.bytes == up.count && report.down.bytes == down.count)
                }
            }
        }
    }

    @Test("A framing that is determined late costs no more than its bytes")
    func linear() throws {
        // The bytes arrive one at a time: a reader that rescans everything would take minutes.
        let start = ContinuousClock.now
        let report = try report(
            "tcp://a:1", [UInt8](repeating: 0x20, count: 60_000) + Array("{}\n".utf8), [], seed: 5, largest: 1)
        #expect(report.up.parts >= 1)
        #expect(start.duration(to: .now) < .seconds(20))
    }

    @Test("A WebSocket request loses its extensions, and other data is forwarded unchanged", arguments: [1, 3, 1_000])
    func extensions(_ largest: Int) async throws {
        let received = Happenings<[UInt8]>()
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(received))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        var settings = ProxySettings(
            target: try #require(ProxySettings.target("ws://127.0.0.1:\(port)")),
            listen: try #require(LiveAddress("127.0.0.1:0")))
        settings.isQuiet = true
        let proxy = try await ProxyServer.start(settings)
        let body = "sec-websocket-extensions: in a body\r\n"
        let first = "POST /x HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let line = "sec-WebSocket-extensions: permessage-deflate; client_max_window_bits\r\n"
        let request = "GET /websocket HTTP/1.1\r\nUpgrade: websocket\r\n\(line)Sec-WebSocket-Version: 13\r\n\r\n"
        let frames: [UInt8] = [0x82, 0x81, 0, 0, 0, 0, 0xc0]
        let sent = Array((first + request).utf8) + frames
        let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: proxy.port).get()
        for start in stride(from: 0, to: sent.count, by: largest) {
            try await client.writeAndFlush(ByteBuffer(bytes: sent[start..<min(sent.count, start + largest)])).get()
        }
        try await client.close()
        let arrived = await received.first { $0 }
        #expect(arrived == Array((first + request.replacing(line, with: "")).utf8) + frames)
        proxy.end()
        _ = try await proxy.report()
        try await server.close()
    }
}

/// A handler that reports all received bytes when the input ends.
private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let happenings: Happenings<[UInt8]>
    private var bytes: [UInt8] = []

    init(_ happenings: Happenings<[UInt8]>) {
        self.happenings = happenings
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += Collector.unwrapInboundIn(data).readableBytesView
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else { return }
        let (happenings, bytes) = (happenings, bytes)
        Task { await happenings.add(bytes) }
        context.close(promise: nil)
    }
}

#endif
