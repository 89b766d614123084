// SPDX-License-Identifier: Apache-2.0

/// An object that a schema describes, with the values of its members.
public struct SchemaObject: Hashable, Sendable {
    let schema: ObjectSchema
    /// The values, by slot.
    var values: [SchemaValue?]
    /// The members that the schema does not name, which are kept and written again.
    public var unknownMembers = UnknownMembers()

    init(_ schema: ObjectSchema) {
        self.schema = schema
        values = Array(repeating: nil, count: schema.table.members.count)
    }

    /// Accesses the value of a member by its canonical name; nil if the member is absent or does not exist.
    ///
    /// Setting a value that the member cannot hold has no effect; ``set(_:for:)`` throws an error instead.
    public subscript(_ name: String) -> SchemaValue? {
        get { schema.slot(name).flatMap { values[$0] } }
        set { try? set(newValue, for: name) }
    }

    /// Sets the value of a member, or removes it if `value` is nil.
    ///
    /// - Throws: `encode.member` if the object has no such member, or if the member is of another kind.
    public mutating func set(_ value: SchemaValue?, for name: String) throws(EncodeError) {
        guard let slot = schema.slot(name) else { throw EncodeError(.member, path: "/?") }
        if let value, !value.fits(schema.table.members[slot].kind, schema.nested[slot]) {
            throw EncodeError(.member, path: "/" + name)
        }
        values[slot] = value
    }

    /// Returns an empty object for a member that holds an object or an array of objects, or nil for any other member.
    public func makeObject(for name: String) -> SchemaObject? {
        schema.slot(name).flatMap { schema.nested[$0] }.map { SchemaObject($0) }
    }

    /// Returns whether two objects have the same schema and equal members.
    public static func == (one: SchemaObject, other: SchemaObject) -> Bool {
        one.schema === other.schema && one.values == other.values && one.unknownMembers == other.unknownMembers
    }

    /// Hashes the members, consistently with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
        hasher.combine(unknownMembers)
    }
}

/// The value of a member that a schema describes.
@nonexhaustive
public enum SchemaValue: Hashable, Sendable {
    /// A string.
    case string(String)
    /// Base64 text.
    case base64(Base64Text)
    /// A number as it is spelled, an integer or not.
    case number(JSONNumber)
    /// A Boolean.
    case boolean(Bool)
    /// JSON text that is not parsed.
    case json(RawJSON)
    /// An array of strings.
    case strings([String])
    /// An object.
    case object(SchemaObject)
    /// An array of objects.
    case objects([SchemaObject])

    /// Returns whether a member of this kind can hold the value.
    func fits(_ kind: MemberTable.Kind, _ nested: ObjectSchema?) -> Bool {
        switch (kind, self) {
        case (.string, .string), (.base64, .base64), (.number, .number), (.boolean, .boolean), (.any, .json): true
        case (.integer, .number), (.strings, .strings): true
        case (.rawObject, .json(let json)), (.stringMap, .json(let json)), (.stringListMap, .json(let json)):
            json.kind == .object
        case (.rawArray, .json(let json)): json.kind == .array
        case (.object, .object(let object)): object.schema === nested
        case (.objects, .objects(let objects)): objects.allSatisfy { $0.schema === nested }
        default: false
        }
    }
}
