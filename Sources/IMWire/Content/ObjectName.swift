// SPDX-License-Identifier: Apache-2.0

/// The identifier of a message type, such as `RC:TxtMsg`, which is compared byte for byte and is case-sensitive
/// (CNT-001).
public struct ObjectName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The maximum number of characters (Unicode scalars) that the service accepts (CNT-002).
    public static let maximumLength = 32
    /// The prefix reserved for the service (CNT-003).
    public static let reservedPrefix = "RC:"

    /// The name as it appears on the wire.
    public let rawValue: String

    /// Creates a name without checking it, because a peer may send any name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a name from a literal.
    public init(stringLiteral value: StaticString) {
        rawValue = value.description
    }

    /// Whether the name is not empty and not longer than the service accepts.
    public var hasValidLength: Bool {
        !rawValue.isEmpty && rawValue.unicodeScalars.count <= Self.maximumLength
    }

    /// Whether the name starts with `RC:`.
    public var isReserved: Bool {
        rawValue.utf8.starts(with: Self.reservedPrefix.utf8)
    }

    /// Returns whether two names are equal byte for byte; canonically equivalent spellings are different names
    /// (CNT-001).
    public static func == (one: ObjectName, other: ObjectName) -> Bool {
        one.rawValue.utf8.span.equals(other.rawValue.utf8.span)
    }

    /// Hashes the bytes of the name, consistently with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: rawValue)
    }
}

extension ObjectName: CustomStringConvertible {
    /// The name as it appears on the wire.
    public var description: String { rawValue }
}
