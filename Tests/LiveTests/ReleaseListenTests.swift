// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import FoundationNetworking
import IMWire
import IMWireNIO
import IMWireRMTP
import NIOCore
import NIOPosix
import Testing

@Suite("Releases of the vendor's SDK under test", .timeLimit(.minutes(2)))
struct ReleaseListenTests {
    private static let scenario = #"""
        {"area":"scenario","cases":[{"id":"opening","title":"t","requirements":["RMTP-222"],"level":"MUST",
        "op":"session.run","input":{"machine":"rmtp-client","events":[
        {"at":0,"event":"connect"},{"at":10,"event":"opened"},
        {"at":20,"event":"received","packet":{"packet":"CONNACK","status":0,"userId":"ann","sessionId":"s","timestamp":1}},
        {"at":30,"event":"received","packet":{"packet":"QUERYACK","messageId":1,"date":0,"status":0,"qos":1},
        "body":{"message":"DownStreamMessages","value":{"list":[],"syncTime":5}}}]},
        "expect":[{"actions":[{"at":0,"action":"open"},{"at":20,"action":"write","packet":{"packet":"QUERY",
        "topic":"pullMsg","targetId":"ann","messageId":1,"data":"CAAQACABMAA="}},
        {"at":30,"action":"write","packet":{"packet":"QUERYCON","messageId":1}}],"only":["open","write","close"]}],
        "live":{"clock":"real"},"tags":[],"provenance":"a test"}]}
        """#

    /// A scenario in which the client is sent to another address.
    private static let moved = #"""
        {"area":"scenario","cases":[{"id":"moved","title":"t","requirements":["RMTP-222"],"level":"MUST",
        "op":"session.run","input":{"machine":"rmtp-client","events":[
        {"at":0,"event":"connect"},{"at":10,"event":"opened"},
        {"at":20,"event":"received","packet":{"packet":"CONNACK","status":6}},
        {"at":1000,"event":"connect"},{"at":1010,"event":"opened"},
        {"at":1020,"event":"received","packet":{"packet":"CONNACK","status":0,"userId":"ann","sessionId":"s",
        "timestamp":1}}]},
        "expect":[{"actions":[{"at":0,"action":"open"},{"at":20,"action":"close"},{"at":1000,"action":"open"},
        {"at":1020,"action":"write","packet":{"packet":"QUERY","topic":"pullMsg","targetId":"ann","messageId":1,
        "data":"CAAQACABMAA="}}],"only":["open","write","close"]}],"live":{"clock":"real"},"tags":[],
        "provenance":"a test"}]}
        """#

    /// Runs the scenario with a client that says which release it is, and returns the run and the navigation answer.
    private func conform(
        _ query: String, _ scenario: String = scenario, _ options: [String] = [], connections: Int = 1
    ) async throws -> (code: Int32, output: String, navigation: String) {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).json")
        try Data(scenario.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let tool = try LiveTool(
            "imwire-live",
            ["conform", "--listen", "ws://127.0.0.1:0", "--cases", file.path, "--timeout", "20000"] + options)
        let port = try await tool.wait { tool in
            tool.errorText.firstMatch(of: /ws:\/\/127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }
        }
        func get(_ path: String) async throws -> String {
            let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
            return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
        }
        // The runner knows the scenario's user once it waits for its client.
        var navigation = ""
        while !navigation.contains("ann") {
            navigation = try await get("/navi.js?appId=k&token=t&callBack=f")
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await get("/ping?r=1") == "pong")
        #expect(try await get("/pullmsg.js") == "not found\n")
        var channels: [any Channel] = []
        for _ in 0..<connections {
            let channel = try await RMTPWebSocketClient.connect(
                host: "127.0.0.1", port: port, target: "/websocket?appId=k&token=t\(query)",
                on: MultiThreadedEventLoopGroup.singleton.next()
            ) { channel in
                try channel.pipeline.syncOperations.addHandler(FakeRelease())
            }.get()
            // A client that is sent elsewhere connects again at once.
            if channels.count + 1 < connections { try await channel.closeFuture.get() }
            channels.append(channel)
        }
        let code = try await tool.end()
        for channel in channels { try? await channel.close().get() }
        return (code, tool.outputText, navigation)
    }

    @Test("A connection that a release opens too early is kept for the scenario (LIV-124)", arguments: [true, false])
    func early(_ isRelease: Bool) async throws {
        let driver = #"while read line; do echo '{"ok":{}}'; done"#
        let run = try await conform(
            isRelease ? "&sdkVer=4.2.0" : "", Self.moved, ["--driver", driver], connections: 2)
        #expect(run.code == (isRelease ? 0 : 1), "\(run.output)")
    }

    @Test("A release finds the runner, and its own opening passes (LIV-120, LIV-121, LIV-122)")
    func opening() async throws {
        let run = try await conform("&sdkVer=4.2.0&apiVer=normal")
        #expect(run.code == 0, "\(run.output)")
        #expect(run.navigation.hasPrefix("f({\"code\":200,\"server\":\"127.0.0.1:"), "\(run.navigation)")
        #expect(run.navigation.contains("\"userId\":\"ann\"") && run.navigation.contains("\"kvStorage\":0"))
    }

    @Test("The same opening fails a client that is not a release (LIV-121)")
    func stranger() async throws {
        let run = try await conform("")
        #expect(run.code == 1, "\(run.output)")
        #expect(run.output.contains("PINGREQ"), "\(run.output)")
    }
}

/// A client with the opening of release 4.2.0, which confirms the answer to its pull.
private final class FakeRelease: ChannelInboundHandler {
    typealias InboundIn = RMTPArrival
    typealias OutboundOut = RMTPPacket

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .success(let packet) = FakeRelease.unwrapInboundIn(data) else { return }
        switch packet {
        case .connAck(let packet) where packet.status == 6: context.close(promise: nil)
        case .connAck:
            let packets: [RMTPPacket] = [
                .pingReq(PingPacket()),
                .query(QueryPacket(topic: "pullSeAtts", targetID: "ann", messageID: 1, data: [8, 0])),
                .query(QueryPacket(topic: "pullMsg", targetID: "ann", messageID: 2, data: [8, 0, 16, 0])),
            ]
            for packet in packets { context.write(FakeRelease.wrapOutboundOut(packet), promise: nil) }
            context.flush()
        case .queryAck(let answer) where answer.messageID == 2:
            context.writeAndFlush(
                FakeRelease.wrapOutboundOut(.queryCon(QueryConPacket(messageID: 2))), promise: nil)
        default: break
        }
    }
}

#endif
