// SPDX-License-Identifier: Apache-2.0

/// A reader that derives choices from an input's bytes; after the last byte, every choice is the first one.
struct ByteChoices {
    private let bytes: [UInt8]
    /// The number of bytes that have been used.
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// Returns the next byte, or 0 at the end.
    mutating func byte() -> UInt8 {
        guard position < bytes.count else { return 0 }
        defer { position += 1 }
        return bytes[position]
    }

    /// Returns an index below `count`.
    mutating func choose(_ count: Int) -> Int { Int(byte()) % max(1, count) }

    mutating func choose<Value>(_ values: [Value]) -> Value { values[choose(values.count)] }

    /// Returns the next bytes, at most `count`.
    mutating func bytes(_ count: Int) -> [UInt8] {
        let start = min(position, bytes.count)
        position = min(start + max(0, count), bytes.count)
        return Array(bytes[start..<position])
    }
}
