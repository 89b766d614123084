// SPDX-License-Identifier: Apache-2.0

/// A store of values by key in insertion order, in which each operation takes amortised constant time.
///
/// It is used for messages that wait for a receipt, messages that are stored for a user, and remembered ids.
package struct OrderedStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Slot: Sendable {
        var key: Key
        var value: Value

        mutating func change(_ body: (inout Value) -> Void) { body(&value) }
    }

    /// The slots in order, in which removed entries leave holes until there are too many of them.
    private var slots: [Slot?] = []
    private var places: [Key: Int] = [:]
    /// The index before which all slots are empty.
    private var head = 0

    package init() {}

    package var count: Int { places.count }
    package var isEmpty: Bool { places.isEmpty }

    /// The values in order.
    package var values: [Value] {
        var values: [Value] = []
        values.reserveCapacity(places.count)
        for index in head..<slots.count { if let slot = slots[index] { values.append(slot.value) } }
        return values
    }

    /// The keys in order.
    package var keys: [Key] { entries.map(\.key) }

    /// The keys and values in order.
    package var entries: [(key: Key, value: Value)] {
        var entries: [(key: Key, value: Value)] = []
        entries.reserveCapacity(places.count)
        for index in head..<slots.count { if let slot = slots[index] { entries.append((slot.key, slot.value)) } }
        return entries
    }

    /// Returns the oldest entries, oldest first.
    package func oldest(_ count: Int) -> [(key: Key, value: Value)] { first(count, of: head..<slots.count) }

    /// Returns the newest entries, newest first.
    package func newest(_ count: Int) -> [(key: Key, value: Value)] {
        first(count, of: (head..<slots.count).reversed())
    }

    private func first(_ count: Int, of indices: some Sequence<Int>) -> [(key: Key, value: Value)] {
        var entries: [(key: Key, value: Value)] = []
        for index in indices {
            if entries.count >= count { break }
            if let slot = slots[index] { entries.append((slot.key, slot.value)) }
        }
        return entries
    }

    package func contains(_ key: Key) -> Bool {
        places[key] != nil
    }

    /// The value of a key.
    ///
    /// An existing key keeps its place, a new one is appended, and setting nil removes the entry.
    package subscript(_ key: Key) -> Value? {
        get { places[key].flatMap { slots[$0]?.value } }
        set {
            guard let newValue else {
                remove(key)
                return
            }
            if let place = places.updateValue(slots.count, forKey: key) {
                places[key] = place
                slots[place]?.value = newValue
            } else {
                slots.append(Slot(key: key, value: newValue))
            }
        }
    }

    /// Changes the value of a key in place, if there is one.
    package mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
        if let place = places[key] { slots[place]?.change(body) }
    }

    @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        var slot: Slot?
        swap(&slot, &slots[place])
        while head < slots.count, slots[head] == nil { head += 1 }
        if slots.count > 2 * places.count + 16 { compact() }
        return slot?.value
    }

    /// Removes the oldest entry.
    @discardableResult
    package mutating func removeFirst() -> (key: Key, value: Value)? {
        while head < slots.count {
            if let slot = slots[head] { return remove(slot.key).map { (slot.key, $0) } }
            head += 1
        }
        return nil
    }

    /// Sets a value, and removes the oldest entries that exceed `limit` (SES-007).
    package mutating func remember(_ key: Key, _ value: Value, limit: Int) {
        guard limit > 0 else { return }
        self[key] = value
        while count > limit { removeFirst() }
    }

    private mutating func compact() {
        slots = slots[head...].filter { $0 != nil }
        head = 0
        for (place, slot) in slots.enumerated() { if let slot { places[slot.key] = place } }
    }
}
