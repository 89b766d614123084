// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

/// Bounds of the bytes of a server's stores, of which each may hold one sixteenth of what all of them leave free.
@Suite("Limits of stores in bytes (SES-081, SES-090)")
struct StoreLimitTests {
    private func text(_ kind: ChatMessageKind, _ id: String? = nil, _ padding: Int = 0) -> ChatMessage {
        var message = ChatMessage(kind, messageID: id)
        message.recipientID = "b"
        message.nickname = String(repeating: "x", count: padding)
        return message
    }

    private func server(_ storeBytes: Int) -> ChatServerMachine {
        var configuration = ChatServerMachine.Configuration()
        configuration.storeBytes = storeBytes
        var server = ChatServerMachine(configuration)
        var login = ChatMessage(.login)
        login.senderID = "a"
        _ = server.handle(.accepted(connection: 1), at: 0)
        _ = server.handle(.received([login], connection: 1), at: 0)
        return server
    }

    /// Returns the messages that are stored by actions.
    private func stored(_ steps: [TimedAction<ChatServerMachine.Action>]) -> [EncodedChatMessage] {
        steps.compactMap { if case .store(_, let message) = $0.action { message } else { nil } }
    }

    @Test("A store may hold exactly one sixteenth of the free bytes")
    func sixteenth() {
        let limit = StoreLimit(bytes: 32)
        #expect(limit.admits(1, of: 16) && !limit.admits(2, of: 16))
        #expect(limit.admits(0, of: 32) && limit.admits(0, of: 33) && !limit.admits(1, of: 33))
    }

    @Test("The first message fits if it is a seventeenth of the bytes")
    func first() throws {
        var large = server(1 << 20)
        let message = try #require(stored(large.handle(.post(text(.normal)), at: 0)).first)
        var exact = server(17 * message.bytes)
        #expect(stored(exact.handle(.post(text(.normal)), at: 0)) == [message])
        var small = server(17 * message.bytes - 1)
        let steps = small.handle(.post(text(.normal)), at: 0)
        #expect(stored(steps).isEmpty && steps.map(\.action).contains(.overflow(user: "b", messageID: "m1")))
    }

    @Test("A small recall is stored although the store is full")
    func smallRecall() {
        var server = server(20_000)
        var count = 0
        while stored(server.handle(.received([text(.normal, nil, 100)], connection: 1), at: 0)).count == 1 {
            count += 1
        }
        #expect(count > 1)
        // The recall is larger than the message that was refused, and has less than 1,024 bytes.
        let recall = stored(server.handle(.received([text(.repeal, "m\(count)", 700)], connection: 1), at: 0))
        #expect(recall.map(\.kind) == [.repeal] && recall.allSatisfy { $0.bytes > 700 && $0.bytes <= 1_024 })
    }

    @Test("The oldest keys are forgotten when they exceed a sixteenth of the free bytes (SES-083)")
    func keys() {
        // A key takes 599 bytes with its answer, so that three of them fit beside the messages.
        var server = server(40_000)
        func send(_ number: Int) -> [TimedAction<ChatServerMachine.Action>] {
            var message = text(.normal)
            message.clientMessageID = "\(number)" + String(repeating: "k", count: 500)
            return server.handle(.received([message], connection: 1), at: 0)
        }
        for number in 1...6 { #expect(stored(send(number)).map(\.messageID) == ["m\(number)"]) }
        let again = send(6)
        let answers = again.compactMap { step in
            if case .write(let messages, [1]) = step.action { messages.first?.messageID } else { nil }
        }
        #expect(stored(again).isEmpty && answers == ["m6"])
        #expect(stored(send(1)).map(\.messageID) == ["m7"])
    }

    @Test("A large recall is stored only if a seventeenth of the bytes is left for it")
    func largeRecall() {
        func recalls(_ storeBytes: Int, isConfirmed: Bool = false) -> Int {
            var server = server(storeBytes)
            guard stored(server.handle(.received([text(.normal)], connection: 1), at: 0)).count == 1 else { return -1 }
            if isConfirmed {
                var login = ChatMessage(.login)
                login.senderID = "b"
                _ = server.handle(.accepted(connection: 2), at: 0)
                _ = server.handle(.received([login, text(.normalReceipt, "m1")], connection: 2), at: 0)
            }
            return stored(server.handle(.received([text(.repeal, "m1", 100_000)], connection: 1), at: 0)).count
        }
        #expect(recalls(18 * 100_000) == 1)
        #expect(recalls(16 * 100_000) == 0)
        // After the receipt of the message, nothing is kept for its recipient.
        #expect(recalls(18 * 100_000, isConfirmed: true) == 1)
        #expect(recalls(16 * 100_000, isConfirmed: true) == 0)
    }
}
