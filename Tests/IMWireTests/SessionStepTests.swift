// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

/// Counts the timers and entries that the sessions visit: their number for an event must not grow with the number of
/// sessions, messages or timers, except with its logarithm for timers.
@Suite("Steps of sessions")
struct SessionStepTests {
    /// The steps that a number of timers may cost each: both ways through the heap, and its share of a purge.
    private func timerSteps(_ count: Int) -> Int { 2 * (Int.bitWidth - count.leadingZeroBitCount) + 8 }

    enum Order: CaseIterable {
        case ascending, descending, random
    }

    private func numbers(_ count: Int, _ order: Order) -> [Int] {
        switch order {
        case .ascending: return Array(0..<count)
        case .descending: return (0..<count).reversed()
        case .random:
            var state: UInt64 = 1
            var numbers = Array(0..<count)
            for index in numbers.indices.reversed() {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                numbers.swapAt(index, Int(state >> 33) % (index + 1))
            }
            return numbers
        }
    }

    @Test("Timers are set, replaced, canceled and fired in logarithmic steps", arguments: Order.allCases)
    func timers(order: Order) {
        for count in [1_000, 64_000] {
            let numbers = numbers(count, order)
            var timers = SessionTimers<Int>()
            func check(_ what: Comment, _ body: () -> Void) {
                let before = timers.steps
                body()
                #expect(timers.steps - before <= count * timerSteps(count), what)
            }
            check("set") { for number in numbers { timers.set(number, at: Int64(number)) } }
            check("replaced") { for number in numbers { timers.set(number, at: Int64(count + number)) } }
            check("cancelled") { for number in numbers { timers.cancel(number) } }
            #expect(timers.nextDue == nil)
            for number in numbers { timers.set(number, at: Int64(number)) }
            check("fired") { while timers.removeDue(by: .max) != nil {} }
        }
    }

    @Test("Entries are added, found and removed in a constant number of steps", arguments: Order.allCases)
    func entries(order: Order) {
        for count in [1_000, 64_000] {
            var store = OrderedStore<Int, Bool>()
            for number in 0..<count { store[number] = true }
            for number in numbers(count, order) { store.remove(number) }
            // Each entry was visited when it was removed, or afterwards as a hole.
            #expect(store.isEmpty && (count...4 * count).contains(store.steps))
            for number in 0..<count { store[number] = true }
            let before = store.steps
            while store.removeFirst() != nil {}
            #expect((count...2 * count).contains(store.steps - before))
            for number in 0..<count { store.remember(number, true, limit: 10) }
            #expect(store.count == 10 && store.steps <= 12 * count)
        }
    }

    @Test("An event that arrives while another is handled moves few events")
    func queue() {
        var queue = SessionQueue(ChatServerMachine(ChatServerMachine.Configuration()))
        for number in 0...10_000 {
            let isFirst = queue.begin(.tick)
            #expect(isFirst == (number == 0))
        }
        var handled = 1
        while queue.next() != nil {
            handled += 1
            if handled <= 10_000 { _ = queue.begin(.tick) }
        }
        let steps = queue.steps
        #expect(handled == 20_000 && steps > 0 && steps <= 2 * handled)
    }

    private func message(_ kind: ChatMessageKind, from sender: Int, id: String? = nil) -> ChatMessage {
        var message = ChatMessage(kind, messageID: id)
        message.senderID = "u\(sender)"
        return message
    }

    @Test("A server's steps for an event do not grow with the number of sessions")
    func server() {
        for count in [1_000, 16_000] {
            var configuration = ChatServerMachine.Configuration()
            configuration.beatMisses = 10
            var server = ChatServerMachine(configuration)
            func check(_ what: Comment, _ body: (Int) -> Void) {
                let before = server.steps
                for number in 1...count { body(number) }
                #expect(server.steps - before <= 2 * count * timerSteps(count), what)
            }
            check("logins") {
                _ = server.handle(.accepted(connection: $0), at: 0)
                _ = server.handle(.received([message(.login, from: $0)], connection: $0), at: Int64($0 % 1_000))
            }
            check("messages") {
                var text = message(.normal, from: $0)
                text.clientMessageID = "k\($0)"
                text.recipientID = "u\($0 % count + 1)"
                _ = server.handle(.received([text], connection: $0), at: 1_000)
            }
            check("receipts") {
                let receipt = message(.normalReceipt, from: $0 % count + 1, id: "m\($0)")
                _ = server.handle(.received([receipt], connection: $0 % count + 1), at: 1_000)
            }
            #expect(server.memory.bytes > 0)
            check("heartbeats") { if $0 == 1 { _ = server.handle(.tick, at: 2_500) } }
            check("ends") { _ = server.handle(.closed(connection: $0), at: 2_500) }
            #expect(server.nextDue == nil)
        }
    }

