// SPDX-License-Identifier: Apache-2.0

import IMWire

extension RMTPClientMachine: ExplorableMachine {
    /// Combines the canonical form of the state with a hash.
    ///
    /// Ids of packets are named by their first occurrence. Messages from the user's other devices, the keys of rooms
    /// and the last id are omitted: the caller has one device for each user, uses no keys, and uses few of the ids.
    package func hash(into hasher: inout StateHasher) {
        switch state {
        case .idle: hasher.combine(0)
        case .opening: hasher.combine(1)
        case .waiting(let since):
            hasher.combine(2)
            hasher.combine(since, from: now)
        case .online: hasher.combine(3)
        }
        hasher.combine(misses)
        for id in publications.keys.sorted() {
            hasher.combine(id: id, ofServer: false)
            hasher.combine(publications[id] ?? -1)
        }
        hasher.combine(questions.count)
        for id in questions.keys.sorted() {
            hasher.combine(id: id, ofServer: false)
            switch questions[id] {
            case .application(let key): hasher.combine(key << 3)
            case .pull(let target): hash(target, into: &hasher)
            case .join(let visit): hash(.room(visit), into: &hasher, 2)
            case .leave(let room):
                hasher.combine(3)
                hasher.combine(text: room.text)
            case .keys(let visit): hash(.room(visit), into: &hasher, 4)
            case nil: break
            }
        }
        hasher.combine(UInt64(bitPattern: boxes.inbox))
        hasher.combine(UInt64(bitPattern: boxes.outbox))
        if let running = pulls.running { hash(running, into: &hasher) }
        for target in pulls.waiting.keys { hash(target, into: &hasher, 5) }
        for name in rooms.keys.sorted() {
            guard let room = rooms[name] else { continue }
            hasher.combine(text: name.text)
            hasher.combine(room.number << 8 | room.waitingJoins << 2 | (room.wasJoined ? 2 : 0) | (room.isIn ? 1 : 0))
            hasher.combine(UInt64(bitPattern: room.time))
        }
        core.hash(into: &hasher) { hasher, timer in
            switch timer {
            case .connAck: hasher.combine(0)
            case .ping: hasher.combine(1)
            case .pong: hasher.combine(2)
            case .pull: hasher.combine(3)
            case .publication(let id), .question(let id):
                hasher.combine(4)
                hasher.combine(id: id, ofServer: false)
            }
        }
    }

    private func hash(_ target: PullTarget, into hasher: inout StateHasher, _ kind: Int = 1) {
        hasher.combine(kind)
        switch target {
        case .inbox: hasher.combine(0)
        case .room(let visit):
            hasher.combine(visit.number)
            hasher.combine(text: visit.name.text)
        }
    }
}
