// SPDX-License-Identifier: Apache-2.0

/// Values by key in the order in which they were added; every step takes constant time on average.
///
/// What waits for a receipt, what is stored for a user and what is remembered all have this shape.
struct OrderedStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Slot: Sendable {
        var key: Key
        var value: Value

        mutating func change(_ body: (inout Value) -> Void) { body(&value) }
    }

    /// In order; removed ones leave a hole until there are too many of them.
    private var slots: [Slot?] = []
    private var places: [Key: Int] = [:]
    /// No slot before this one is taken.
    private var head = 0

    var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }

    /// The values in order.
    var values: [Value] {
        var values: [Value] = []
        values.reserveCapacity(places.count)
        for index in head..<slots.count { if let slot = slots[index] { values.append(slot.value) } }
        return values
    }

    /// The keys in order.
    var keys: [Key] { entries.map(\.key) }

    /// Keys and values in order.
    var entries: [(key: Key, value: Value)] {
        var entries: [(key: Key, value: Value)] = []
        entries.reserveCapacity(places.count)
        for index in head..<slots.count { if let slot = slots[index] { entries.append((slot.key, slot.value)) } }
        return entries
    }

    func contains(_ key: Key) -> Bool {
        places[key] != nil
    }

    /// The value of a key; one that is set keeps its place, a new one goes to the end, nil removes it.
    subscript(_ key: Key) -> Value? {
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

    /// Changes the value of a key where it stands, if there is one.
    mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
        if let place = places[key] { slots[place]?.change(body) }
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        var slot: Slot?
        swap(&slot, &slots[place])
        if slots.count > 2 * places.count + 16 { compact() }
        return slot?.value
    }

    /// Removes the oldest.
    @discardableResult
    mutating func removeFirst() -> (key: Key, value: Value)? {
        while head < slots.count {
            if let slot = slots[head] { return remove(slot.key).map { (slot.key, $0) } }
            head += 1
        }
        return nil
    }

    /// Sets a value and forgets the oldest that are more than `limit` (SES-007).
    mutating func remember(_ key: Key, _ value: Value, limit: Int) {
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
