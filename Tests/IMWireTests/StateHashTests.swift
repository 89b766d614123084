// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

/// An exploration skips a state whose hash it has seen, so that states that can behave differently must have different
/// hashes.
@Suite("Hashes of the states of sessions")
struct StateHashTests {
    private func hash<Machine: ExplorableMachine & ~Copyable>(of machine: borrowing Machine) -> UInt64 {
        var hasher = StateHasher()
        machine.hash(into: &hasher)
        return hasher.value
    }

    private func value(_ body: (inout StateHasher) -> Void) -> UInt64 {
        var hasher = StateHasher()
        body(&hasher)
        return hasher.value
    }

    private func pair(_ first: UInt16, _ second: UInt16) -> UInt64 {
        value { hasher in
            hasher.combine(id: first, ofServer: false)
            hasher.combine(id: second, ofServer: false)
        }
    }

    @Test("Ids are named by their first occurrence on their connection and side")
    func ids() {
        #expect(pair(1, 2) == pair(9, 7) && pair(1, 2) != pair(1, 1))
        let connections = value { hasher in
            hasher.combine(id: 1, ofServer: false)
            hasher.scope = 1
            hasher.combine(id: 1, ofServer: false)
        }
        #expect(connections == pair(1, 2))
        let sides = value { hasher in
            hasher.combine(id: 1, ofServer: false)
            hasher.combine(id: 1, ofServer: true)
        }
        #expect(sides == pair(1, 2))
        let none = value { $0.combine(id: nil, ofServer: false) }
        let first = value { $0.combine(id: 1, ofServer: false) }
        #expect(none != first)
    }

    @Test("Texts that differ in the last byte or in two bytes have different hashes")
    func texts() {
        let hashes = ["u1", "u2", "ab", "bc"].map { text in value { $0.combine(text: text) } }
        #expect(Set(hashes).count == 4)
    }

    @Test("The time until a timer is due is part of the state")
    func timers() {
        var early = ChatServerMachine(ChatServerMachine.Configuration())
        _ = early.handle(.accepted(connection: 1), at: 0)
        var late = ChatServerMachine(copying: early)
        _ = late.handle(.tick, at: 5)
        let hashes = [hash(of: early), hash(of: late)]
        #expect(hashes[0] != hashes[1])
    }

    @Test("Which of two timers is due first is part of the state")
    func kinds() {
        func server(beat: Int64, redelivery: Int64) -> UInt64 {
            var configuration = ChatServerMachine.Configuration()
            configuration.beatInterval = beat
            configuration.redeliverAfter = redelivery
            var machine = ChatServerMachine(configuration)
            var login = ChatMessage(.login)
            login.senderID = "u"
            _ = machine.handle(.accepted(connection: 1), at: 0)
            _ = machine.handle(.received([login], connection: 1), at: 0)
            var message = ChatMessage(.normal)
            message.recipientID = "u"
            _ = machine.handle(.post(message), at: 0)
            return hash(of: machine)
        }
        // Both states have timers for the same two times, but exchange the check for heartbeats and the redelivery.
        #expect(server(beat: 1_000, redelivery: 2_000) != server(beat: 2_000, redelivery: 1_000))
    }

    @Test("The key of a message that waits for a connection is part of the state")
    func keys() {
        func waiting(_ key: String) -> UInt64 {
            var machine = ChatClientMachine(ChatClientMachine.Configuration(user: "u"))
            _ = machine.handle(.connect, at: 0)
            var message = ChatMessage(.normal)
            message.recipientID = "v"
            _ = machine.handle(.send(key: key, message), at: 0)
            return hash(of: machine)
        }
        // The message has not been written, so no timer names its key.
        #expect(waiting("a") != waiting("b"))
    }

    @Test("The phase of a client is part of the state")
    func phases() {
        var hashes: Set<UInt64> = []
        func check(_ state: ChatClientMachine.State, _ events: [ChatClientMachine.Event], attempts: Int = 3) {
            var configuration = ChatClientMachine.Configuration(user: "u")
            configuration.reconnectLimit = attempts
            var machine = ChatClientMachine(configuration)
            for event in events { _ = machine.handle(event, at: 0) }
            #expect(machine.state == state)
            hashes.insert(hash(of: machine))
        }
        let login: [ChatClientMachine.Event] = [.connect, .opened(), .secured()]
        var kick = ChatMessage(.system)
        kick.code = 31_010
        // These three have the timer of the login.
        check(.connecting, [.connect])
        check(.securing, [.connect, .opened()])
        check(.loggingIn, login)
        // These five have no timers.
        check(.idle, [.tick])
        check(.offline, [.connect, .closed()], attempts: 0)
        check(.closed, [.connect, .disconnect])
        check(.refused, login + [.received([ChatMessage(.invalidReceipt)])])
        check(.kicked, login + [.received([kick])])
        #expect(hashes.count == 8)
    }

    @Test("Whether an id was delivered or recalled is part of the state (SES-066)")
    func received() {
        let received: [[ChatMessage]] = [
            [], [ChatMessage(.normal, messageID: "m1")], [ChatMessage(.repeal, messageID: "m1")],
        ]
        var hashes: Set<UInt64> = []
        for messages in received {
            var machine = client(0)
            _ = machine.handle(.received(messages), at: 1)
            hashes.insert(hash(of: machine))
        }
        #expect(hashes.count == 3)
    }

    /// Returns a client that has sent messages at the time 5 and received their receipts.
    private func client(_ count: Int) -> ChatClientMachine {
        var configuration = ChatClientMachine.Configuration(user: "u")
        configuration.usesTLS = false
        var client = ChatClientMachine(configuration)
        _ = client.handle(.connect, at: 0)
        _ = client.handle(.opened(), at: 0)
        _ = client.handle(.received([ChatMessage(.loginReceipt)]), at: 0)
        for number in 0..<count {
            var message = ChatMessage(.normal)
            message.recipientID = "v"
            _ = client.handle(.send(key: "\(number)", message), at: 5)
            var receipt = ChatMessage(.normalReceipt, messageID: "m\(number)")
            receipt.clientMessageID = "\(number)"
            _ = client.handle(.received([receipt]), at: 5)
        }
        return client
    }

    @Test("The time of the last message is part of the state until the present time is later (SES-042)")
    func lastTime() {
        // Two messages at the time 5 have the times 5 and 6. Without any message, the next one can have the time 5.
        var none = client(0)
        _ = none.handle(.tick, at: 5)
        var one = client(1)
        var two = client(2)
        let present = [hash(of: none), hash(of: one), hash(of: two)]
        #expect(Set(present).count == 3)
        _ = one.handle(.tick, at: 100)
        _ = two.handle(.tick, at: 100)
        let past = [hash(of: one), hash(of: two)]
        #expect(past[0] == past[1])
    }

    @Test("Equal times of two users have nothing in common, and those of one user are the same (FUZ-110)")
    func times() {
        func value(_ times: [(String, String)]) -> UInt64 {
            var hasher = StateHasher()
            for (user, time) in times { hasher.combine(time: time, of: user) }
            return hasher.value
        }
        #expect(value([("a", "1"), ("b", "1")]) == value([("a", "1"), ("b", "2")]))
        #expect(value([("a", "1"), ("a", "1")]) != value([("a", "1"), ("a", "2")]))
        #expect(value([("a", "5"), ("a", "5")]) == value([("b", "7"), ("b", "7")]))
    }
}
