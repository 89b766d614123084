// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

/// Entries that are removed were visited, so that each kind of work adds to the steps by which growth is measured.
@Suite("Steps of each kind of work of sessions")
struct SessionWorkTests {
    private func message(_ kind: ChatMessageKind, id: String? = nil, key: String? = nil) -> ChatMessage {
        var message = ChatMessage(kind, messageID: id)
        message.recipientID = "v"
        message.clientMessageID = key
        return message
    }

    @Test("A server counts the entries of the messages that can be recalled, the keys and the stores")
    func server() {
        var configuration = ChatServerMachine.Configuration()
        (configuration.keyLimit, configuration.recallLimit) = (10, 10)
        var server = ChatServerMachine(configuration)
        for (connection, user) in [(1, "u"), (2, "v")] {
            var login = message(.login)
            login.senderID = user
            _ = server.handle(.accepted(connection: connection), at: 0)
            _ = server.handle(.received([login], connection: connection), at: 0)
        }
        var before = 0
        func added() -> Int {
            let work = server.steps - server.core.timers.steps
            defer { before = work }
            return work - before
        }
        for _ in 0..<100 { _ = server.handle(.received([message(.normal)], connection: 1), at: 0) }
        let sent = added()
        #expect(sent >= 90)
        for number in 0..<100 {
            _ = server.handle(.received([message(.normal, key: "k\(number)")], connection: 1), at: 0)
        }
        let keys = added()
        #expect(keys >= 190, "100 messages that can be recalled, and 90 keys")
        // One message stays, because a user for whom nothing is kept is forgotten with the count of that store.
        for number in 1...199 {
            _ = server.handle(.received([message(.normalReceipt, id: "m\(number)")], connection: 2), at: 0)
        }
        let receipts = added()
        #expect(receipts >= 199)
    }

    @Test("A client counts the entries of the messages that wait, and of the messages and recalls that it remembers")
    func client() {
        var configuration = ChatClientMachine.Configuration(user: "u")
        (configuration.seenLimit, configuration.usesTLS) = (10, false)
        var client = ChatClientMachine(configuration)
        _ = client.handle(.connect, at: 0)
        _ = client.handle(.opened(), at: 0)
        _ = client.handle(.received([ChatMessage(.loginReceipt)]), at: 0)
        var before = 0
        func added() -> Int {
            let work = client.steps - client.core.timers.steps
            defer { before = work }
            return work - before
        }
        for number in 0..<100 { _ = client.handle(.send(key: "\(number)", message(.normal)), at: 0) }
        for number in 0..<100 {
            let receipt = message(.normalReceipt, id: "m\(number)", key: "\(number)")
            _ = client.handle(.received([receipt]), at: 0)
        }
        let sent = added()
        #expect(sent >= 100)
        for number in 0..<100 { _ = client.handle(.received([message(.normal, id: "n\(number)")]), at: 0) }
        let seen = added()
        #expect(seen >= 90)
        for number in 0..<100 { _ = client.handle(.received([message(.repeal, id: "r\(number)")]), at: 0) }
        let recalled = added()
        #expect(recalled >= 90)
    }
}
