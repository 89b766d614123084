// SPDX-License-Identifier: Apache-2.0

extension ChatClientMachine: ExplorableMachine {
    /// Combines the canonical form of the state with a hash.
    ///
    /// The number of the connection is omitted: the caller knows which of its connections is the present one. The text
    /// of a waiting message follows from its key and its time.
    package func hash(into hasher: inout StateHasher) {
        hasher.combine(current.number)
        if case .online(let heartbeat) = current { hasher.combine(heartbeat.missed) }
        hasher.combine(reconnect.attempts)
        let keys = outbox.keys
        hasher.combine(keys.count)
        for key in keys {
            hasher.combine(text: key.text)
            guard let entry = outbox[key] else { continue }
            hasher.combine(time: entry.sendTime, of: configuration.user)
            hasher.combine(entry.resends)
        }
        // Of the previous message's time only matters whether the next message can have the present time.
        let time = configuration.epoch.later(by: now)
        if lastSendTime >= time { hasher.combine(lastSendTime, from: time) }
        inbox.hash(into: &hasher)
        core.hash(into: &hasher) { hasher, timer in
            switch timer {
            case .login: hasher.combine(0)
            case .beat: hasher.combine(1)
            case .attempt: hasher.combine(2)
            case .receipt(let key):
                hasher.combine(3)
                hasher.combine(text: key.text)
            }
        }
    }
}
