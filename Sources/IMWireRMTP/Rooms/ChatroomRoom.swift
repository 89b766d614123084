// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The state of one room: its members, their restrictions, and the messages that it keeps.
struct ChatroomRoom: Sendable {
    /// The members in the order in which they joined.
    var members = OrderedStore<ExactText, Bool>()
    /// The newest messages, oldest first (CRM-023), after older ones that are still to be removed.
    private var kept: [ChatroomEntry] = []
    private var moved = 0
    var muted = OrderedStore<ExactText, Bool>()
    var whitelist = OrderedStore<ExactText, Bool>()
    /// The end of each user's ban (CRM-052).
    var bans = OrderedStore<ExactText, Int64>()
    /// The users whose last departure from the room was a removal (CRM-021).
    var thrownOut = OrderedStore<ExactText, Bool>()
    var isStopped = false
    /// The number of entries that were visited or moved so far to remove others.
    var steps: Int {
        moved + members.steps + muted.steps + whitelist.steps + bans.steps + thrownOut.steps
    }

    /// Returns whether the user is banned, and removes a ban that has ended.
    mutating func isBanned(_ user: ExactText, at now: Int64) -> Bool {
        guard let end = bans[user] else { return false }
        if now < end { return true }
        bans.remove(user)
        return false
    }

    /// Removes the user from the room, or returns false if the user is not a member.
    mutating func throwOut(_ user: ExactText, limit: Int) -> Bool {
        guard members.remove(user) != nil else { return false }
        thrownOut.remember(user, true, limit: limit)
        return true
    }

    mutating func keep(_ entry: ChatroomEntry, limit: Int) {
        kept.append(entry)
        // Several are removed at a time, because each removal moves all others.
        guard kept.count > 2 * max(0, limit) else { return }
        moved += max(0, limit)
        kept.removeFirst(kept.count - max(0, limit))
    }

    /// Returns the messages that a user who joins receives (CRM-011).
    func newest(_ count: Int, limit: Int) -> [ChatroomEntry] {
        Array(kept.suffix(max(0, min(count, limit))))
    }
}

/// The service codes for events that a chatroom refuses.
enum ChatroomCode {
    static let parameter = 33_003
    static let rate = 20_604
    static let notInRoom = 23_406
    static let muted = 23_408
    static let thrownOut = 23_409
    static let noRoom = 23_410
    static let full = 23_411
}
