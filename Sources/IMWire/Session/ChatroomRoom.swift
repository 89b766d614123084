// SPDX-License-Identifier: Apache-2.0

/// One room: who is in it, who may what, and what is kept.
struct ChatroomRoom: Sendable {
    /// In the order in which they joined.
    var members = OrderedStore<ExactText, Bool>()
    /// The newest messages, oldest first (CRM-023).
    private(set) var kept: [ChatroomEntry] = []
    var muted = OrderedStore<ExactText, Bool>()
    var whitelist = OrderedStore<ExactText, Bool>()
    /// When each ban ends (CRM-052).
    var bans = OrderedStore<ExactText, Int64>()
    /// Those whose last way out was to be thrown out (CRM-021).
    var thrownOut = OrderedStore<ExactText, Bool>()
    var isStopped = false

    /// Whether the user is still banned; a ban that is over is forgotten.
    mutating func isBanned(_ user: ExactText, at now: Int64) -> Bool {
        guard let end = bans[user] else { return false }
        if now < end { return true }
        bans.remove(user)
        return false
    }

    /// Throws the user out; false where nobody was in.
    mutating func throwOut(_ user: ExactText, limit: Int) -> Bool {
        guard members.remove(user) != nil else { return false }
        thrownOut.remember(user, true, limit: limit)
        return true
    }

    mutating func keep(_ entry: ChatroomEntry, limit: Int) {
        kept.append(entry)
        if kept.count > max(0, limit) { kept.removeFirst(kept.count - max(0, limit)) }
    }

    /// What a user who joins is given (CRM-011).
    func newest(_ count: Int) -> [ChatroomEntry] {
        Array(kept.suffix(max(0, count)))
    }
}

/// Codes of the service for what a chatroom refuses.
enum ChatroomCode {
    static let parameter = 33_003
    static let rate = 20_604
    static let notInRoom = 23_406
    static let muted = 23_408
    static let thrownOut = 23_409
    static let noRoom = 23_410
    static let full = 23_411
}
