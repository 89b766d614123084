// SPDX-License-Identifier: Apache-2.0

/// Content whose type is described by a ``ContentSchema`` and not by a Swift type.
///
/// ```swift
/// if case .schema(var gift) = decoded.value {
///     gift["count"] = .number(9)
///     send(gift.encoded())
/// }
/// ```
public struct SchemaContent: Hashable, Sendable {
    /// The schema of the type.
    public let schema: ContentSchema
    /// The object that makes up the content.
    public var object: SchemaObject

    init(schema: ContentSchema, object: SchemaObject) {
        self.schema = schema
        self.object = object
    }

    /// Creates content without values, or returns nil for an opaque type, which has no members.
    public init?(_ schema: ContentSchema) {
        guard let object = schema.object else { return nil }
        self.init(schema: schema, object: SchemaObject(object))
    }

    /// Accesses the value of a member by its canonical name; nil if the member is absent or does not exist.
    ///
    /// Setting a value that the member cannot hold has no effect; ``SchemaObject/set(_:for:)`` throws an error instead.
    public subscript(_ name: String) -> SchemaValue? {
        get { object[name] }
        set { object[name] = newValue }
    }

    /// The members that the schema does not name, which are kept and written again.
    public var unknownMembers: UnknownMembers {
        get { object.unknownMembers }
        set { object.unknownMembers = newValue }
    }

    /// The text that a conversation list shows for the message, or nil if there is nothing to show (CNT-110).
    public var digest: String? {
        switch schema.digest {
        case .text(let text): text
        case .member(let slot): if case .string(let text) = object.values[slot] { text } else { nil }
        case nil: nil
        }
    }

    /// Returns the canonical bytes of the content.
    public func encoded() -> [UInt8] {
        var writer = ContentEncoder()
        object.encode(to: &writer)
        return writer.bytes
    }

    /// Returns whether two values have the same schema and equal members.
    public static func == (one: SchemaContent, other: SchemaContent) -> Bool { one.object == other.object }

    /// Hashes the members, consistently with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(object) }
}
