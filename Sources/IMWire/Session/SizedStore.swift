// SPDX-License-Identifier: Apache-2.0

/// A value that knows how many bytes of memory it takes, about.
package protocol Sized {
    /// The bytes, without those of the value's own structure where they are few.
    var bytes: Int { get }
}

/// Values by key in the order in which they were added, and the bytes that they take together.
///
/// What clients send fills stores, and messages differ in size by a factor of thousands: a bound on their number alone
/// bounds no memory.
package struct SizedStore<Key: Hashable & Sendable & Sized, Value: Sendable & Sized>: Sendable {
    private var store = OrderedStore<Key, Value>()
    /// The bytes of all keys and values.
    package private(set) var bytes = 0
    /// The bytes of an entry beside its key and value: two hash table slots and two headers.
    private static var overhead: Int { 96 }

    package init() {}

    package var count: Int { store.count }
    package var isEmpty: Bool { store.isEmpty }
    /// The keys in order.
    package var keys: [Key] { store.keys }
    /// The values in order.
    package var values: [Value] { store.values }
    /// Keys and values in order.
    package var entries: [(key: Key, value: Value)] { store.entries }

    package func contains(_ key: Key) -> Bool { store.contains(key) }

    /// The value of a key; one that is set keeps its place, a new one goes to the end, nil removes it.
    package subscript(_ key: Key) -> Value? {
        get { store[key] }
        set {
            bytes += SizedStore.size(key, newValue) - SizedStore.size(key, store[key])
            store[key] = newValue
        }
    }

    /// Changes the value of a key where it stands; one that is missing is `initial` before the change.
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

    /// Removes the oldest; false if there is none.
    @discardableResult
    package mutating func removeFirst() -> Bool {
        guard let entry = store.removeFirst() else { return false }
        bytes -= SizedStore.size(entry.key, entry.value)
        return true
    }

    /// Sets a value and forgets the oldest that are more than `limit` (SES-007).
    package mutating func remember(_ key: Key, _ value: Value, limit: Int) {
        guard limit > 0 else { return }
        self[key] = value
        while count > limit { removeFirst() }
    }

    private static func size(_ key: Key, _ value: Value?) -> Int {
        value.map { key.bytes + $0.bytes + overhead } ?? 0
    }
}

/// A bound on the bytes of many stores, and so on those of each.
///
/// A store may hold a sixteenth of what all stores leave free. Whoever fills his own store takes a seventeenth of the
/// whole at most, and however many are filled something is left for every other. No store has to be searched for, and
/// none is cut because of another.
package struct StoreLimit: Hashable, Sendable {
    /// The bytes that all stores may hold together.
    package let bytes: Int

    package init(bytes: Int) {
        self.bytes = bytes
    }

    /// Whether a store may hold `held` bytes when all of them hold `used`, its own included.
    package func admits(_ held: Int, of used: Int) -> Bool {
        held <= max(0, bytes - used) / 16
    }
}

extension ExactText: Sized {
    package var bytes: Int { text.utf8.count }
}

extension SessionMessage: Sized {
    /// The texts, and the structure that holds them.
    package var bytes: Int {
        func count(_ text: String?) -> Int { text?.utf8.count ?? 0 }
        let ids = count(messageID) + count(clientMessageID) + count(senderID) + count(recipientID) + count(groupID)
        let others = count(messageType) + count(chatType) + count(deviceType) + count(versionCode) + count(sendTime)
        return MemoryLayout<SessionMessage>.stride + ids + others + count(payload?.text)
    }
}
