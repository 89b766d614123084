// SPDX-License-Identifier: Apache-2.0

#if Tools

/// A namespace for unescaping a JSON string that holds a content; the codec validates the resulting bytes.
package enum JSONString {
    /// The reason that a string cannot be read.
    package enum Problem: Error {
        /// A control character or an invalid escape at this offset.
        case syntax(Int)
        /// An unpaired surrogate at this offset, which has no encoding in bytes.
        case surrogate(Int)
    }

    /// Appends the unescaped text of a string to `target`; `range` is the text between the quotes.
    package static func unescape(
        _ line: Span<UInt8>, _ range: Range<Int>, into target: inout [UInt8]
    ) throws(Problem) {
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = line[position]
            if byte < 0x20 { throw .syntax(position) }
            guard byte == 0x5c else {
                target.append(byte)
                position += 1
                continue
            }
            guard position + 1 < range.upperBound else { throw .syntax(position) }
            switch line[position + 1] {
            case 0x22, 0x5c, 0x2f: target.append(line[position + 1])
            case 0x62: target.append(0x08)
            case 0x66: target.append(0x0c)
            case 0x6e: target.append(0x0a)
            case 0x72: target.append(0x0d)
            case 0x74: target.append(0x09)
            case 0x75:
                position = try unicode(line, position, range.upperBound, into: &target)
                continue
            default: throw .syntax(position + 1)
            }
            position += 2
        }
    }

    /// Appends the character of a `\u` escape, or of a surrogate pair; returns the offset of the byte that follows.
    private static func unicode(
        _ line: Span<UInt8>, _ start: Int, _ end: Int, into target: inout [UInt8]
    ) throws(Problem) -> Int {
        guard var unit = unit(line, start + 2, end) else { throw .syntax(start) }
        var position = start + 6
        if unit & 0xf800 == 0xd800 {
            guard unit < 0xdc00, position + 1 < end, line[position] == 0x5c, line[position + 1] == 0x75,
                let second = self.unit(line, position + 2, end), second & 0xfc00 == 0xdc00
            else { throw .surrogate(start) }
            unit = 0x10000 + (unit & 0x3ff) << 10 + (second & 0x3ff)
            position += 6
        }
        guard let scalar = Unicode.Scalar(unit) else { throw .surrogate(start) }
        target.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        return position
    }

    private static func unit(_ line: Span<UInt8>, _ start: Int, _ end: Int) -> UInt32? {
        guard start + 4 <= end else { return nil }
        var unit: UInt32 = 0
        for offset in start..<start + 4 {
            let byte = line[offset]
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x37
            case 0x61...0x66: digit = byte - 0x57
            default: return nil
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}

#endif
