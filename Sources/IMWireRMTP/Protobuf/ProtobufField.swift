// SPDX-License-Identifier: Apache-2.0

/// A field of a schema.
public struct ProtobufField: Sendable {
    /// The number of times that a field may occur in a message.
    @nonexhaustive
    public enum Label: Hashable, Sendable {
        /// Exactly once (PRB-030).
        case required
        /// At most once.
        case optional
        /// Any number of times, in order.
        case repeated
    }

    /// The type of a field's value.
    @nonexhaustive
    public enum Kind: Sendable {
        /// A signed 32-bit integer, as a varint.
        case int32
        /// A signed 64-bit integer, as a varint.
        case int64
        /// A boolean.
        case bool
        /// UTF-8 text.
        case string
        /// Arbitrary bytes.
        case bytes
        /// An integer with named values.
        case enumeration(any ProtobufEnumeration.Type)
        /// A nested message.
        case message(any ProtobufMessage.Type)
    }

    /// The field number, which identifies the field on the wire.
    public let number: UInt32
    /// The name in the schema, which is also the name in JSON.
    public let name: String
    /// The number of times that the field may occur.
    public let label: Label
    /// The type of the value.
    public let kind: Kind

    /// Creates the description of a field.
    public init(_ number: UInt32, _ name: String, _ label: Label, _ kind: Kind) {
        self.number = number
        self.name = name
        self.label = label
        self.kind = kind
    }
}

/// An open enumeration of a schema, in which an unlisted value is kept as it arrived (PRB-016).
public protocol ProtobufEnumeration: RawRepresentable, Hashable, Sendable where RawValue == Int32 {
    /// The listed values and their names in the schema.
    static var names: [(value: Int32, name: String)] { get }

    /// Creates a value from its raw value, listed or not.
    init(rawValue: Int32)
}

/// The fields of a message that are not in the schema, in order and with all their bytes (PRB-020).
public struct ProtobufUnknownFields: Hashable, Sendable {
    /// The concatenated fields, each with its tag.
    public internal(set) var bytes: [UInt8] = []

    /// Creates an empty collection.
    @inlinable
    public init() {}

    /// Whether there are no fields.
    public var isEmpty: Bool { bytes.isEmpty }

    /// Removes all fields.
    @inline(__always)
    package mutating func removeAll() {
        if !bytes.isEmpty { bytes = [] }
    }

    /// The numbers of the fields, in the order in which they arrived.
    public var numbers: [UInt32] {
        var limits = ProtobufLimits()
        limits.bodyDepth = .max  // The fields have been accepted.
        var decoder = ProtobufDecoder(bytes.span, limits: limits)
        var numbers: [UInt32] = []
        while let tag = try? decoder.nextTag(), tag != 0, (try? decoder.skip()) != nil { numbers.append(tag >> 3) }
        return numbers
    }

    /// Returns whether the bytes are equal; not inlined, because every message type calls it.
    @inline(never)
    public static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }
}
