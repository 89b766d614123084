// SPDX-License-Identifier: Apache-2.0

/// An object that a schema describes, with the values of its members.
public struct SchemaObject: Hashable, Sendable {
    let schema: ObjectSchema
    /// The values, by slot.
    var values: [SchemaValue?]
    /// The members that the schema does not name, kept to be written again.
    public var unknownMembers = UnknownMembers()

    init(_ schema: ObjectSchema) {
        self.schema = schema
        values = Array(repeating: nil, count: schema.table.members.count)
    }

    /// The value of a member, by its canonical name; nil where it is absent, or the object has no such member.
    ///
    /// Setting a value that the member cannot have does nothing; ``set(_:for:)`` says so.
    public subscript(_ name: String) -> SchemaValue? {
        get { schema.slot(name).flatMap { values[$0] } }
        set { try? set(newValue, for: name) }
    }

    /// Sets a member, or takes it away with nil.
    ///
    /// - Throws: `encode.member` where the object has no such member, or the member is of another kind.
    public mutating func set(_ value: SchemaValue?, for name: String) throws(EncodeError) {
        guard let slot = schema.slot(name) else { throw EncodeError(.member, path: "/?") }
        if let value, !value.fits(schema.table.members[slot].kind, schema.nested[slot]) {
            throw EncodeError(.member, path: "/" + name)
        }
        values[slot] = value
    }

    /// An empty object for a member that holds an object or a list of objects.
    ///
    /// Nil for every other member.
    public func makeObject(for name: String) -> SchemaObject? {
        schema.slot(name).flatMap { schema.nested[$0] }.map { SchemaObject($0) }
    }

    /// Two objects are equal when they have the same schema and equal members.
    public static func == (one: SchemaObject, other: SchemaObject) -> Bool {
        one.schema === other.schema && one.values == other.values && one.unknownMembers == other.unknownMembers
    }

    /// Hashes the members, as `==` compares them.
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
    /// A number, an integer or not, as it is spelled.
    case number(JSONNumber)
    /// A boolean.
    case boolean(Bool)
    /// JSON text that is not looked into.
    case json(RawJSON)
    /// A list of strings.
    case strings([String])
    /// An object.
    case object(SchemaObject)
    /// A list of objects.
    case objects([SchemaObject])

    /// The text, for a digest.
    var text: String? {
        switch self {
        case .string(let text): text
        case .json(let json): json.string
        default: nil
        }
    }

    /// Whether a member of this kind can have the value.
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
