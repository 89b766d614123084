// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The keys of a chatroom and their values (RMTP-199, RMTP-396).
package struct RoomKeys: Sized {
    /// The last change of each key; a removed key has the status 4.
    private var entries = SizedStore<ExactText, RMTPBody.ChrmKVEntity>()
    /// The number of keys, without removed ones.
    package private(set) var count = 0
    /// The time of the last change.
    private(set) var time: Int64 = 0

    private static let limit = 100
    private static let removed: Int32 = 4
    private static let overwrites: Int32 = 2
    private static let leavesWithOwner: Int32 = 1

    package var bytes: Int { entries.bytes }

    /// Returns the number of bytes by which a new entry grows the keys.
    static func size(_ entry: RMTPBody.ChrmKVEntity, by user: String) -> Int {
        entry.bytes + (entry.key ?? "").utf8.count + user.utf8.count + 96
    }

    private static func isSame(_ owner: String?, _ user: String) -> Bool { ExactText(owner) == ExactText(user) }
    private static func isRemoved(_ status: Int32) -> Bool { status & removed != 0 }
    private static func isRemoved(_ entry: RMTPBody.ChrmKVEntity) -> Bool { (entry.status ?? 0) & removed != 0 }

    /// Returns whether a text is a valid key: 1 to 128 characters from `A-Z a-z 0-9 _ = + -`.
    private static func isKey(_ key: String) -> Bool {
        (1...128).contains(key.utf8.count)
            && key.utf8.allSatisfy { $0.isASCIILetterOrDigit || "_=+-".utf8.contains($0) }
    }

    /// Sets a key, and returns 0 or the code of the refusal.
    mutating func set(_ entry: RMTPBody.ChrmKVEntity, by user: String, at time: Int64) -> UInt16 {
        guard let key = entry.key, RoomKeys.isKey(key), (entry.value ?? "").utf8.count <= 16_384 else {
            return ServiceStatus.roomParameter
        }
        if let old = entries[ExactText(key)], !RoomKeys.isRemoved(old) {
            let mayOverwrite = (entry.status ?? 0) & RoomKeys.overwrites != 0
            if !RoomKeys.isSame(old.uid, user), !mayOverwrite { return ServiceStatus.keyIsTaken }
        } else if count >= RoomKeys.limit {
            return ServiceStatus.tooManyKeys
        }
        store(entry, key, entry.status ?? 0, user, time)
        return 0
    }

    /// Removes a key, and returns 0 or the code of the refusal.
    mutating func remove(_ entry: RMTPBody.ChrmKVEntity, by user: String, at time: Int64) -> UInt16 {
        guard let key = entry.key, let old = entries[ExactText(key)], !RoomKeys.isRemoved(old) else {
            return ServiceStatus.noSuchKey
        }
        if !RoomKeys.isSame(old.uid, user), (entry.status ?? 0) & RoomKeys.overwrites == 0 {
            return ServiceStatus.keyIsTaken
        }
        store(old, key, RoomKeys.removed, user, time)
        return 0
    }

    /// Removes the keys that are bound to a member who leaves; returns false if there are none.
    mutating func leave(_ user: String, at time: Int64) -> Bool {
        var isChanged = false
        for (key, entry) in entries.entries where RoomKeys.isSame(entry.uid, user) && !RoomKeys.isRemoved(entry) {
            guard (entry.status ?? 0) & RoomKeys.leavesWithOwner != 0 else { continue }
            store(entry, key.text, RoomKeys.removed, user, time)
            isChanged = true
        }
        return isChanged
    }

    private mutating func store(
        _ entry: RMTPBody.ChrmKVEntity, _ key: String, _ status: Int32, _ user: String, _ time: Int64
    ) {
        // At most twice the limit of keys are stored, removed ones included; a new key replaces the oldest removed one.
        let name = ExactText(key)
        let old = entries[name]
        if old == nil, entries.count >= 2 * RoomKeys.limit {
            let gone = entries.entries.filter { RoomKeys.isRemoved($0.value) }
            if let oldest = gone.min(by: { ($0.value.timestamp ?? 0) < ($1.value.timestamp ?? 0) }) {
                entries[oldest.key] = nil
            }
        }
        if let old, !RoomKeys.isRemoved(old) { count -= 1 }
        // Made anew, because the one that has arrived may have fields that no limit covers.
        var kept = RMTPBody.ChrmKVEntity()
        kept.key = key
        kept.status = status
        kept.value = RoomKeys.isRemoved(status) ? "" : entry.value
        kept.timestamp = time
        kept.version = time
        kept.uid = user
        entries[name] = kept
        if !RoomKeys.isRemoved(kept) { count += 1 }
        self.time = max(self.time, time)
    }

    /// Returns the changes since a time, or all keys if the time is 0.
    func changes(since time: Int64) -> RMTPBody.ChrmKVOutput {
        var output = RMTPBody.ChrmKVOutput()
        let found = entries.values.filter { ($0.timestamp ?? 0) > time && (time > 0 || !RoomKeys.isRemoved($0)) }
        output.entries = found.sorted { ($0.timestamp ?? 0) < ($1.timestamp ?? 0) }
        output.bFullUpdate = time == 0
        output.syncTime = self.time
        return output
    }
}
