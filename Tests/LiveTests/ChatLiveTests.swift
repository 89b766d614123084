// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireNIO
import Testing

@Suite("Chat over TCP", .timeLimit(.minutes(1)))
struct ChatLiveTests {
    static let framings: [ChatFraming] =
        [.packets]
        + ChatLineDelimiter.allCases.flatMap { delimiter in ChatLineEncoding.allCases.map { .lines(delimiter, $0) } }

    @Test("Two clients exchange messages in every framing", arguments: framings)
    func talk(_ framing: ChatFraming) async throws {
        try await withServer { server in
            let port = try #require(server.ports.chat)
            let one = try await TestChatClient("a", port: port, framing)
            let other = try await TestChatClient("b", port: port, framing)
            try await one.run { $0.connect() }
            try await other.run { $0.connect() }
            await one.state(.online)
            await other.state(.online)
            try await one.run { $0.send(text("hello", to: "b"), key: "k1") }
            let sent = await one.happenings.first { if case .sent("k1", let id) = $0 { id } else { nil } }
            let messages = await other.delivered()
            #expect(messages.map(\.messageID) == [sent])
            #expect(messages.first?.senderID == "a")
            #expect(messages.first?.text == "hello")
        }
    }

    @Test("Messages for an offline user arrive in one batch at the login", arguments: [false, true])
    func offline(_ deflates: Bool) async throws {
        var settings = testSettings()
        settings.deflates = deflates
        try await withServer(settings) { server in
            let port = try #require(server.ports.chat)
            let one = try await TestChatClient("a", port: port, .packets, deflates: deflates)
            try await one.run { $0.connect() }
            await one.state(.online)
            for number in 1...3 {
                try await one.run { $0.send(text("number \(number)", to: "b"), key: "k\(number)") }
                await one.happenings.first { if case .sent("k\(number)", _) = $0 { true } else { nil } }
            }
            let other = try await TestChatClient("b", port: port, .packets)
            try await other.run { $0.connect() }
            let messages = await other.delivered()
            #expect(messages.compactMap(\.text) == (1...3).map { "number \($0)" })
        }
    }

    @Test("A recalled message is a notice for its recipient")
    func recall() async throws {
        try await withServer { server in
            let port = try #require(server.ports.chat)
            let one = try await TestChatClient("a", port: port, .lines())
            let other = try await TestChatClient("b", port: port, .packets)
            try await one.run { $0.connect() }
            try await other.run { $0.connect() }
            await other.state(.online)
            try await one.run { $0.send(text("oops", to: "b"), key: "k1") }
            let id = try #require(
                await one.happenings.first { if case .sent("k1", let id) = $0 { id } else { nil } } as String?)
            _ = await other.delivered()
            try await one.run { client in
                var recall = text("", to: "b")
                recall.messageID = id
                client.recall(recall, key: "k2")
            }
            let recalled = await other.happenings.first { action -> String? in
                if case .recalled(let messageID, "a", _) = action { messageID } else { nil }
            }
            #expect(recalled == id)
        }
    }

    @Test("A second login ends the first one with the reason")
    func kick() async throws {
        try await withServer { server in
            let port = try #require(server.ports.chat)
            let one = try await TestChatClient("a", port: port, .packets)
            let other = try await TestChatClient("a", port: port, .packets)
            try await one.run { $0.connect() }
            await one.state(.online)
            try await other.run { $0.connect() }
            await one.state(.kicked)
            await other.state(.online)
        }
    }
}

#endif
