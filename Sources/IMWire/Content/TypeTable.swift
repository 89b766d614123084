// SPDX-License-Identifier: Apache-2.0

/// The types of a registry, indexed by name so that a lookup takes a few nanoseconds.
///
/// The table hashes only the length, head and tail of a name. Names are registered by the program and not by its peers,
/// so that no outsider can fill the table with colliding names.
struct TypeTable: Sendable {
    /// The types in the order in which they were added.
    private(set) var types: [ContentType] = []
    /// The indices into `types`, or -1; the count is a power of two, and at most half of the slots are used.
    private var slots = [Int](repeating: -1, count: 256)

    /// Returns the index of the type with this name, or nil if there is none.
    func index(of name: ObjectName) -> Int? {
        let bytes = name.rawValue.utf8.span
        var slot = place(of: bytes)
        while slots[slot] >= 0 {
            let index = slots[slot]
            if types[index].objectName.rawValue.utf8.span.equals(bytes) { return index }
            slot = (slot &+ 1) & (slots.count &- 1)
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
            slots = [Int](repeating: -1, count: slots.count * 2)
            for index in types.indices { insert(index) }
        } else {
            insert(types.count - 1)
        }
    }

    private mutating func insert(_ index: Int) {
        var slot = place(of: types[index].objectName.rawValue.utf8.span)
        while slots[slot] >= 0 { slot = (slot &+ 1) & (slots.count &- 1) }
        slots[slot] = index
    }

    /// Returns the slot at which the search for a name begins.
    @inline(__always)
    private func place(of name: Span<UInt8>) -> Int {
        let head = MemberTable.head(of: name, 0, name.count)
        let tail = MemberTable.tail(of: name, 0, name.count)
        let mixed =
            (head ^ tail &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(truncatingIfNeeded: name.count)) &* 0xff51_afd7_ed55_8ccd
        return Int(truncatingIfNeeded: mixed &>> 40) & (slots.count &- 1)
    }
}
