// SPDX-License-Identifier: Apache-2.0

/// What a schema says of one object: the content of a message, or an object inside one.
///
/// It is what a generated type is in Swift: the same table of members, beside the schemas of the objects in them.
final class ObjectSchema: Sendable {
    /// What reader, validator and writer look members up in; it lies in `memory`.
    let table: MemberTable
    /// The schema of the object in a member, or in a member's list, by slot.
    let nested: [ObjectSchema?]
    private let memory: FixedMemory

    init(table: MemberTable, nested: [ObjectSchema?], memory: FixedMemory) {
        self.table = table
        self.nested = nested
        self.memory = memory
    }

    /// The slot of the member with exactly that name.
    func slot(_ name: String) -> Int? {
        table.slot(name)
    }
}
