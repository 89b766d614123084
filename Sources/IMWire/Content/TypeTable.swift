// SPDX-License-Identifier: Apache-2.0

/// The types of a registry, indexed by name so that a lookup takes a few nanoseconds.
///
/// The table hashes only the length, head and tail of a name. Names are registered by the program and not by its peers,
/// so that no outsider can fill the table with colliding names.
struct TypeTable: Sendable {
    /// The types in the order in which they were added.
    private(set) var types: [ContentType] = []
    /// The count is a power of two, and at most half of the slots are used.
    private var slots = [Slot](repeating: Slot(), count: 256)

    private struct Slot: BitwiseCopyable {
        var key = NameKey()
        /// The index into `types`, or -1 if the slot is free.
        var index = -1
    }

    /// Returns the index of the type with this name, or nil if there is none.
    func index(of name: ObjectName) -> Int? {
        let bytes = name.rawValue.utf8.span
        let key = NameKey(bytes, 0, bytes.count)
        var place = place(of: key)
        while slots[place].index >= 0 {
            let slot = slots[place]
            if slot.key.head == key.head, slot.key.tail == key.tail, slot.key.length == key.length,
                key.length <= 16 || types[slot.index].objectName.rawValue.utf8.span.equals(bytes)
            {
                return slot.index
            }
            place = (place &+ 1) & (slots.count &- 1)
        }
        return nil
    }

    /// The type with this name, or nil if there is none.
    subscript(_ name: ObjectName) -> ContentType? {
        index(of: name).map { types[$0] }
    }

    /// Adds a type whose name is not yet in the table.
    mutating func append(_ type: ContentType) {
        types.append(type)
        if types.count * 2 > slots.count {
            slots = [Slot](repeating: Slot(), count: slots.count * 2)
            for index in types.indices { insert(index) }
        } else {
            insert(types.count - 1)
        }
    }

    private mutating func insert(_ index: Int) {
        let name = types[index].objectName.rawValue.utf8.span
        let key = NameKey(name, 0, name.count)
        var place = place(of: key)
        while slots[place].index >= 0 { place = (place &+ 1) & (slots.count &- 1) }
        slots[place] = Slot(key: key, index: index)
    }

    /// Returns the slot at which the search for a name begins.
    @inline(__always)
    private func place(of key: NameKey) -> Int {
        let mixed =
            (key.head ^ key.tail &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(truncatingIfNeeded: key.length))
            &* 0xff51_afd7_ed55_8ccd
        return Int(truncatingIfNeeded: mixed &>> 40) & (slots.count &- 1)
    }
}
