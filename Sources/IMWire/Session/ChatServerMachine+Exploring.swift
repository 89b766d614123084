// SPDX-License-Identifier: Apache-2.0

extension ChatServerMachine: ExplorableMachine {
    /// Combines the canonical form of the state with a hash.
    ///
    /// The number of the last id is omitted, because the next id is new whatever it is.
    package func hash(into hasher: inout StateHasher) {
        for connection in connections.keys.sorted() {
            hasher.combine(connection: connection)
            guard case .online(let user, let heartbeat) = connections[connection] else { continue }
            hasher.combine(text: user.text)
            hasher.combine(heartbeat.missed)
            hasher.combine(places[user] == connection)
        }
        memory.hash(into: &hasher)
        core.hash(into: &hasher) { hasher, timer in
            switch timer {
            case .login(let connection):
                hasher.combine(0)
                hasher.combine(connection: connection)
            case .beat(let connection):
                hasher.combine(1)
                hasher.combine(connection: connection)
            case .redelivery(let connection):
                hasher.combine(2)
                hasher.combine(connection: connection)
            }
        }
    }
}

extension ChatServerMemory {
    /// Combines the stored data with a hash; the order of keys and of messages that can be recalled is omitted, because
    /// it matters only beyond a limit.
    fileprivate func hash(into hasher: inout StateHasher) {
        hasher.combine(unordered: users.entries) { hasher, entry in
            hasher.combine(text: entry.key.text)
            for message in entry.value.store.messages {
                hasher.combine(name: message.messageID)
                hasher.combine(message.kind == .repeal)
            }
            hasher.combine(unordered: entry.value.answers.entries) { hasher, answer in
                hasher.combine(text: answer.key.text)
                hasher.combine(name: answer.value.messageID)
                hasher.combine(answer.value.kind == .repealReceipt)
            }
        }
        hasher.combine(unordered: sent.entries) { hasher, entry in
            hasher.combine(name: entry.key.text)
            hasher.combine(entry.value.isRecalled)
            for recipient in entry.value.recipients { hasher.combine(text: recipient.text) }
        }
    }
}
