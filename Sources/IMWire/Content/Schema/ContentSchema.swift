// SPDX-License-Identifier: Apache-2.0

/// A message type that is described by data: an application's own JSON Schema, read at run time (CNT-190).
///
/// ```swift
/// let schemas = try ContentSchema.read([SchemaFile(name: "gift.schema.json", text: text)])
/// var registry = ContentRegistry.builtIn
/// for schema in schemas { try registry.register(schema) }
/// let message = try registry.decode("app:GiftMsg", bytes)
/// ```
/// Contents of such a type are read, judged and written by the mechanism of the generated types, and by the same rules.
public struct ContentSchema: Sendable {
    /// The type's name on the wire.
    public let objectName: ObjectName
    /// What its messages are for; custom where the schema does not say.
    public let category: ContentType.Category
    /// The flags: persisted and counted unless the schema says otherwise (CNT-104), nil where it says that nobody knows.
    public let persistence: Persistence?
    /// Other flags that are accepted too (CNT-102).
    public let acceptedPersistence: [Persistence]
    /// The file that describes the type, as it was named.
    public let file: String
    /// What a conversation list shows.
    let digest: Digest?
    /// The content's own object; nil for an opaque type, whose content is bytes (CNT-007).
    let object: ObjectSchema?

    /// Whether contents are bytes that nobody looks into (CNT-007).
    public var isOpaque: Bool { object == nil }

    /// The members' names, in the order in which they are written; none for an opaque type.
    public var memberNames: [String] {
        guard let object else { return [] }
        return object.table.members.indices.map { object.table.members[$0].name.description }
    }

    enum Digest: Sendable {
        /// The text of the member in this slot.
        case member(Int)
        case text(String)
    }
}

extension ContentSchema {
    /// Reads the schemas of an application: each file that has an `x-objectName` is a type, the others are objects that
    /// types refer to.
    ///
    /// The common objects of the built-in types, such as `user.schema.json`, can be referred to without being given.
    ///
    /// - Parameter limits: how large a file may be, and how deep; a schema has at most 64 members in any case.
    /// - Returns: the types, in the order of their files.
    /// - Throws: the first error, with file and place (CNT-195).
    public static func read(
        _ files: [SchemaFile], limits: DecodingLimits = DecodingLimits()
    ) throws(SchemaError) -> [ContentSchema] {
        var reader = try SchemaReader(files, limits)
        return try reader.read()
    }

    /// Reads a content of this type.
    ///
    /// - Throws: as ``ContentRegistry/decode(_:_:mode:limits:)-(_,Span<UInt8>,_,_)``.
    public func decode(
        _ json: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent> {
        guard let object else {
            return try ContentRegistry.bytes(json, of: objectName, isKnown: true, mode, limits)
        }
        defer { extendLifetime(object) }
        var reader = ContentReader(json, mode: mode, limits: limits)
        let content = SchemaContent(schema: self, object: try reader.content(object))
        return Decoded(content: .schema(content), deviations: reader.deviations)
    }
}
