// SPDX-License-Identifier: Apache-2.0

/// The content of a message of whatever type.
@nonexhaustive
public enum AnyContent: Sendable {
    /// A content of a registered type, built in or custom.
    case known(any MessageContent)
    /// A content of a custom type that a schema describes (CNT-190).
    case schema(SchemaContent)
    /// A content of a built-in type whose members nobody has published.
    case opaque(OpaqueContent)
    /// A content of a type that is not registered.
    case unknown(UnknownContent)

    /// The type's name.
    public var objectName: ObjectName {
        switch self {
        case .known(let content): type(of: content).objectName
        case .schema(let content): content.schema.objectName
        case .opaque(let content): content.objectName
        case .unknown(let content): content.objectName
        }
    }

    /// Whether the content was read by its members; otherwise it is bytes that nobody looked into.
    public var isTyped: Bool {
        switch self {
        case .known, .schema: true
        case .opaque, .unknown: false
        }
    }

    /// The canonical bytes; those of opaque and unknown types as they arrived.
    public func encoded() -> [UInt8] {
        switch self {
        case .known(let content): content.encoded()
        case .schema(let content): content.encoded()
        case .opaque(let content): content.bytes
        case .unknown(let content): content.bytes
        }
    }

    /// The members beyond the schema; none for opaque and unknown types, which have no schema.
    public var unknownMembers: UnknownMembers {
        switch self {
        case .known(let content): content.unknownMembers
        case .schema(let content): content.unknownMembers
        case .opaque, .unknown: UnknownMembers()
        }
    }

    /// What a conversation list shows; nil where there is nothing to show.
    public var digest: String? {
        switch self {
        case .known(let content): content.digest
        case .opaque(let content): content.digest
        case .schema(let content): content.digest
        case .unknown(let content): content.digest
        }
    }
}
