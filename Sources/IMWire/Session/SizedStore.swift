// SPDX-License-Identifier: Apache-2.0

/// A value with a known approximate size in memory.
@usableFromInline
package protocol Sized {
    /// The size in bytes, without the value's own structure if that is small.
    var bytes: Int { get }
}

/// A store of values by key in insertion order that tracks their total size.
///
/// Clients determine what is stored, and messages differ in size by a factor of thousands, so that a limit on their
/// number alone does not limit memory.
@usableFromInline
package struct SizedStore<Key: Hashable & Sendable & Sized, Value: Sendable & Sized>: Sendable {
    @usableFromInline var store = OrderedStore<Key, Value>()
    /// The size of all keys and values, in bytes.
    @usableFromInline package internal(set) var bytes = 0
    /// The size of an entry apart from its key and value: two hash table slots and two headers.
    @inlinable static var overhead: Int { 96 }

    @inlinable package init() {}

    @inlinable @inline(__always) package var count: Int { store.count }
    @inlinable @inline(__always) package var isEmpty: Bool { store.isEmpty }
    /// The number of slots that were visited so far to find entries and to remove holes.
    @inlinable package var steps: Int { store.steps }
    /// The keys in order.
    @inlinable package var keys: [Key] { store.keys }
    /// The values in order.
    @inlinable package var values: [Value] { store.values }
    /// The keys and values in order.
    @inlinable package var entries: [(key: Key, value: Value)] { store.entries }

    @inlinable @inline(__always) package func contains(_ key: Key) -> Bool { store.contains(key) }

    /// Returns the oldest entries, oldest first.
    @inlinable package func oldest(_ count: Int) -> [(key: Key, value: Value)] { store.oldest(count) }

    /// Returns the newest entries, newest first.
    @inlinable package func newest(_ count: Int) -> [(key: Key, value: Value)] { store.newest(count) }

    /// The value of a key.
    ///
    /// An existing key keeps its place, a new one is appended, and setting nil removes the entry.
    @inlinable @inline(__always) package subscript(_ key: Key) -> Value? {
        get { store[key] }
        set {
            bytes += SizedStore.size(key, newValue)
            bytes -= SizedStore.size(key, newValue.map { store.update(key, $0) } ?? store.remove(key))
        }
    }

    /// Returns what `body` reads from the value of a key, or nil if there is none.
    @inlinable @inline(__always) package func read<Result>(_ key: Key, _ body: (Value) -> Result) -> Result? {
        store.read(key, body)
    }

    /// Changes the value of a key in place, and returns the result of `body`, or nil if the key is missing.
    @discardableResult @inlinable @inline(__always)
    package mutating func change<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        var difference = 0
        let result = store.change(key) { value in
            let before = value.bytes
            defer { difference = value.bytes - before }
            return body(&value)
        }
        bytes += difference
        return result
    }

    /// Changes the value of a key in place, starting from `initial` if the key is missing.
    @inlinable @inline(__always)
    package mutating func change(_ key: Key, initial: @autoclosure () -> Value, _ body: (inout Value) -> Void) {
        if change(key, body) != nil { return }
        var value = initial()
        body(&value)
        self[key] = value
    }

    @discardableResult @inlinable
    package mutating func remove(_ key: Key) -> Value? {
        let value = store.remove(key)
        bytes -= SizedStore.size(key, value)
        return value
    }

    /// Removes the oldest entry, or returns false if there is none.
    @discardableResult @inlinable
    package mutating func removeFirst() -> Bool {
        guard let entry = store.removeFirst() else { return false }
        bytes -= SizedStore.size(entry.key, entry.value)
        return true
    }

    /// Sets a value, and removes the oldest entries that exceed `limit` (SES-007).
    @inlinable package mutating func remember(_ key: Key, _ value: Value, limit: Int) {
        guard limit > 0 else { return }
        self[key] = value
        while count > limit { removeFirst() }
    }

    @inlinable static func size(_ key: Key, _ value: Value?) -> Int {
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
    @usableFromInline
    package var bytes: Int { text.utf8.count }
}
