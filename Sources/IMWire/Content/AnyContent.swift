// SPDX-License-Identifier: Apache-2.0

/// The content of a message of any type.
@nonexhaustive
public enum AnyContent: Sendable {
    /// Content of a registered type, built in or custom.
    case known(any MessageContent)
    /// Content of a custom type that a schema describes (CNT-190).
    case schema(SchemaContent)
    /// Content of a registered type whose members are not described: a built-in type with unpublished members, or a
    /// custom type whose schema says `x-opaque`.
    case opaque(OpaqueContent)
    /// Content of a type that is not registered.
    case unknown(UnknownContent)

    /// The name of the type.
    public var objectName: ObjectName {
        switch self {
        case .known(let content): type(of: content).objectName
        case .schema(let content): content.schema.objectName
        case .opaque(let content): content.objectName
        case .unknown(let content): content.objectName
        }
    }

    /// Whether the content was decoded by its members rather than kept as bytes.
    public var isTyped: Bool {
        switch self {
        case .known, .schema: true
        case .opaque, .unknown: false
        }
    }

    /// Returns the canonical bytes of the content; the content of opaque and unknown types is returned as it arrived.
    public func encoded() -> [UInt8] {
        switch self {
        case .known(let content): content.encoded()
        case .schema(let content): content.encoded()
        case .opaque(let content): content.bytes
        case .unknown(let content): content.bytes
        }
    }

    /// Appends the canonical bytes of the content, or those that arrived of opaque and unknown types, to `buffer`.
    package func append(to buffer: inout [UInt8]) {
        switch self {
        case .known(let content):
            var writer = ContentEncoder(continuing: &buffer)
            content.encode(to: &writer)
            buffer = writer.finish()
        case .schema(let content):
            var writer = ContentEncoder(continuing: &buffer)
            content.object.encode(to: &writer)
            buffer = writer.finish()
        case .opaque(let content): buffer.append(contentsOf: content.bytes)
        case .unknown(let content): buffer.append(contentsOf: content.bytes)
        }
    }

    /// The members that the schema does not name; empty for opaque and unknown types, which have no schema.
    public var unknownMembers: UnknownMembers {
        switch self {
        case .known(let content): content.unknownMembers
        case .schema(let content): content.unknownMembers
        case .opaque, .unknown: UnknownMembers()
        }
    }

    /// The text that a conversation list shows, or nil if there is nothing to show.
    public var digest: String? {
        switch self {
        case .known(let content): content.digest
        case .opaque(let content): content.digest
        case .schema(let content): content.digest
        case .unknown(let content): content.digest
        }
    }
}
