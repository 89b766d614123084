// SPDX-License-Identifier: Apache-2.0

/// The schema of one object: the content of a message, or an object nested in it.
///
/// It corresponds to a generated Swift type: it has the same table of members, and the schemas of the nested objects.
final class ObjectSchema: Sendable {
    /// The table in which the reader, validator and writer look up members, which is stored in `memory`.
    let table: MemberTable
    /// The schemas of the objects in members or in their arrays, by slot.
    let nested: [ObjectSchema?]
    private let memory: FixedMemory

    init(table: MemberTable, nested: [ObjectSchema?], memory: FixedMemory) {
        self.table = table
        self.nested = nested
        self.memory = memory
    }

    /// Returns the slot of the member with exactly this name, or nil if there is none.
    func slot(_ name: String) -> Int? {
        table.slot(name)
    }
}
