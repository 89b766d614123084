// SPDX-License-Identifier: Apache-2.0

/// The identifier of a message type, such as `RC:TxtMsg`; compared byte for byte, case included (CNT-001).
public struct ObjectName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The most characters (Unicode scalars) that the service accepts (CNT-002).
    public static let maximumLength = 32
    /// The prefix that belongs to the service (CNT-003).
    public static let reservedPrefix = "RC:"

    /// The name as it is on the wire.
    public let rawValue: String

    /// Takes a name as it is; nothing is checked, because a peer may send any name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Takes a name written in the source.
    public init(stringLiteral value: StaticString) {
        rawValue = value.description
    }

    /// Whether the name is neither empty nor longer than the service accepts.
    public var hasValidLength: Bool {
        !rawValue.isEmpty && rawValue.unicodeScalars.count <= Self.maximumLength
    }

    /// Whether the name starts with `RC:`.
    public var isReserved: Bool {
        rawValue.utf8.starts(with: Self.reservedPrefix.utf8)
    }

    /// Compares bytes: two spellings that Unicode calls equal are two names (CNT-001).
    public static func == (one: ObjectName, other: ObjectName) -> Bool {
        one.rawValue.utf8.span.equals(other.rawValue.utf8.span)
    }

    /// Hashes the bytes, as `==` compares them.
    public func hash(into hasher: inout Hasher) {
        let contiguous: Void? = unsafe rawValue.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if contiguous == nil { for byte in rawValue.utf8 { hasher.combine(byte) } }
    }
}

extension ObjectName: CustomStringConvertible {
    /// The name as it is on the wire.
    public var description: String { rawValue }
}
