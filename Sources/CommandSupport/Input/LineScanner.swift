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
        var isEscaped = false
        position += 1
        while position < line.count {
            let byte = line[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return Value(range: start..<position, isEscaped: isEscaped) }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                position += 1
            }
        }
        position = line.count
        return Value(range: start..<position, isEscaped: isEscaped, isTruncated: true)
    }

    /// Skips an object or an array that starts at the current position.
    private mutating func nested(_ line: Span<UInt8>) -> Value {
        let start = position
        var depth = 0
        while position < line.count {
            switch line[position] {
            case UInt8(ascii: "\""):
                _ = string(line)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return Value(range: start..<position) }
        }
        return Value(range: start..<position, isTruncated: true)
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
