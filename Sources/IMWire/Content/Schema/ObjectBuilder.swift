// SPDX-License-Identifier: Apache-2.0

/// A builder of the member table of one object from its schema.
struct ObjectBuilder {
    /// The maximum number of members in an object, for each of which the reader keeps one bit.
    static let maximumMembers = 64

    private let file: SchemaNode
    private let isType: Bool
    private var members: [MemberTable.Member] = []
    private var aliases: [MemberTable.Alias] = []
    private var nested: [ObjectSchema?] = []
    /// The slots of the members, by name.
    private var slots: [[UInt8]: Int] = [:]
    /// All names and spellings so far, as bytes.
    private var taken: Set<[UInt8]> = []

    init(_ file: SchemaNode, isType: Bool) {
        self.file = file
        self.isType = isType
    }

    consuming func build(_ memory: FixedMemory, _ reader: inout SchemaReader) throws(SchemaError) -> ObjectSchema {
        try file.allow(isType ? SchemaKeywords.type : SchemaKeywords.object)
        guard try file.string("type") == "object" else {
            throw file["type"] == nil
                ? file.fault(.missing, "type is missing; a type without published members has x-opaque")
                : file.fault(.value, at: "type", "expected object")
        }
        guard let properties = try file.node("properties") else { throw file.fault(.missing, "properties is missing") }
        let order = try self.order(properties)
        let required = try self.required(properties)
        for name in order { taken.insert(Array(name.utf8)) }
        for name in order {
            guard let own = try properties.node(name) else { continue }
            try add(try SchemaMember(own, in: &reader), name, required.contains(Array(name.utf8)), memory)
        }
        let table = MemberTable(
            members, aliases: aliases, foreign: try foreign(memory), twin: try twin(),
            emptyDeviation: try file.deviation("x-empty") ?? 0, in: memory)
        return ObjectSchema(table: table, nested: nested, memory: memory)
    }

    /// Returns the names of the members in the order in which they are written (CNT-070).
    private func order(_ properties: SchemaNode) throws(SchemaError) -> [String] {
        if properties.members.count > ObjectBuilder.maximumMembers {
            throw properties.fault(.limit, "more than \(ObjectBuilder.maximumMembers) members")
        }
        guard let order = try file.strings("x-order") else {
            if properties.members.count < 2 { return properties.members.map(\.name) }
            throw file.fault(
                .missing, "x-order is missing; it lists the members in the order in which they are written")
        }
        var names: Set<[UInt8]> = []
        for name in order {
            guard properties[name] != nil else {
                throw file.fault(.value, at: "x-order", "\(SchemaNode.shown(name)) is not in properties")
            }
            if !names.insert(Array(name.utf8)).inserted {
                throw file.fault(.value, at: "x-order", "\(SchemaNode.shown(name)) occurs twice")
            }
        }
        for member in properties.members where !names.contains(Array(member.name.utf8)) {
            throw file.fault(.value, at: "x-order", "\(SchemaNode.shown(member.name)) is not listed")
        }
        return order
    }

    private func required(_ properties: SchemaNode) throws(SchemaError) -> Set<[UInt8]> {
        var names: Set<[UInt8]> = []
        for name in try file.strings("required") ?? [] {
            guard properties[name] != nil else {
                throw file.fault(.value, at: "required", "\(SchemaNode.shown(name)) is not in properties")
            }
            names.insert(Array(name.utf8))
        }
        return names
    }

    private mutating func add(
        _ member: SchemaMember, _ name: String, _ isRequired: Bool, _ memory: FixedMemory
    ) throws(SchemaError) {
        let slot = members.count
        let kind: MemberTable.Kind
        switch member.kind {
        case .plain(let plain):
            kind = plain
            nested.append(nil)
        case .object(let object):
            kind = .object(object.table)
            nested.append(object)
        case .objects(let object):
            kind = .objects(object.table)
            nested.append(object)
        }
        let values = FixedList(try values(member, memory), in: memory)
        var row = MemberTable.Member(memory.text(name), kind, values: values)
        row.isRequired = isRequired
        row.coerced = try member.deviation("x-coerce")
        row.missing = try member.deviation("x-missing")
        row.null = try member.deviation("x-null")
        row.foreign = try member.deviation("x-foreign")
        row.url = try member.deviation("x-url")
        try checkPlaces(member, kind)
        try checkEmpty(member)
        members.append(row)
        slots[Array(name.utf8)] = slot
        try addAliases(member, slot, memory)
    }

    /// Checks that a keyword of Base64 members and one of nested objects stand at such members (CNT-191).
    private func checkPlaces(_ member: SchemaMember, _ kind: MemberTable.Kind) throws(SchemaError) {
        if case .base64 = kind {
        } else if member.own["x-url"] != nil {
            throw member.own.fault(.keyword, at: "x-url", "the member is not Base64")
        }
        if case .object = kind {
        } else if member.own["x-empty"] != nil {
            throw member.own.fault(.keyword, at: "x-empty", "the member is no object")
        }
    }

