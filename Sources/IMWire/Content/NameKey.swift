// SPDX-License-Identifier: Apache-2.0

/// The length, the first and the last bytes of a name, which decide most comparisons of names.
struct NameKey: BitwiseCopyable {
    /// The first eight bytes, the first in the lowest bits, padded with zeros if the name is shorter.
    var head: UInt64 = 0
    /// The last eight bytes of a name of at least nine bytes, or 0 for a shorter name.
    var tail: UInt64 = 0
    /// The number of bytes.
    var length = 0

    /// Creates the key of an empty name.
    init() {}

    /// Creates the key of the name between two offsets.
    @inline(__always)
    init(_ text: Span<UInt8>, _ start: Int, _ end: Int) {
        head = NameKey.head(of: text, start, end)
        tail = NameKey.tail(of: text, start, end)
        length = end &- start
    }

    /// A hash that is the same for equal names; names with equal hashes are also compared byte for byte.
    var hash: UInt64 { (head ^ UInt64(truncatingIfNeeded: length)) &* 0x9e37_79b9_7f4a_7c15 ^ tail }

    /// Returns the head of the name between two offsets.
    @inline(__always)
    static func head(of text: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
        let length = end &- start
        if length >= 8 { return text.word(at: start) }
        if start &+ 8 <= text.count {
            return text.word(at: start) & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1)
        }
        var word: UInt64 = 0
        for index in 0..<length { word |= UInt64(text.byte(at: start &+ index)) << UInt64(index &* 8) }
        return word
    }

    /// Returns the tail of the name between two offsets.
    @inline(__always)
    static func tail(of text: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
        end &- start > 8 ? text.word(at: end &- 8) : 0
    }
}
