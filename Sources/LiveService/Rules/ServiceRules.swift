// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A list that the application's server keeps through the server API.
enum RuleList: String, CaseIterable, Sendable {
    case blockedUsers, expiredTokens, profiles, blacklists, whitelists, tags, mutedInPrivate, quietHours, remarks
    case groupNames, mutedInGroups, mutedGroups, allowedInGroups, groupRemarks
    case mutedInRooms, blockedInRooms, mutedRooms, allowedInRooms, protectedUsers, lowPriorities, protectedTypes
    case keptAlive, roomOptions
    case expansions, notifications, pins, words
}

/// An entry of a list: its value, and the times at which it was made and at which it ends.
struct ServiceRule: Sendable, Sized {
    var value = ""
    /// The time at which the entry ends, in milliseconds since 1970, or nil if it has no end.
    var end: Int64?
    var time: Int64 = 0

    var bytes: Int { value.utf8.count + 32 }

    func holds(at now: Int64) -> Bool { end.map { $0 > now } ?? true }
}

/// The lists that the application's server keeps, each for a user, a group, a room or a message, or for the application
/// (API-090).
struct ServiceRules: Sendable, Sized {
    /// A list and the id that it belongs to, which is empty for a list of the application.
    struct ScopedList: Hashable, Sendable, Sized {
        var list: RuleList
        var scope: ExactText

        var bytes: Int { scope.bytes + 8 }
    }

    private struct Members: Sendable, Sized {
        var rules = SizedStore<ExactText, ServiceRule>()

        var bytes: Int { rules.bytes }
    }

    private var places = SizedStore<ScopedList, Members>()

    var bytes: Int { places.bytes }

    /// Returns the size of one list in bytes.
    func bytes(_ list: RuleList, _ scope: String) -> Int {
        places[ScopedList(list: list, scope: ExactText(scope))]?.bytes ?? 0
    }

    /// Returns an entry, or nil if there is none or it has ended.
    func rule(_ list: RuleList, _ scope: String, _ member: String, at now: Int64) -> ServiceRule? {
        let rule = places[ScopedList(list: list, scope: ExactText(scope))]?.rules[ExactText(member)]
        return rule.flatMap { $0.holds(at: now) ? $0 : nil }
    }

    /// Returns the entries of a list that have not ended, in the order in which they were made.
    func rules(_ list: RuleList, _ scope: String, at now: Int64) -> [(member: String, rule: ServiceRule)] {
        (places[ScopedList(list: list, scope: ExactText(scope))]?.rules.entries ?? []).compactMap { member, rule in
            rule.holds(at: now) ? (member.text, rule) : nil
        }
    }

    /// All entries with their lists.
    var all: [(place: ScopedList, member: String, rule: ServiceRule)] {
        places.entries.flatMap { place, members in
            members.rules.entries.map { (place, $0.key.text, $0.value) }
        }
    }

    mutating func set(_ list: RuleList, _ scope: String, _ member: String, _ rule: ServiceRule) {
        places.change(ScopedList(list: list, scope: ExactText(scope)), initial: Members()) {
            $0.rules[ExactText(member)] = rule
        }
    }

    /// Removes an entry; returns false if there was none.
    mutating func remove(_ list: RuleList, _ scope: String, _ member: String) -> Bool {
        let place = ScopedList(list: list, scope: ExactText(scope))
        var isFound = false
        places.change(place) { isFound = $0.rules.remove(ExactText(member)) != nil }
        if places[place]?.rules.isEmpty ?? false { places.remove(place) }
        return isFound
    }

    /// Removes a list; returns false if it was empty.
    mutating func removeAll(_ list: RuleList, _ scope: String) -> Bool {
        places.remove(ScopedList(list: list, scope: ExactText(scope))) != nil
    }

    /// Removes all entries that have ended.
    mutating func prune(at now: Int64) {
        for (place, member, rule) in all where !rule.holds(at: now) { _ = remove(place.list, place.scope.text, member) }
    }
}
