// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import FoundationNetworking
import IMWire
import IMWireNIO
import IMWireRMTP
import LiveCommands
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

/// The server bounds the bytes that it stores, regardless of what one user sends to whom.
@Suite("Bytes of stores", .serialized, .timeLimit(.minutes(2)))
struct StoreTests {
    /// Large messages are slow in a build without optimization and would delay other tests on a shared event loop.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private static let limit = 1 << 20
    private let large = String(repeating: "x", count: 20_000)

    private func settings() -> LiveSettings {
        var settings = testSettings()
        settings.service.storeBytes = StoreTests.limit
        return settings
    }

    /// Returns the number of bytes that a side stores, as the status page reports it.
    private func stored(_ side: String, _ server: LiveServer) async throws -> Int {
        let port = try #require(server.ports.rongCloud)
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/state.json"))
        let json = try RawJSON(text: String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self))
        return Int(try #require(json["bytes"]?[side]?.number?.int64))
    }

    /// Sends a message and returns whether the server has accepted it.
    private func send(_ message: ChatMessage, _ key: String, _ client: TestChatClient) async throws -> Bool {
        try await client.run { $0.send(message, key: key) }
        return await client.happenings.first { action in
            switch action {
            case .sent(key, _): true
            case .failed(key, _, _): false
            default: nil
            }
        }
    }

    @Test("A user who fills the chat stores leaves room for others")
    func chat() async throws {
        try await withServer(settings()) { server in
            let port = try #require(server.ports.chat)
            let clients = try await [
                TestChatClient("m", port: port, .packets, on: StoreTests.group),
                TestChatClient("a", port: port, .packets, on: StoreTests.group),
                TestChatClient("b", port: port, .packets, on: StoreTests.group),
            ]
            for client in clients {
                try await client.run { $0.connect() }
                await client.state(.online)
            }
            var taken = 0
            for number in 0..<60 where try await send(text(large, to: "u\(number)"), "m\(number)", clients[0]) {
                taken += 1
            }
            #expect((10...50).contains(taken))
            // One user's store is full before all stores are.
            let count = try await stored("chat", server)
            #expect(count <= StoreTests.limit && count > 1 << 19)
            #expect(try await send(text("hello", to: "b"), "k", clients[1]))
            #expect(await clients[2].delivered().first?.text == "hello")
            // Keys take space as well, and the oldest are removed.
            for number in 0..<20 { _ = try await send(text("hi", to: "b"), "\(number)" + large, clients[0]) }
            #expect(try await stored("chat", server) <= StoreTests.limit)
        }
    }

