// SPDX-License-Identifier: Apache-2.0

/// A field of a schema.
public struct ProtobufField: Sendable {
    /// How often a field may stand in a message.
    @nonexhaustive
    public enum Label: Hashable, Sendable {
        /// Exactly once (PRB-030).
        case required
        /// At most once.
        case optional
        /// Any number of times, in order.
        case repeated
    }

    /// What a field holds.
    @nonexhaustive
    public enum Kind: Sendable {
        /// 32 bits with sign, as a varint.
        case int32
        /// 64 bits with sign, as a varint.
        case int64
        /// A boolean.
        case bool
        /// Text in UTF-8.
        case string
        /// Bytes.
        case bytes
        /// A number with known values.
        case enumeration(any ProtobufEnumeration.Type)
        /// A message.
        case message(any ProtobufMessage.Type)
    }

    /// The number, which identifies the field on the wire.
    public let number: UInt32
    /// The name in the schema, which is also that in JSON.
    public let name: String
    /// How often it may stand there.
    public let label: Label
    /// What it holds.
    public let kind: Kind

    /// Describes a field.
    public init(_ number: UInt32, _ name: String, _ label: Label, _ kind: Kind) {
        self.number = number
        self.name = name
        self.label = label
        self.kind = kind
    }
}

/// An enumeration of a schema; open: a value that is not listed is kept as it came (PRB-016).
public protocol ProtobufEnumeration: RawRepresentable, Hashable, Sendable where RawValue == Int32 {
    /// The known values with their names in the schema.
    static var names: [(value: Int32, name: String)] { get }

    /// Creates a value from its raw value, known or not.
    init(rawValue: Int32)
}

/// Fields that a schema does not have, in order, every byte of them (PRB-020).
public struct ProtobufUnknownFields: Hashable, Sendable {
    /// The fields one behind the other, each with its tag.
    public internal(set) var bytes: [UInt8] = []

    /// No fields.
    @inlinable
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { bytes.isEmpty }

    /// Whether both are the same bytes; every message compares its own.
    @inline(never)
    public static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }
}
