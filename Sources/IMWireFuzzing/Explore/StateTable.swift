// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A set of hashes of states that several threads fill, in an open-addressing table with a bound on its memory.
///
/// A state whose 64-bit hash equals that of another is missed. With n states the chance that there is any is about
/// n² / 2⁶⁵, three in a million for ten million states.
final class StateTable: Sendable {
    /// The result of an insertion.
    enum Insertion {
        case new, known
        /// The table has no room for another hash.
        case full
    }

    /// A part of the table, which has a lock of its own.
    private final class Shard: Sendable {
        let slots = Mutex(Slots())
    }

    private struct Slots {
        /// The hashes, of which 0 marks an empty slot.
        var hashes: [UInt64] = Array(repeating: 0, count: 256)
        var count = 0

        /// Returns the slot that holds the hash, or the empty one where it belongs.
        func slot(of hash: UInt64) -> Int {
            let mask = hashes.count - 1
            var slot = Int(truncatingIfNeeded: hash >> 16) & mask
            while hashes[slot] != 0, hashes[slot] != hash { slot = (slot + 1) & mask }
            return slot
        }

        mutating func grow() {
            let old = hashes
            hashes = Array(repeating: 0, count: 2 * old.count)
            for hash in old where hash != 0 { hashes[slot(of: hash)] = hash }
        }
    }

    private static let shardCount = 64
    private let shards = (0..<StateTable.shardCount).map { _ in Shard() }
    private let slotLimit: Int

    /// Creates an empty table.
    ///
    /// - Parameter bytes: the memory that the table may use, rounded down to a power of two for each of its 64 parts.
    init(bytes: Int) {
        slotLimit = max(256, bytes / (8 * StateTable.shardCount))
    }

    /// The number of hashes.
    var count: Int { shards.reduce(0) { $0 + $1.slots.withLock { $0.count } } }

    /// Inserts a hash.
    func insert(_ hash: UInt64) -> Insertion {
        let hash = max(hash, 1)
        return shards[Int(hash & 63)].slots.withLock { slots in
            let slot = slots.slot(of: hash)
            if slots.hashes[slot] == hash { return .known }
            guard slots.count < slots.hashes.count / 8 * 7 else { return .full }
            slots.hashes[slot] = hash
            slots.count += 1
            if slots.count >= slots.hashes.count / 4 * 3, 2 * slots.hashes.count <= slotLimit { slots.grow() }
            return .new
        }
    }

    /// Returns whether the table has a hash.
    func contains(_ hash: UInt64) -> Bool {
        let hash = max(hash, 1)
        return shards[Int(hash & 63)].slots.withLock { $0.hashes[$0.slot(of: hash)] == hash }
    }
}
