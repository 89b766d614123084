// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport
import Testing

@Suite("Session limits")
struct SessionLimitTests {
    private func message(_ id: String? = nil, to recipient: String? = nil, key: String? = nil) -> ChatMessage {
        var message = ChatMessage(.normal, messageID: id)
        message.recipientID = recipient
        message.clientMessageID = key
        return message
    }

    private func login(_ user: String) -> ChatMessage {
        var login = ChatMessage(.login)
        login.senderID = user
        return login
    }

    @Test("The documented defaults equal those of the specification")
    func defaults() {
        let client = ChatClientMachine.Configuration(user: "u")
        #expect(client.backoff == [0, 1_000, 3_000] && client.reconnectLimit == 3 && client.usesTLS)
        #expect(client.beatInterval == 1_000 && client.beatMisses == 3 && client.loginTimeout == 10_000)
        #expect(client.receiptTimeout == 10_000 && client.resendLimit == 3)
        #expect(client.outgoingLimit == 1_000 && client.seenLimit == 10_000)
        let server = ChatServerMachine.Configuration()
        #expect(server.loginTimeout == 10_000 && server.redeliverAfter == 10_000 && server.batchLimit == 1_000)
        #expect(server.keyLimit == 10_000 && server.offlineLimit == 10_000 && server.recallLimit == 100_000)
        #expect(server.storeBytes == 1_073_741_824)
    }

    @Test("The outbox holds at most the limit and is empty after the receipts (SES-040)")
    func outbox() {
        var session = ChatClientMachine(ChatClientMachine.Configuration(user: "u"))
        _ = session.handle(.connect, at: 0)
        for index in 0..<1_000 {
            #expect(session.handle(.send(key: "\(index)", message(to: "v")), at: 1).isEmpty)
        }
        let refused = session.handle(.send(key: "x", message(to: "v")), at: 1)
        #expect(refused == [TimedAction(1, .failed(key: "x", .full))])
        #expect(session.handle(.disconnect, at: 2).count == 1_002)
    }

    @Test("A normalReceipt with the time of a recall does not answer it (SES-062, SES-063)")
    func otherReceipt() {
        var configuration = ChatClientMachine.Configuration(user: "u")
        configuration.usesTLS = false
        var session = ChatClientMachine(configuration)
        _ = session.handle(.connect, at: 0)
        _ = session.handle(.opened(), at: 0)
        _ = session.handle(.received([ChatMessage(.loginReceipt)]), at: 0)
        _ = session.handle(.recall(key: "k", ChatMessage(.repeal, messageID: "m1")), at: 5)
        var receipt = ChatMessage(.normalReceipt, messageID: "m1")
        receipt.sendTime = "5"
        #expect(session.handle(.received([receipt]), at: 6).isEmpty)
        let answered = session.handle(.received([ChatMessage(.repealReceipt, messageID: "m1")]), at: 7)
        #expect(answered == [TimedAction(7, .recalled(messageID: "m1", by: "u", key: "k"))])
    }

    @Test("Many messages through one small memory need little time (SES-007)")
    func longRun() {
        var configuration = ChatClientMachine.Configuration(user: "u")
        configuration.seenLimit = 4
        configuration.usesTLS = false
        var session = ChatClientMachine(configuration)
        _ = session.handle(.connect, at: 0)
        _ = session.handle(.opened(), at: 0)
        for index in 0..<5_000 {
            let steps = session.handle(.received([message("m\(index)")]), at: 0)
            #expect(steps.count == 2)
        }
        #expect(session.handle(.received([message("m4999")]), at: 0).first?.action == .drop(messageID: "m4999"))
    }

    @Test("The server stores messages for at most userLimit users")
    func users() {
        var configuration = ChatServerMachine.Configuration()
        configuration.userLimit = 3
        var server = ChatServerMachine(configuration)
        _ = server.handle(.accepted(connection: 1), at: 0)
        _ = server.handle(.received([login("a")], connection: 1), at: 0)
        func isStored(_ steps: [TimedAction<ChatServerMachine.Action>]) -> Bool {
            steps.contains { if case .store = $0.action { true } else { false } }
        }
        #expect(isStored(server.handle(.received([message(to: "b")], connection: 1), at: 1)))
        #expect(isStored(server.handle(.received([message(to: "c")], connection: 1), at: 1)))
        #expect(isStored(server.handle(.received([message(to: "d")], connection: 1), at: 1)))
        #expect(!isStored(server.handle(.received([message(to: "e")], connection: 1), at: 1)))
    }

    @Test("A recall of 1,024 bytes is stored beyond the bytes of the stores, and a longer one is refused (SES-090)")
    func smallRecalls() throws {
        for (count, isStored) in [(1_024, true), (1_025, false)] {
            var configuration = ChatServerMachine.Configuration()
            configuration.storeBytes = 8_000  // of which a user may have a sixteenth of what is left
            var server = ChatServerMachine(configuration)
            _ = server.handle(.accepted(connection: 1), at: 0)
            _ = server.handle(.received([login("a"), message(to: "b")], connection: 1), at: 0)
            // The recall is stored with its sender, in canonical form.
            let start = #"{"messageType":"repeal","messageID":"m1","fromUserID":"a","x":""#
            let text = start + String(repeating: "p", count: count - start.utf8.count - 2) + #""}"#
            let recall = try ChatMessage(json: Array(text.utf8))
            #expect(recall.encoded().count == count)
            let actions = server.handle(.received([recall], connection: 1), at: 1).map(\.action)
            let stores = actions.contains { if case .store("b", _) = $0 { true } else { false } }
            let answer = actions.compactMap {
                if case .write(let messages, [1]) = $0 { messages.first?.kind } else { nil }
            }
            #expect(stores == isStored, "\(count)")
            #expect(answer == [isStored ? .repealReceipt : .invalidReceipt], "\(count)")
        }
    }

