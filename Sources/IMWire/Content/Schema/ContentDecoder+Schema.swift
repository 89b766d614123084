// SPDX-License-Identifier: Apache-2.0

/// Decodes and encodes by a schema, member by member, in the same steps as the generated types.
extension ContentDecoder {
    /// Decodes a complete content and rejects anything that follows it.
    @_lifetime(self: copy self)
    mutating func content(_ schema: ObjectSchema) throws(DecodeError) -> SchemaObject {
        try scanner.begin()
        do {
            let content = try members(schema)
            frame.step = .object
            try scanner.finish()
            return content
        } catch {
            throw error.within(stepName)
        }
    }

    @_lifetime(self: copy self)
    fileprivate mutating func members(_ schema: ObjectSchema) throws(DecodeError) -> SchemaObject {
        var object = SchemaObject(schema)
        try open(schema.table)
        while let slot = try next() { object.values[slot] = try value(schema, slot) }
        object.unknownMembers = try unknownMembers()
        return object
    }

    @_lifetime(self: copy self)
    private mutating func value(_ schema: ObjectSchema, _ slot: Int) throws(DecodeError) -> SchemaValue? {
        switch schema.table.members[slot].kind {
        case .string: return try string().map { .string($0) }
        case .base64: return try base64().map { .base64($0) }
        case .integer: return try integer().map { .number($0) }
        case .number: return try number().map { .number($0) }
        case .boolean: return try boolean().map { .boolean($0) }
        case .any: return try any().map { .json($0) }
        case .strings: return try strings().map { .strings($0) }
        case .rawObject: return try rawObject().map { .json($0) }
        case .rawArray: return try rawArray().map { .json($0) }
        case .stringMap: return try map(ofLists: false).map { .json($0) }
        case .stringListMap: return try map(ofLists: true).map { .json($0) }
        case .object, .objects: break
        }
        guard let inner = schema.nested[slot] else { return nil }
        if case .object = schema.table.members[slot].kind { return try object(by: inner).map { .object($0) } }
        return try objects(by: inner).map { .objects($0) }
    }
}

extension ObjectSchema: NestedObject {
    var emptyDeviation: UInt16 { table.emptyDeviation }

    @_lifetime(reader: copy reader)
    func members(_ reader: inout ContentDecoder) throws(DecodeError) -> SchemaObject {
        try reader.members(self)
    }
}

extension SchemaObject {
    /// Encodes the object in its canonical form.
    public func encode(to writer: inout ContentEncoder) {
        defer { extendLifetime(schema) }
        writer.open(unknownMembers)
        for (slot, value) in values.enumerated() {
            guard let value else { continue }
            writer.member(schema.table.members[slot], value)
        }
        writer.close(unknownMembers)
    }
}

extension ContentEncoder {
    fileprivate mutating func member(_ member: MemberTable.Member, _ value: SchemaValue) {
        switch value {
        case .string(let text): self.member(member.name, text)
        case .base64(let text): self.member(member.name, text)
        case .number(let number): self.member(member.name, number)
        case .boolean(let boolean): self.member(member.name, boolean)
        case .json(let json): self.member(member.name, json)
        case .strings(let strings): self.member(member.name, strings)
        case .object(let value):
            object(member.name, omitsEmpty: value.schema.table.emptyDeviation != 0) { value.encode(to: &$0) }
        case .objects(let values): objects(member.name, values) { writer, value in value.encode(to: &writer) }
        }
    }
}