    /// Checks that `x-empty` stands in the object's own file, because every member that holds the object reads it
    /// alike.
    private func checkEmpty(_ member: SchemaMember) throws(SchemaError) {
        guard let empty = try member.own.deviation("x-empty"), member.own.path != member.target.path else { return }
        if try member.target.deviation("x-empty") != empty {
            throw member.own.fault(.keyword, at: "x-empty", "it belongs to the file that describes the object")
        }
    }

    /// Adds the other spellings of a member.
    ///
    /// Each is `{"name", "deviation"}`, or a name alone, which is reported as DEV-150.
    private mutating func addAliases(
        _ member: SchemaMember, _ slot: Int, _ memory: FixedMemory
    ) throws(SchemaError) {
        let holder = member.holder(of: "x-aliases")
        for element in try holder.list("x-aliases") ?? [] {
            var name = element.value.string
            var deviation: UInt16?
            if name == nil {
                let node = try SchemaNode(element.value, holder.file, element.path)
                try node.allow(["name", "deviation"])
                name = try node.string("name")
                deviation = try node.deviation("deviation")
            }
            guard let name else {
                throw SchemaError(.missing, holder.file, element.path, "name is missing")
            }
            guard taken.insert(Array(name.utf8)).inserted else {
                throw SchemaError(
                    .name, holder.file, element.path, "\(SchemaNode.shown(name)) is already a member or a spelling")
            }
            aliases.append(
                MemberTable.Alias(
                    name: memory.text(name), slot: slot, deviation: deviation ?? Deviation.ID.otherSpelling.number))
        }
    }

    /// Returns the other spellings of values, in the order of the schema (CNT-047).
    private func values(_ member: SchemaMember, _ memory: FixedMemory) throws(SchemaError) -> [MemberTable.ValueAlias] {
        guard let node = try member.target.node("x-valueAliases") else { return [] }
        try node.allow(["deviation", "map"])
        let deviation = try node.deviation("deviation") ?? Deviation.ID.otherValue.number
        guard let map = try node.node("map") else { throw node.fault(.missing, "map is missing") }
        var values: [MemberTable.ValueAlias] = []
        for (written, meant) in map.members {
            let meaning: MemberTable.Meaning
            switch member.kind {
            case .plain(.string):
                guard let text = meant.string else { throw map.fault(.value, at: written, "expected a string") }
                meaning = MemberTable.Meaning(value: .text(memory.text(text)))
            case .plain(.integer), .plain(.number):
                guard let integer = meant.number?.int64 else {
                    throw map.fault(.value, at: written, "expected an integer")
                }
                meaning = .integer(integer)
            default:
                throw member.target.fault(
                    .keyword, at: "x-valueAliases", "only strings and numbers have other spellings")
            }
            values.append(MemberTable.ValueAlias(written: memory.text(written), meaning, deviation: deviation))
        }
        return values
    }

    /// Returns the members that do not belong on the wire (CNT-046); `messageName` belongs in no content.
    private mutating func foreign(_ memory: FixedMemory) throws(SchemaError) -> [MemberTable.Foreign] {
        guard isType else { return [] }
        var foreign: [MemberTable.Foreign] = []
        if let node = try file.node("x-foreignMembers") {
            for (name, _) in node.members {
                guard taken.insert(Array(name.utf8)).inserted else {
                    throw node.fault(.name, at: name, "the name is already a member or a spelling")
                }
                let deviation = try node.deviation(name) ?? Deviation.ID.localPath.number
                foreign.append(MemberTable.Foreign(name: memory.text(name), deviation: deviation))
            }
        }
        foreign.append(MemberTable.Foreign("messageName", deviation: 90))
        return foreign
    }

    /// Returns the pair of members that must not hold the same text (CNT-047), or nil if the schema names none.
    private func twin() throws(SchemaError) -> MemberTable.Twin? {
        guard let node = try file.node("x-twin") else { return nil }
        try node.allow(["members", "deviation"])
        guard let names = try node.strings("members") else { throw node.fault(.missing, "members is missing") }
        let slots = names.compactMap { self.slots[Array($0.utf8)] }
        guard names.count == 2, slots.count == 2, slots[0] != slots[1] else {
            throw node.fault(.value, at: "members", "expected the names of two members")
        }
        for slot in slots {
            guard case .string = members[slot].kind else {
                throw node.fault(.value, at: "members", "both members must hold strings")
            }
        }
        guard let deviation = try node.deviation("deviation") else {
            throw node.fault(.missing, "deviation is missing")
        }
        return MemberTable.Twin(slots[0], slots[1], deviation: deviation)
    }
}