    @Test("A new process continues with the memory of the old one (SES-083, SES-084)")
    func memory() {
        var old = ChatServerMachine(ChatServerMachine.Configuration())
        _ = old.handle(.accepted(connection: 1), at: 0)
        _ = old.handle(.received([login("a"), message(to: "b", key: "k")], connection: 1), at: 0)
        var new = ChatServerMachine(ChatServerMachine.Configuration(), memory: old.memory)
        _ = new.handle(.accepted(connection: 1), at: 0)
        let again = new.handle(.received([login("a"), message(to: "b", key: "k")], connection: 1), at: 0)
        #expect(again.count == 3, "login, its receipt, and the first answer again")
        _ = new.handle(.accepted(connection: 2), at: 1)
        let delivered = new.handle(.received([login("b")], connection: 2), at: 1)
        guard case .write(let messages, [2])? = delivered.last?.action else {
            Issue.record("nothing is delivered")
            return
        }
        #expect(messages.map(\.messageID) == ["m1"])
    }

    @Test("nextDue is the time of the next timer, or nil without one")
    func nextDue() {
        var session = ChatClientMachine(ChatClientMachine.Configuration(user: "u"))
        #expect(session.nextDue == nil)
        _ = session.handle(.connect, at: 5)
        #expect(session.nextDue == 10_005)
        #expect(session.handle(.tick, at: 10_004).isEmpty)
        #expect(!session.handle(.tick, at: 10_005).isEmpty)
        _ = session.handle(.disconnect, at: 10_006)
        #expect(session.nextDue == nil)
    }

    @Test("The largest and smallest times neither trap nor hang", arguments: [Int64.min, -1, 0, .max - 1, .max])
    func extremes(time: Int64) {
        var configuration = ChatClientMachine.Configuration(user: "u")
        configuration.epoch = time
        configuration.usesTLS = false
        var session = ChatClientMachine(configuration)
        var server = ChatServerMachine(ChatServerMachine.Configuration())
        for now in [time, .max] {
            _ = session.handle(.connect, at: now)
            _ = session.handle(.opened(), at: now)
            _ = session.handle(.received([ChatMessage(.loginReceipt)]), at: now)
            _ = session.handle(.send(key: "k\(now)", message(to: "v")), at: now)
            _ = server.handle(.post(message(to: "a")), at: now)
            _ = server.handle(.accepted(connection: 1), at: now)
            _ = server.handle(.received([login("a")], connection: 1), at: now)
            _ = server.handle(.tick, at: now)
        }
        // No action is due after the largest time (SES-144).
        #expect(session.state == .online)
    }

    @Test("Invalid configurations neither trap nor hang")
    func senseless() {
        var client = ChatClientMachine.Configuration(user: "")
        client.loginTimeout = -5
        client.beatInterval = 0
        client.beatMisses = -1
        client.reconnectLimit = -1
        client.backoff = []
        client.receiptTimeout = -1
        client.resendLimit = -1
        client.seenLimit = -1
        client.seen = ["m"]
        client.usesTLS = false
        var session = ChatClientMachine(client)
        for now in 0..<5 as Range<Int64> {
            _ = session.handle(.connect, at: now)
            _ = session.handle(.opened(), at: now)
            _ = session.handle(.received([ChatMessage(.loginReceipt), message("m")]), at: now)
            _ = session.handle(.send(key: "", message(to: "v")), at: now)
        }
        var configuration = ChatServerMachine.Configuration()
        configuration.beatInterval = 0
        configuration.loginTimeout = 0
        configuration.batchLimit = 0
        configuration.keyLimit = -1
        configuration.recallLimit = -1
        configuration.redeliverAfter = 1
        configuration.offlineLimit = 5
        var server = ChatServerMachine(configuration)
        for now in 0..<5 as Range<Int64> {
            _ = server.handle(.accepted(connection: 1), at: now)
            _ = server.handle(.received([login("a"), message(to: "a", key: "k")], connection: 1), at: now)
        }
        _ = server.handle(.tick, at: .max)
    }

    @Test("Times never fall, and each new state is reported, for random events (SES-003, SES-008)", arguments: 0..<50)
    func anything(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var configuration = ChatClientMachine.Configuration(user: "u")
        configuration.usesTLS = seed % 2 == 0
        var session = ChatClientMachine(configuration)
        var latest = Int64.min
        var now: Int64 = 0
        for _ in 0..<300 {
            now += Int64(random.pick(-50...2_000))
            let kind = ChatMessageKind.allCases[random.pick(0...ChatMessageKind.allCases.count - 1)]
            var message = ChatMessage(kind, messageID: random.chance(70) ? "m\(random.pick(0...5))" : nil)
            message.clientMessageID = random.chance(50) ? "k\(random.pick(0...5))" : nil
            if random.chance(5) { message.code = 31_010 }
            let number = random.chance(50) ? nil : random.pick(0...3)
            let events: [ChatClientMachine.Event] = [
                .connect, .opened(connection: number), .secured(connection: number), .received([message, message]),
                .received([message]), .error(.connection), .error(.message), .closed(connection: number),
                .send(key: "k\(random.pick(0...5))", message), .recall(key: "k\(random.pick(0...5))", message),
                .disconnect, .tick, .received([ChatMessage(.loginReceipt)]),
                .received([ChatMessage(heartbeat: .standard)]),
            ]
            let before = session.state
            let steps = session.handle(events[random.pick(0...events.count - 1)], at: now)
            for step in steps {
                #expect(step.time >= latest)
                latest = step.time
            }
            if steps.count > 0, session.state != before {
                #expect(steps.contains { if case .state(session.state, _) = $0.action { true } else { false } })
            }
        }
    }
}
