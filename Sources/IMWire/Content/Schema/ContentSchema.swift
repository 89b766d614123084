// SPDX-License-Identifier: Apache-2.0

/// A message type that is described by an application's own JSON Schema, which is read at run time (CNT-190).
///
/// ```swift
/// let schemas = try ContentSchema.decode([SchemaFile(name: "gift.schema.json", text: text)])
/// var registry = ContentRegistry.builtIn
/// for schema in schemas { try registry.register(schema) }
/// let message = try registry.decode(bytes, as: "app:GiftMsg")
/// ```
/// Content of such a type is decoded, validated and encoded by the same code and the same rules as content of a
/// generated type.
public struct ContentSchema: Sendable {
    /// The name of the type on the wire.
    public let objectName: ObjectName
    /// The purpose of the type's messages, which is custom if the schema does not specify it.
    public let category: ContentType.Category
    /// The persistence flags: persisted and counted if the schema does not specify them (CNT-104), or nil if it
    /// declares them unknown.
    public let persistence: Persistence?
    /// Other flags that are also accepted (CNT-102).
    public let acceptedPersistence: [Persistence]
    /// The name of the file that describes the type, as given by the caller.
    public let file: String
    /// The text that a conversation list shows.
    let digest: Digest?
    /// The object that makes up the content, or nil for an opaque type, whose content is bytes (CNT-007).
    let object: ObjectSchema?

    /// Whether content is kept as bytes that are not parsed (CNT-007).
    public var isOpaque: Bool { object == nil }

    /// The names of the members in the order in which they are written; empty for an opaque type.
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
    /// Decodes the schemas of an application.
    ///
    /// A file with an `x-objectName` describes a type; any other file describes something that types refer to. Files
    /// can refer to the common objects of the built-in types, such as `user.schema.json`, without including them in
    /// `files`.
    ///
    /// - Parameters:
    ///   - files: The schemas of the types, and those to which they refer.
    ///   - limits: The limits on the size and depth of a file; an object has at most 64 members in any case.
    /// - Returns: The types, in the order of their files.
    /// - Throws: The first error, with its file and location (CNT-195).
    public static func decode(
        _ files: [SchemaFile], limits: DecodingLimits = DecodingLimits()
    ) throws(SchemaError) -> [ContentSchema] {
        var reader = try SchemaReader(files, limits)
        return try reader.read()
    }

    /// Decodes content of this type.
    ///
    /// - Throws: The errors of ``ContentRegistry/decode(_:as:mode:limits:)-(Span<UInt8>,_,_,_)``.
    public func decode(
        _ json: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent> {
        guard let object else {
            return try ContentRegistry.bytes(json, of: objectName, isKnown: true, mode, limits)
        }
        defer { extendLifetime(object) }
        var reader = ContentDecoder(json, mode: mode, limits: limits)
        let content = SchemaContent(schema: self, object: try reader.content(object))
        return Decoded(.schema(content), deviations: reader.deviations)
    }
}
