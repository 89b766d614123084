// SPDX-License-Identifier: Apache-2.0

/// A reader that derives choices from an input's bytes; after the last byte, every choice is the first one.
package struct ByteChoices {
    private let bytes: [UInt8]
    /// The number of bytes that have been used.
    package private(set) var position = 0

    /// Creates a reader that starts at the first byte.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether all bytes have been used.
    package var isAtEnd: Bool { position >= bytes.count }

    /// Returns the next byte, or 0 at the end.
    package mutating func byte() -> UInt8 {
        guard position < bytes.count else { return 0 }
        defer { position += 1 }
        return bytes[position]
    }

    /// Returns an index below `count`.
    package mutating func choose(_ count: Int) -> Int { Int(byte()) % max(1, count) }

    /// Returns one of the values.
    package mutating func choose<Value>(_ values: [Value]) -> Value { values[choose(values.count)] }

    /// Returns whether the next byte is odd.
    package mutating func flag() -> Bool { byte() & 1 == 1 }

    /// Returns the next bytes, at most `count`.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        let start = min(position, bytes.count)
        position = min(start + max(0, count), bytes.count)
        return Array(bytes[start..<position])
    }

    /// The bytes that have not been used.
    package var rest: [UInt8] { Array(bytes[min(position, bytes.count)...]) }
}
