// SPDX-License-Identifier: Apache-2.0

/// A content whose type is described by a ``ContentSchema`` and not by a Swift type.
///
/// ```swift
/// if case .schema(var gift) = decoded.content {
///     gift["count"] = .number(9)
///     send(gift.encoded())
/// }
/// ```
public struct SchemaContent: Hashable, Sendable {
    /// The type.
    public let schema: ContentSchema
    /// The content's own object.
    public var object: SchemaObject

    init(schema: ContentSchema, object: SchemaObject) {
        self.schema = schema
        self.object = object
    }

    /// Creates a content in which nothing is set; nil for an opaque type, which has no members.
    public init?(_ schema: ContentSchema) {
        guard let object = schema.object else { return nil }
        self.init(schema: schema, object: SchemaObject(object))
    }

    /// The value of a member, by its canonical name; nil where it is absent, or the type has no such member.
    ///
    /// Setting a value that the member cannot have does nothing; ``SchemaObject/set(_:for:)`` says so.
    public subscript(_ name: String) -> SchemaValue? {
        get { object[name] }
        set { object[name] = newValue }
    }

    /// The members that the schema does not name, kept to be written again.
    public var unknownMembers: UnknownMembers {
        get { object.unknownMembers }
        set { object.unknownMembers = newValue }
    }

    /// What a conversation list shows for the message; nil where there is nothing to show (CNT-110).
    public var digest: String? {
        switch schema.digest {
        case .text(let text): text
        case .member(let slot): object.values[slot]?.text
        case nil: nil
        }
    }

    /// The content's canonical bytes.
    public func encoded() -> [UInt8] {
        var writer = ContentWriter()
        object.encode(to: &writer)
        return writer.bytes
    }

    /// Two contents are equal when their types have the same schema and their members are equal.
    public static func == (one: SchemaContent, other: SchemaContent) -> Bool { one.object == other.object }

    /// Hashes the members, as `==` compares them.
    public func hash(into hasher: inout Hasher) { hasher.combine(object) }
}
