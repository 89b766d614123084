// SPDX-License-Identifier: Apache-2.0

#if Tools

/// Splits a line into the members of its object, by quotes and brackets alone.
///
/// It does not judge what is inside a value: the codec does, and tells offsets within the content. Up to the first
/// mistake in a value, quotes and brackets say where it ends; so the codec always sees that first mistake.
package struct LineScanner {
    /// Where a value lies.
    package struct Value {
        /// The value's bytes, quotes or brackets included.
        package var range: Range<Int>
        /// Whether it is a string with a backslash in it.
        package var isEscaped = false
        /// Whether the line ended before the value did.
        package var isTruncated = false
    }

    /// The byte that is looked at next.
    package var position = 0

    package init(position: Int = 0) { self.position = position }

    /// Passes over white space; returns the byte that follows, or 0 at the end.
    package mutating func next(_ line: Span<UInt8>) -> UInt8 {
        while position < line.count {
            let byte = line[position]
            if byte != 0x20 && byte != 0x09 && byte != 0x0d { return byte }
            position += 1
        }
        return 0
    }

    /// Passes over one value.
    package mutating func value(_ line: Span<UInt8>) -> Value {
        switch next(line) {
        case 0x22: string(line)
        case 0x7b, 0x5b: nested(line)
        default: word(line)
        }
    }

    /// Passes over a string at its opening quote.
    package mutating func string(_ line: Span<UInt8>) -> Value {
        let start = position
        var isEscaped = false
        position += 1
        while position < line.count {
            let byte = line[position]
            position += 1
            if byte == 0x22 { return Value(range: start..<position, isEscaped: isEscaped) }
            if byte == 0x5c {
                isEscaped = true
                position += 1
            }
        }
        position = line.count
        return Value(range: start..<position, isEscaped: isEscaped, isTruncated: true)
    }

    /// Passes over an object or a list at its opening bracket.
    private mutating func nested(_ line: Span<UInt8>) -> Value {
        let start = position
        var depth = 0
        while position < line.count {
            switch line[position] {
            case 0x22:
                _ = string(line)
                continue
            case 0x7b, 0x5b: depth += 1
            case 0x7d, 0x5d: depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return Value(range: start..<position) }
        }
        return Value(range: start..<position, isTruncated: true)
    }

    /// Passes over a number, `true`, `false`, `null`, or whatever stands in their place.
    private mutating func word(_ line: Span<UInt8>) -> Value {
        let start = position
        loop: while position < line.count {
            switch line[position] {
            case 0x2c, 0x7d, 0x5d, 0x20, 0x09, 0x0d, 0x22, 0x3a: break loop
            default: position += 1
            }
        }
        return Value(range: start..<position)
    }
}

#endif
