// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Session ranges")
struct SessionRangeTests {
    private func normal(_ id: String? = nil, to recipient: String? = nil) -> ChatMessage {
        var message = ChatMessage(.normal, messageID: id)
        message.recipientID = recipient
        return message
    }

    @Test("A configuration outside its ranges is reported by its first member (SES-142)")
    func validation() throws {
        try ChatClientMachine.Configuration(user: "u").validate()
        try ChatServerMachine.Configuration().validate()
        var client = ChatClientMachine.Configuration(user: "u")
        client.seenLimit = .max
        client.backoff = [0, -1]
        #expect(throws: SessionError(.config, path: "/backoff")) { try client.validate() }
        var server = ChatServerMachine.Configuration()
        server.batchLimit = 0
        #expect(throws: SessionError(.config, path: "/batchLimit")) { try server.validate() }
        server = ChatServerMachine.Configuration()
        server.userLimit = -1
        #expect(throws: SessionError(.config, path: "/userLimit")) { try server.validate() }
    }

    @Test("Hostile configurations do not make a client hang (SES-142)", arguments: [Int64.min, -1, 0, .max])
    func hostileClient(number: Int64) {
        var configuration = ChatClientMachine.Configuration(user: "u")
        configuration.usesTLS = false
        configuration.epoch = number
        configuration.loginTimeout = number
        configuration.beatInterval = number
        configuration.beatMisses = Int(truncatingIfNeeded: number)
        configuration.reconnectLimit = Int(truncatingIfNeeded: number)
        configuration.backoff = [number, number]
        configuration.receiptTimeout = number
        configuration.resendLimit = Int(truncatingIfNeeded: number)
        configuration.seenLimit = Int(truncatingIfNeeded: number)
        var session = ChatClientMachine(configuration)
        var count = session.handle(.connect, at: 0).count
        count += session.handle(.opened(), at: 0).count
        count += session.handle(.received([ChatMessage(.loginReceipt)]), at: 0).count
        count += session.handle(.send(key: "k", normal(to: "v")), at: 0).count
        for time in [1, 1_000_000_000_000, Int64.max, .max] { count += session.handle(.tick, at: time).count }
        #expect(count < 50_000)
    }

    @Test("Hostile configurations do not make a server hang (SES-142)", arguments: [Int64.min, -1, 0, .max])
    func hostileServer(number: Int64) {
        var configuration = ChatServerMachine.Configuration()
        configuration.loginTimeout = number
        configuration.beatInterval = number
        configuration.beatMisses = Int(truncatingIfNeeded: number)
        configuration.redeliverAfter = number
        configuration.batchLimit = Int(truncatingIfNeeded: number)
        var server = ChatServerMachine(configuration)
        var login = ChatMessage(.login)
        login.senderID = "a"
        _ = server.handle(.accepted(connection: 1), at: 0)
        _ = server.handle(.received([login], connection: 1), at: 0)
        var count = server.handle(.post(normal(to: "a")), at: 0).count
        for time in [1, 1_000_000_000_000, Int64.max, .max] { count += server.handle(.tick, at: time).count }
        #expect(count < 50_000)
    }

    @Test("Timers that a jump in time makes due fire together at its end (SES-143)")
    func leap() {
        var configuration = ChatServerMachine.Configuration()
        configuration.beatInterval = 86_400_000
        configuration.redeliverAfter = 1
        var server = ChatServerMachine(configuration)
        var login = ChatMessage(.login)
        login.senderID = "a"
        _ = server.handle(.accepted(connection: 1), at: 0)
        _ = server.handle(.received([login], connection: 1), at: 0)
        _ = server.handle(.post(normal(to: "a")), at: 0)
        // A timer and one message allow 5,000 deliveries at their own times, and one delivery for all remaining times.
        let steps = server.handle(.tick, at: 1_000_000)
        #expect(steps.count == 5_001)
        #expect(steps.map(\.time) == Array(1...5_000) + [1_000_000])
        #expect(server.nextDue == 1_000_001)
        #expect(server.handle(.tick, at: 1_000_003).map(\.time) == [1_000_001, 1_000_002, 1_000_003])
    }

    @Test("Times beyond the range are read as its ends (SES-144)")
    func times() {
        let limit: Int64 = 9_007_199_254_740_991
        var session = ChatClientMachine(ChatClientMachine.Configuration(user: "u"))
        // The values are separate constants, since the macro would compare two literals through `AnyHashable`.
        let earliest: Int64? = session.handle(.connect, at: .min).first?.time
        #expect(earliest == -limit)
        #expect(session.nextDue == -limit + 10_000)
        session = ChatClientMachine(ChatClientMachine.Configuration(user: "u"))
        let latest: Int64? = session.handle(.connect, at: .max).first?.time
        #expect(latest == limit)
        let disconnected: Int64? = session.handle(.disconnect, at: 0).first?.time
        #expect(disconnected == limit)
        // A sum beyond 64 bits is the nearest integer.
        let (largest, smallest) = (Int64.max.later(by: 1), Int64.min.later(by: -1))
        #expect(largest == Int64.max && smallest == Int64.min)
    }

    @Test("A batch reports how many of its messages later actions deliver (SES-140)")
    func remaining() {
        var configuration = ChatClientMachine.Configuration(user: "u")
        configuration.usesTLS = false
        var session = ChatClientMachine(configuration)
        _ = session.handle(.connect, at: 0)
        _ = session.handle(.opened(), at: 0)
        _ = session.handle(.received([ChatMessage(.loginReceipt)]), at: 0)
        let batch = [
            normal("m1"), ChatMessage(.repeal, messageID: "m0"), normal("m2"), normal("m3"), normal("m1"),
        ]
        let counts = session.handle(.received(batch), at: 1).compactMap { step in
            if case .deliver(let messages, let remaining) = step.action { [messages.count, remaining] } else { nil }
        }
        #expect(counts == [[1, 2], [2, 0]])
    }
}
