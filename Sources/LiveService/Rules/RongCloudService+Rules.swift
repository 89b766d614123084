// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The lists of the application's server, and their effects on clients (API-090).
extension RongCloudService {
    /// The minimum time between searches for entries that have ended, in milliseconds.
    private static let pruneInterval: Int64 = 60_000

    /// The time of the lists, in milliseconds since 1970: it runs as fast as the timers, so that an entry ends in time
    /// when they are accelerated.
    var ruleTime: Int64 { ruleStart &+ ruleClock() }

    /// Adds an entry to a list, or replaces it; returns false if the store is full.
    func set(
        _ list: RuleList, in scope: String = "", _ member: String, value: String = "", end: Int64? = nil
    ) -> Bool {
        let added = scope.utf8.count + member.utf8.count + value.utf8.count + 256
        if !admits(rules.bytes(list, scope) + added, adding: added) {
            // Entries that have ended still count until they are removed.
            guard ruleTime - lastPrune > RongCloudService.pruneInterval else { return false }
            lastPrune = ruleTime
            rules.prune(at: ruleTime)
            guard admits(rules.bytes(list, scope) + added, adding: added) else { return false }
        }
        let rule = ServiceRule(value: value, end: end, time: time.now)
        record(ServiceMemory.line(list, scope, member, rule))
        rules.set(list, scope, member, rule)
        return true
    }

    func unset(_ list: RuleList, in scope: String = "", _ member: String) {
        guard rules.remove(list, scope, member) else { return }
        record(ServiceMemory.line(list, scope, member, nil))
    }

    func unsetAll(_ list: RuleList, in scope: String) {
        guard rules.removeAll(list, scope) else { return }
        record(ServiceMemory.line(list, scope, nil, nil))
    }

    /// Returns an entry, or nil if there is none or it has ended.
    func rule(_ list: RuleList, in scope: String = "", _ member: String) -> ServiceRule? {
        rules.rule(list, scope, member, at: ruleTime)
    }

    func holds(_ list: RuleList, in scope: String = "", _ member: String) -> Bool {
        rule(list, in: scope, member) != nil
    }

    /// Returns the entries of a list, in the order in which they were made.
    func rules(_ list: RuleList, in scope: String = "") -> [(member: String, rule: ServiceRule)] {
        rules.rules(list, scope, at: ruleTime)
    }

    // MARK: Effects

    /// Returns the user that a token belongs to, or nil if the token is invalid or has been invalidated.
    package func user(of token: String) -> String? {
        settings.tokens.user(of: token) { user in self.expiry(of: user) }
    }

    /// Returns the time before which tokens of a user are invalid.
    func expiry(of user: String) -> Int64 {
        rule(.expiredTokens, user).flatMap { Int64($0.value) } ?? 0
    }

    /// Returns the status with which a client's message is refused, or 0.
    func refusal(of message: SentMessage) -> UInt16 {
        let (sender, target) = (message.sender, message.conversation.target)
        func isMuted(_ members: RuleList, _ all: RuleList, except allowed: RuleList) -> Bool {
            holds(members, in: target, sender) || holds(members, sender)
                || holds(all, target) && !holds(allowed, in: target, sender)
        }
        switch message.conversation.type {
        case 1:
            if holds(.mutedInPrivate, sender) { return ServiceStatus.blocked }
            return holds(.blacklists, in: target, sender) ? ServiceStatus.blacklisted : 0
        case 3: return isMuted(.mutedInGroups, .mutedGroups, except: .allowedInGroups) ? ServiceStatus.mutedInGroup : 0
        case 4: return isMuted(.mutedInRooms, .mutedRooms, except: .allowedInRooms) ? ServiceStatus.mutedInRoom : 0
        default: return 0
        }
    }
}

extension ServiceMemory {
    /// Returns the line of a change of a list: an entry, its removal, or the removal of the list.
    static func line(_ list: RuleList, _ scope: String, _ member: String?, _ rule: ServiceRule?) -> String {
        var text = "{\"rule\":\"\(list.rawValue)\",\"scope\":\(RawJSON(scope).text)"
        if let member { text += ",\"member\":\(RawJSON(member).text)" }
        guard let rule else { return text + ",\"isRemoved\":true}" }
        if let end = rule.end { text += ",\"end\":\(end)" }
        return text + ",\"value\":\(RawJSON(rule.value).text),\"time\":\(rule.time)}"
    }
}

extension RongCloudService {
    /// Reads the line of a change of a list; returns false if the line is another one.
    func readRule(_ line: RawJSON) -> Bool {
        guard let list = line["rule"]?.string.flatMap(RuleList.init), let scope = line["scope"]?.string else {
            return false
        }
        guard line["isRemoved"] == nil else {
            if let member = line["member"]?.string {
                _ = rules.remove(list, scope, member)
            } else {
                _ = rules.removeAll(list, scope)
            }
            return true
        }
        guard let member = line["member"]?.string else { return false }
        let rule = ServiceRule(
            value: line["value"]?.string ?? "", end: line["end"]?.number?.int64,
            time: line["time"]?.number?.int64 ?? 0)
        if rule.holds(at: ruleTime) { rules.set(list, scope, member, rule) }
        return true
    }

    var ruleLines: [String] {
        rules.all.map { ServiceMemory.line($0.place.list, $0.place.scope.text, $0.member, $0.rule) }
    }
}
