// SPDX-License-Identifier: Apache-2.0

import IMWire
import Platform

/// The characters that divide the texts of inputs.
extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let tab = UInt8(ascii: "\t")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let slash = UInt8(ascii: "/")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let equals = UInt8(ascii: "=")
    static let ampersand = UInt8(ascii: "&")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
}

extension [UInt8] {
    /// Creates an array with a copy of the bytes of a span.
    init(copying bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { Array($0) }
    }

    /// Whether the array has a line feed or a carriage return.
    var hasLineBreak: Bool { contains { $0 == .lineFeed || $0 == .carriageReturn } }

    /// Returns the next index of a byte, found with `memchr`.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        withUnsafeBufferPointer { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + start, Int32(byte), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
        }
    }

    /// Returns whether the array has the same bytes as a span.
    func isSame(as bytes: Span<UInt8>) -> Bool { span.isSame(as: bytes) }

    /// Returns whether the array is shorter than another, or as long and has smaller bytes.
    func isSimpler(than other: [UInt8]) -> Bool {
        count != other.count ? count < other.count : lexicographicallyPrecedes(other)
    }

    /// Removes the bytes beyond a maximum length.
    mutating func truncate(to length: Int) {
        if count > length { removeSubrange(length...) }
    }

    /// Swaps the bytes of two ranges, which do not overlap.
    mutating func swapRanges(_ one: Range<Int>, _ other: Range<Int>) {
        let (one, other) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
        guard one.upperBound <= other.lowerBound else { return }
        let (first, second) = (Array(self[one]), Array(self[other]))
        replaceSubrange(other, with: first)
        replaceSubrange(one, with: second)
    }

    /// Returns the arrays that lack the bytes of one of the ranges.
    func withoutOne(of ranges: [Range<Int>]) -> [[UInt8]] {
        ranges.map { range in
            var fewer = self
            fewer.removeSubrange(range)
            return fewer
        }
    }
}

extension [[UInt8]] {
    /// Creates words from a text in which white space divides them.
    init(words text: String) {
        self = text.split(whereSeparator: \.isWhitespace).map { [UInt8]($0.utf8) }
    }

    /// Returns the arrays that lack one of the elements.
    var withoutOne: [[[UInt8]]] {
        indices.map { index in
            var fewer = self
            fewer.remove(at: index)
            return fewer
        }
    }
}

extension Span<UInt8> {
    /// Returns whether two spans have the same bytes.
    func isSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { mine in
            other.withUnsafeBufferPointer { theirs in
                guard let one = mine.baseAddress, let other = theirs.baseAddress else { return true }
                return memcmp(one, other, mine.count) == 0
            }
        }
    }
}
