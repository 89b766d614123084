// SPDX-License-Identifier: Apache-2.0

/// A value with a known approximate size in memory.
package protocol Sized {
    /// The size in bytes, without the value's own structure if that is small.
    var bytes: Int { get }
}

/// A store of values by key in insertion order that tracks their total size.
///
/// Clients determine what is stored, and messages differ in size by a factor of thousands, so that a limit on their
/// number alone does not limit memory.
package struct SizedStore<Key: Hashable & Sendable & Sized, Value: Sendable & Sized>: Sendable {
    private var store = OrderedStore<Key, Value>()
    /// The size of all keys and values, in bytes.
    package private(set) var bytes = 0
    /// The size of an entry apart from its key and value: two hash table slots and two headers.
    private static var overhead: Int { 96 }

    package init() {}

    package var count: Int { store.count }
    package var isEmpty: Bool { store.isEmpty }
    /// The keys in order.
    package var keys: [Key] { store.keys }
    /// The values in order.
    package var values: [Value] { store.values }
    /// The keys and values in order.
    package var entries: [(key: Key, value: Value)] { store.entries }

    package func contains(_ key: Key) -> Bool { store.contains(key) }

    /// Returns the oldest entries, oldest first.
    package func oldest(_ count: Int) -> [(key: Key, value: Value)] { store.oldest(count) }

    /// Returns the newest entries, newest first.
    package func newest(_ count: Int) -> [(key: Key, value: Value)] { store.newest(count) }

    /// The value of a key.
    ///
    /// An existing key keeps its place, a new one is appended, and setting nil removes the entry.
    package subscript(_ key: Key) -> Value? {
        get { store[key] }
        set {
            bytes += SizedStore.size(key, newValue) - SizedStore.size(key, store[key])
            store[key] = newValue
        }
    }

    /// Changes the value of a key in place, starting from `initial` if the key is missing.
    package mutating func change(_ key: Key, initial: Value? = nil, _ body: (inout Value) -> Void) {
        if let initial, !store.contains(key) { self[key] = initial }
        var difference = 0
        store.change(key) { value in
            let before = value.bytes
            body(&value)
            difference = value.bytes - before
        }
        bytes += difference
    }

    @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        let value = store.remove(key)
        bytes -= SizedStore.size(key, value)
        return value
    }

    /// Removes the oldest entry, or returns false if there is none.
    @discardableResult
    package mutating func removeFirst() -> Bool {
        guard let entry = store.removeFirst() else { return false }
        bytes -= SizedStore.size(entry.key, entry.value)
        return true
    }

    /// Sets a value, and removes the oldest entries that exceed `limit` (SES-007).
    package mutating func remember(_ key: Key, _ value: Value, limit: Int) {
        guard limit > 0 else { return }
        self[key] = value
        while count > limit { removeFirst() }
    }

    private static func size(_ key: Key, _ value: Value?) -> Int {
        value.map { key.bytes + $0.bytes + overhead } ?? 0
    }
}

/// A limit on the total size of many stores that also limits each of them.
///
/// A store may hold one sixteenth of the bytes that all stores leave free. A user who fills one store takes at most one
/// seventeenth of the total, and some capacity remains for every other store however many are filled. No store has to
/// be searched for or reduced because of another.
package struct StoreLimit: Hashable, Sendable {
    /// The maximum size of all stores together, in bytes.
    package let bytes: Int

    package init(bytes: Int) {
        self.bytes = bytes
    }

    /// Returns whether a store may hold `held` bytes when all stores, including it, hold `used` bytes.
    package func admits(_ held: Int, of used: Int) -> Bool {
        held <= max(0, bytes - used) / 16
    }
}

extension ExactText: Sized {
    package var bytes: Int { text.utf8.count }
}
