// SPDX-License-Identifier: Apache-2.0

/// A store of values by key in insertion order, in which each operation takes amortised constant time.
///
/// It is used for messages that wait for a receipt, messages that are stored for a user, and remembered ids. It is
/// usable from inline, because the compiler otherwise does not specialize it in other modules, and unspecialized code is
/// several times as slow.
@usableFromInline
package struct OrderedStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline struct Slot: Sendable {
        @usableFromInline var key: Key
        @usableFromInline var value: Value

        @inlinable
        init(key: Key, value: Value) { (self.key, self.value) = (key, value) }

        @inlinable
        mutating func change<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
    }

    /// The slots in order, in which removed entries leave holes until there are too many of them.
    @usableFromInline var slots: [Slot?] = []
    @usableFromInline var places: [Key: Int] = [:]
    /// The index before which all slots are empty.
    @usableFromInline var head = 0
    /// The number of slots that were visited so far to find entries and to remove holes.
    @usableFromInline package internal(set) var steps = 0

    @inlinable package init() {}

    @inlinable @inline(__always) package var count: Int { places.count }
    @inlinable @inline(__always) package var isEmpty: Bool { places.isEmpty }

    /// The values in order.
    @inlinable package var values: [Value] {
        var values: [Value] = []
        values.reserveCapacity(places.count)
        for index in head..<slots.count { if let slot = slots[index] { values.append(slot.value) } }
        return values
    }

    /// The keys in order.
    @inlinable package var keys: [Key] { entries.map(\.key) }

    /// The keys and values in order.
    @inlinable package var entries: [(key: Key, value: Value)] {
        var entries: [(key: Key, value: Value)] = []
        entries.reserveCapacity(places.count)
        for index in head..<slots.count { if let slot = slots[index] { entries.append((slot.key, slot.value)) } }
        return entries
    }

    /// Returns the oldest entries, oldest first.
    @inlinable package func oldest(_ count: Int) -> [(key: Key, value: Value)] { first(count, of: head..<slots.count) }

    /// Returns the newest entries, newest first.
    @inlinable package func newest(_ count: Int) -> [(key: Key, value: Value)] {
        first(count, of: (head..<slots.count).reversed())
    }

    @inlinable func first(_ count: Int, of indices: some Sequence<Int>) -> [(key: Key, value: Value)] {
        var entries: [(key: Key, value: Value)] = []
        for index in indices {
            if entries.count >= count { break }
            if let slot = slots[index] { entries.append((slot.key, slot.value)) }
        }
        return entries
    }

    @inlinable @inline(__always) package func contains(_ key: Key) -> Bool {
        places[key] != nil
    }

    /// The value of a key.
    ///
    /// An existing key keeps its place, a new one is appended, and setting nil removes the entry.
    @inlinable @inline(__always) package subscript(_ key: Key) -> Value? {
        get { places[key].flatMap { slots[$0]?.value } }
        set { if let newValue { update(key, newValue) } else { remove(key) } }
    }

    /// Sets the value of a key, and returns the previous one.
    @discardableResult @inlinable
    package mutating func update(_ key: Key, _ value: Value) -> Value? {
        if let place = places[key] {
            return slots[place]?.change { held in
                let previous = held
                held = value
                return previous
            }
        }
        places[key] = slots.count
        slots.append(Slot(key: key, value: value))
        return nil
    }

    /// Returns what `body` reads from the value of a key, or nil if there is none.
    @inlinable @inline(__always)
    package func read<Result>(_ key: Key, _ body: (Value) -> Result) -> Result? {
        places[key].flatMap { place in slots[place].map { body($0.value) } }
    }

    /// Changes the value of a key in place, if there is one.
    @discardableResult @inlinable @inline(__always)
    package mutating func change<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        places[key].flatMap { slots[$0]?.change(body) }
    }

    @discardableResult @inlinable
    package mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        var slot: Slot?
        swap(&slot, &slots[place])
        skipHoles()
        if slots.count > 2 * places.count + 16 { compact() }
        return slot?.value
    }

    /// Removes the oldest entry.
    @discardableResult @inlinable
    package mutating func removeFirst() -> (key: Key, value: Value)? {
        skipHoles()
        guard head < slots.count, let slot = slots[head] else { return nil }
        return remove(slot.key).map { (slot.key, $0) }
    }

    @inlinable mutating func skipHoles() {
        let start = head
        while head < slots.count, slots[head] == nil { head += 1 }
        steps += head - start
    }

    /// Sets a value, and removes the oldest entries that exceed `limit` (SES-007).
    @inlinable package mutating func remember(_ key: Key, _ value: Value, limit: Int) {
        guard limit > 0 else { return }
        self[key] = value
        while count > limit { removeFirst() }
    }

    @inlinable mutating func compact() {
        steps += slots.count - head
        slots = slots[head...].filter { $0 != nil }
        head = 0
        for (place, slot) in slots.enumerated() { if let slot { places[slot.key] = place } }
    }
}