    @Test("A message to a group, and its receipts, cost each recipient a number of steps that does not grow")
    func group() {
        for count in [1_000, 16_000] {
            let users = (0...count).map { "u\($0)" }
            var configuration = ChatServerMachine.Configuration()
            (configuration.groups, configuration.beatMisses) = (["g": users], 10)
            var server = ChatServerMachine(configuration)
            for number in 0...count {
                _ = server.handle(.accepted(connection: number), at: 0)
                _ = server.handle(.received([message(.login, from: number)], connection: number), at: 0)
            }
            let before = server.steps
            for number in 1...3 {
                var text = message(.normal, from: 0)
                (text.clientMessageID, text.groupID, text.chatType) = ("k\(number)", "g", .group)
                let steps = server.handle(.received([text], connection: 0), at: 1)
                #expect(steps.contains { if case .write(_, let to) = $0.action { to.count == count } else { false } })
                let receipt = ChatMessage(.normalReceipt, messageID: "m\(number)")
                var removed = 0
                for connection in 1...count {
                    let steps = server.handle(.received([receipt], connection: connection), at: 1)
                    removed += steps.count { if case .remove = $0.action { true } else { false } }
                }
                #expect(removed == count)
            }
            #expect(server.steps - before <= 3 * count * timerSteps(count))
        }
    }

    @Test("A server that remembers keys and messages removes the oldest in a constant number of steps (SES-007)")
    func memory() {
        var configuration = ChatServerMachine.Configuration()
        (configuration.keyLimit, configuration.recallLimit, configuration.offlineLimit) = (100, 100, 100_000)
        var server = ChatServerMachine(configuration)
        _ = server.handle(.accepted(connection: 1), at: 0)
        _ = server.handle(.received([message(.login, from: 1)], connection: 1), at: 0)
        for number in 0..<20_000 {
            var text = message(.normal, from: 1)
            (text.clientMessageID, text.recipientID) = ("k\(number)", "u2")
            _ = server.handle(.received([text], connection: 1), at: 0)
        }
        #expect(server.steps <= 20_000 * 8)
    }

    @Test(
        "A client's steps for an event do not grow with the messages that wait, in any order", arguments: Order.allCases
    )
    func client(order: Order) {
        for count in [1_000, 16_000] {
            var configuration = ChatClientMachine.Configuration(user: "u")
            (configuration.outgoingLimit, configuration.usesTLS) = (count, false)
            var client = ChatClientMachine(configuration)
            _ = client.handle(.connect, at: 0)
            _ = client.handle(.opened(), at: 0)
            _ = client.handle(.received([ChatMessage(.loginReceipt)]), at: 0)
            for number in 0..<count {
                var text = ChatMessage(.normal)
                text.recipientID = "v"
                _ = client.handle(.send(key: "\(number)", text), at: 0)
            }
            var sent = 0
            for number in numbers(count, order) {
                var receipt = ChatMessage(.normalReceipt, messageID: "m\(number)")
                receipt.clientMessageID = "\(number)"
                let steps = client.handle(.received([receipt]), at: 0)
                sent += steps.count { if case .sent = $0.action { true } else { false } }
            }
            #expect(sent == count)
            // What was received is remembered.
            for number in 0..<count {
                _ = client.handle(.received([ChatMessage(.normal, messageID: "n\(number)")]), at: 0)
            }
            #expect(client.steps <= 3 * count * timerSteps(count))
        }
    }
}
