// SPDX-License-Identifier: Apache-2.0

#if Tools

/// A scanner that splits a line into the members of its object by quotes and brackets alone.
///
/// The scanner does not validate values; the codec does, and reports offsets within the content. Quotes and brackets
/// delimit a value correctly up to its first error, so the codec always sees that error.
package struct LineScanner {
    /// The location of a value.
    package struct Value {
        /// The range of the value's bytes, including quotes or brackets.
        package var range: Range<Int>
        /// Whether the value is a string that contains a backslash.
        package var isEscaped = false
        /// Whether the line ended before the value did.
        package var isTruncated = false
    }

    /// The offset of the next byte to examine.
    package var position = 0

    package init(position: Int = 0) { self.position = position }

    /// Skips white space; returns the byte that follows, or 0 at the end of the line.
    package mutating func next(_ line: Span<UInt8>) -> UInt8 {
        while position < line.count {
            let byte = line[position]
            if byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\r") { return byte }
            position += 1
        }
        return 0
    }

    /// Skips one value.
    package mutating func value(_ line: Span<UInt8>) -> Value {
        switch next(line) {
        case UInt8(ascii: "\""): string(line)
        case UInt8(ascii: "{"), UInt8(ascii: "["): nested(line)
        default: word(line)
        }
    }

    /// Skips a string that starts at the current position.
    package mutating func string(_ line: Span<UInt8>) -> Value {
        let start = position
        let (end, isEscaped) = line.withUnsafeBytes { LineScanner.end(ofString: start, in: $0) }
        position = end ?? line.count
        return Value(range: start..<position, isEscaped: isEscaped, isTruncated: end == nil)
    }

    /// Skips an object or an array that starts at the current position.
    private mutating func nested(_ line: Span<UInt8>) -> Value {
        let start = position
        let end = line.withUnsafeBytes { LineScanner.end(ofNested: start, in: $0) }
        position = end ?? line.count
        return Value(range: start..<position, isTruncated: end == nil)
    }

    /// Returns the offset after the string that starts at `start`, or nil if the line ends first, and whether the
    /// string contains a backslash.
    @inline(__always)
    private static func end(ofString start: Int, in line: UnsafeRawBufferPointer) -> (end: Int?, isEscaped: Bool) {
        var position = start + 1
        var isEscaped = false
        while true {
            position = stop(line, from: position)
            guard position < line.count else { return (nil, isEscaped) }
            if line[position] == UInt8(ascii: "\"") { return (position + 1, isEscaped) }
            isEscaped = true
            position += 2
        }
    }

    /// Returns the offset of the first quote or backslash at or after `start`, or the end of the line.
    @inline(__always)
    private static func stop(_ line: UnsafeRawBufferPointer, from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var position = start
        while line.count - position >= 8 {
            let word = UInt64(littleEndian: line.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let quote = word ^ ones &* 0x22
            let backslash = word ^ ones &* 0x5c
            let stops = ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & (ones &* 0x80)
            if stops != 0 { return position + stops.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < line.count, line[position] != UInt8(ascii: "\""), line[position] != UInt8(ascii: "\\") {
            position += 1
        }
        return min(position, line.count)
    }

    /// Returns the offset after the object or array that starts at `start`, or nil if the line ends first.
    private static func end(ofNested start: Int, in line: UnsafeRawBufferPointer) -> Int? {
        var position = start
        var depth = 0
        while position < line.count {
            let byte = line[position]
            if byte == UInt8(ascii: "\"") {
                guard let end = end(ofString: position, in: line).end else { return nil }
                position = end
                continue
            }
            position += 1
            // In ASCII, brackets and braces differ only in this bit.
            switch byte | 0x20 {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return position }
            default: break
            }
        }
        return nil
    }

    /// Skips a number, `true`, `false`, `null`, or any other text in their place.
    private mutating func word(_ line: Span<UInt8>) -> Value {
        let start = position
        loop: while position < line.count {
            switch line[position] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: " "), UInt8(ascii: "\t"),
                UInt8(ascii: "\r"), UInt8(ascii: "\""), UInt8(ascii: ":"):
                break loop
            default: position += 1
            }
        }
        return Value(range: start..<position)
    }
}

#endif