    @Test("Recalls use no more space than available")
    func recalls() async throws {
        try await withServer(settings()) { server in
            let port = try #require(server.ports.chat)
            let client = try await TestChatClient("m", port: port, .packets, on: StoreTests.group)
            try await client.run { $0.connect() }
            await client.state(.online)
            var ids: [String] = []
            for number in 0..<20 {
                let key = "m\(number)"
                try await client.run { $0.send(text("hi", to: "u"), key: key) }
                ids.append(await client.happenings.first { if case .sent(key, let id) = $0 { id ?? "" } else { nil } })
            }
            var taken = 0
            for (number, id) in ids.enumerated() {
                var recall = text(number == 19 ? "small" : large, to: "u")
                recall.messageID = id
                let (key, sent) = ("r\(number)", recall)
                try await client.run { $0.recall(sent, key: key) }
                let isTaken = await client.happenings.first { action -> Bool? in
                    switch action {
                    case .recalled(_, _, key): true
                    case .failed(key, _, _): false
                    default: nil
                    }
                }
                if isTaken { taken += 1 }
                if number == 19 { #expect(isTaken) }
            }
            #expect((2...4).contains(taken))
            #expect(try await stored("chat", server) < 1 << 18)
        }
    }

    @Test("RongCloud's stores drop the oldest of the largest users, and answers fit into packets")
    func rongCloud() async throws {
        try await withServer(settings()) { server in
            let port = try #require(server.ports.rongCloud)
            let one = try await TestRMTPClient("m", port: port, on: StoreTests.group)
            let other = try await TestRMTPClient("a", port: port, on: StoreTests.group)
            for client in [one, other] { await client.connected() }
            for number in 1...60 {
                _ = try await one.send(large, "ppMsgP", FrameText("y\(number % 30)"), key: number)
            }
            #expect(try await stored("rongcloud", server) <= StoreTests.limit)
            #expect(try await other.send("hello", "ppMsgP", "b", key: 1)?.status == 0)
            let late = try await TestRMTPClient("b", port: port)
            #expect(await late.message() == ("a", #"{"content":"hello"}"#))
        }
    }

    @Test("Settings of users count as stored bytes and are rejected if they do not fit")
    func userSettings() async throws {
        for limit in [40_000, StoreTests.limit] {
            var settings = settings()
            settings.service.storeBytes = limit
            try await withServer(settings) { server in
                let client = try await TestRMTPClient("m", port: try #require(server.ports.rongCloud))
                await client.connected()
                let before = try await stored("rongcloud", server)
                var input = RMTPBody.SetUserSettingInput()
                (input.version, input.value) = (0, String(repeating: "x", count: 4_096))
                let request = RMTPRequest(topic: "setOfflineMsgDur", targetID: "m", data: try input.encoded())
                try await client.handle(.query(key: 1, request))
                let answer = await client.happenings.first { action -> QueryAckPacket? in
                    if case .answered(key: 1, let packet) = action { packet } else { nil }
                }
                let isStored = limit == StoreTests.limit
                #expect((answer.status == 0) == isStored)
                #expect((try await stored("rongcloud", server) - before >= 4_096) == isStored)
            }
        }
    }

    @Test("Large messages are pulled in answers that fit into packets", arguments: ["4.2.0", "3.0.6"])
    func pages(_ sdk: String) async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let one = try await TestRMTPClient("a", port: port, on: StoreTests.group)
            await one.connected()
            let large = String(repeating: large, count: 5)
            for number in 1...8 { _ = try await one.send(large + "\(number)", "ppMsgP", "b", key: number) }
            let other = try await TestRMTPClient("b", port: port, sdk: sdk, on: StoreTests.group)
            // Releases that pull only one page receive the rest after a later notification.
            for number in 1...(sdk == "4.2.0" ? 8 : 5) {
                #expect(await other.message().1 == #"{"content":"\#(large)\#(number)"}"#)
            }
        }
    }

    @Test("Pending data for clients that do not read is limited for all of them together")
    func outbound() throws {
        let total = SharedBytes(limit: 1_700_000)
        let channels = (0..<2).map { _ in EmbeddedChannel(handler: OutboundLimit(total: total)) }
        for channel in channels { _ = channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)) }
        // A sixteenth of the remainder of 1,700,000 bytes.
        _ = channels[0].write(ByteBuffer(repeating: 0, count: 99_000))
        try channels[0].throwIfErrorCaught()
        #expect(total.held == 99_000)
        _ = channels[1].write(ByteBuffer(repeating: 0, count: 99_000))
        #expect(throws: OutboundLimit.Failure.tooMuch) { try channels[1].throwIfErrorCaught() }
        for channel in channels { channel.flush() }
        #expect(total.held == 0)
        for channel in channels { _ = try? channel.finish() }
    }

    @Test("Incomplete messages of clients are limited for all of them together")
    func inbound() throws {
        let total = SharedBytes(limit: 1_700_000)
        let limits = (0..<3).map { _ in InboundLimit(total) }
        let channels = limits.map { EmbeddedChannel(handler: $0) }
        for channel in channels { _ = channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)) }
        func send(_ channel: EmbeddedChannel, _ count: Int) throws {
            try channel.writeInbound(ByteBuffer(repeating: 0, count: count))
        }
        // A sixteenth of the remainder of 1,700,000 bytes.
        try send(channels[0], 99_000)
        try send(channels[1], 90_000)
        #expect(total.held == 189_000)
        #expect(throws: InboundLimit.Failure.self) { try send(channels[1], 9_000) }
        #expect(!channels[1].isActive)
        #expect(total.held == 99_000)
        // A message of ordinary size is always admitted, and a complete one no longer counts.
        total.add(1_600_000)
        try send(channels[2], 16_384)
        limits[2].keep()
        total.add(-1_600_000)
        limits[0].keep(90_000)
        #expect(total.held == 90_000)
        for channel in channels { _ = try? channel.finish() }
        #expect(total.held == 0)
    }
}

#endif
