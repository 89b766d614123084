// SPDX-License-Identifier: Apache-2.0

import IMWire

extension ChatroomMachine: ExplorableMachine {
    /// Combines the canonical form of the state with a hash.
    ///
    /// The load and the times of the rate limit are omitted: the caller keeps the former, and sends fewer messages than
    /// the latter allows. So is the number of the last id, because the next id is new whatever it is.
    package func hash(into hasher: inout StateHasher) {
        for name in rooms.keys.sorted() {
            guard let room = rooms[name] else { continue }
            hasher.combine(text: name.text)
            hasher.combine(unordered: room.members.keys) { $0.combine(text: $1.text) }
            for entry in room.newest(.max, limit: configuration.kept) { hasher.combine(name: entry.id) }
            hasher.combine(room.isStopped)
            for list in [room.muted, room.whitelist, room.thrownOut] {
                hasher.combine(unordered: list.keys) { $0.combine(text: $1.text) }
            }
            hasher.combine(unordered: room.bans.entries) { hasher, ban in
                hasher.combine(text: ban.key.text)
                hasher.combine(ban.value, from: now)
            }
        }
    }
}
