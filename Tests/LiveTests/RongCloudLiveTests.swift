// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireNIO
import IMWireRMTP
import LiveCommands
import NIOCore
import NIOPosix
import Testing

/// A RongCloud client on a WebSocket and its actions.
final class TestRMTPClient: Sendable {
    let happenings = Happenings<RMTPClientMachine.Action>()
    private let link: NIOLoopBound<RMTPClientDriver>
    private let loop: any EventLoop

    init(
        _ user: String, port: Int, sdk: String = "4.2.0",
        on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) async throws {
        let loop = group.next()
        self.loop = loop
        let happenings = happenings
        let link = try await loop.submit {
            var configuration = RMTPClientMachine.Configuration()
            configuration.hasRoomKeys = true
            let link = RMTPClientDriver(configuration, on: loop)
            let (stream, continuation) = AsyncStream<RMTPClientMachine.Action>.makeStream()
            link.onAction = { continuation.yield($0) }
            Task { for await action in stream { await happenings.add(action) } }
            return NIOLoopBound(link, eventLoop: loop)
        }.get()
        self.link = link
        try await loop.submit { link.value.handle(.connect) }.get()
        _ = try await RMTPWebSocketClient.connect(
            host: "127.0.0.1", port: port, target: "/websocket?appId=k&token=\(user)&sdkVer=\(sdk)&apiVer=normal",
            on: loop
        ) { try $0.pipeline.syncOperations.addRMTPClient(link.value) }.get()
    }

    func handle(_ event: RMTPClientMachine.Event) async throws {
        let link = link
        try await loop.submit { link.value.handle(event) }.get()
    }

    func connected() async {
        await happenings.first { if case .pulled = $0 { true } else { nil } }
    }

    /// Returns the sender and the content of the next message.
    func message() async -> (String?, String?) {
        await happenings.first { action -> (String?, String?)? in
            guard case .deliver(let delivery, _) = action, let envelope = try? delivery.envelope() else { return nil }
            let content = envelope.content.map { String(decoding: $0.bytes, as: UTF8.self) }
            return (envelope.senderID, content)
        }
    }

    func send(_ text: String, _ topic: FrameText, _ target: FrameText, key: Int) async throws -> PubAckPacket? {
        var body = RMTPBody.UpStreamMessage()
        body.sessionID = 3
        body.classname = "RC:TxtMsg"
        body.content = Array(#"{"content":"\#(text)"}"#.utf8)
        let request = RMTPRequest(topic: topic, targetID: target, data: try body.encoded())
        try await handle(.publish(key: key, request))
        return await happenings.first { action -> PubAckPacket? in
            if case .published(key, let packet) = action { packet } else { nil }
        }
    }
}

@Suite("RongCloud over a WebSocket", .timeLimit(.minutes(1)))
struct RongCloudLiveTests {
    @Test("A private message, a group message and a message from another device arrive")
    func messages() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let one = try await TestRMTPClient("a", port: port)
            let other = try await TestRMTPClient("b", port: port, sdk: "2.5.12")
            let twin = try await TestRMTPClient("a", port: port, sdk: "3.0.6")
            for client in [one, other, twin] { await client.connected() }
            let receipt = try await one.send("hello", "ppMsgP", "b", key: 1)
            #expect(receipt?.status == 0)
            #expect(await other.message() == ("a", #"{"content":"hello"}"#))
            #expect(await twin.message().1 == #"{"content":"hello"}"#)
            _ = try await one.send("all", "pgMsgP", "g", key: 2)
            #expect(await other.message() == ("a", #"{"content":"all"}"#))
            #expect(try await other.send("no", "pgMsgP", "elsewhere", key: 3)?.status == 22_406)
        }
    }

    @Test("Messages for an offline client are pulled, page by page by 4.x and at once by others")
    func pull() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let one = try await TestRMTPClient("a", port: port)
            await one.connected()
            for number in 1...150 { _ = try await one.send("\(number)", "ppMsgP", "b", key: number) }
            for sdk in ["4.2.0", "3.0.6"] {
                let other = try await TestRMTPClient("b", port: port, sdk: sdk)
                for number in 1...150 { #expect(await other.message() == ("a", #"{"content":"\#(number)"}"#)) }
                await other.connected()
            }
        }
    }

    @Test("A room has history, messages and keys")
    func room() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let one = try await TestRMTPClient("a", port: port)
            let other = try await TestRMTPClient("b", port: port)
            for client in [one, other] { await client.connected() }
            try await one.handle(.join(room: "r"))
            await one.happenings.first { if case .joined("r", 0) = $0 { true } else { nil } }
            #expect(try await one.send("first", "chatMsg", "r", key: 1)?.status == 0)
            #expect(try await other.send("outside", "chatMsg", "r", key: 1)?.status == 23_406)
            try await other.handle(.join(room: "r"))
            #expect(await other.message() == ("a", #"{"content":"first"}"#))
            _ = try await one.send("second", "chatMsg", "r", key: 2)
            #expect(await other.message() == ("a", #"{"content":"second"}"#))
            var entry = RMTPBody.ChrmKVEntity()
            (entry.key, entry.value) = ("k", "v")
            var set = RMTPBody.SetChrmKV()
            set.entry = entry
            try await one.handle(
                .query(key: 3, RMTPRequest(topic: "setKV", targetID: "r", data: try set.encoded())))
            let value = await other.happenings.first { action -> String? in
                if case .keysChanged("r", let entries, _) = action { entries.first?.value } else { nil }
            }
            #expect(value == "v")
        }
    }

    @Test("One device too many ends the oldest, and a wrong app key and a blocked user are rejected")
    func endings() async throws {
        var settings = testSettings()
        settings.service.devices = 1
        settings.service.blocked = ["x"]
        try await withServer(settings) { server in
            let port = try #require(server.ports.rongCloud)
            let one = try await TestRMTPClient("a", port: port)
            await one.connected()
            let other = try await TestRMTPClient("a", port: port)
            await other.connected()
            await one.happenings.first { if case .ended(.kicked) = $0 { true } else { nil } }
            let blocked = try await TestRMTPClient("x", port: port)
            await blocked.happenings.first { if case .ended(.refused(status: 9)) = $0 { true } else { nil } }
        }
    }
}

#endif
