// SPDX-License-Identifier: Apache-2.0

/// Reads choices out of an input's bytes; behind the last byte every choice is the first one.
package struct ByteChoices {
    private let bytes: [UInt8]
    /// How many bytes have been used.
    package private(set) var position = 0

    /// Starts at the first byte.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether every byte has been used.
    package var isAtEnd: Bool { position >= bytes.count }

    /// The next byte, or 0.
    package mutating func byte() -> UInt8 {
        guard position < bytes.count else { return 0 }
        defer { position += 1 }
        return bytes[position]
    }

    /// One of so many.
    package mutating func choose(_ count: Int) -> Int { Int(byte()) % max(1, count) }

    /// One of several.
    package mutating func choose<Value>(_ values: [Value]) -> Value { values[choose(values.count)] }

    /// True for odd bytes.
    package mutating func flag() -> Bool { byte() & 1 == 1 }

    /// The bytes that are left.
    package var rest: [UInt8] { Array(bytes[min(position, bytes.count)...]) }
}
