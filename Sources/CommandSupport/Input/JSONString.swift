// SPDX-License-Identifier: Apache-2.0

#if Tools

import ValueSupport

/// A namespace for unescaping a JSON string that holds a content; the codec validates the resulting bytes.
package enum JSONString {
    /// The reason that a string cannot be read.
    package enum UnescapeError: Error {
        /// A control character or an invalid escape at this offset.
        case syntax(Int)
        /// An unpaired surrogate at this offset, which has no encoding in bytes.
        case surrogate(Int)
    }

    /// Appends the unescaped text of a string to `target`; `range` is the text between the quotes.
    package static func unescape(
        _ line: Span<UInt8>, _ range: Range<Int>, into target: inout [UInt8]
    ) throws(UnescapeError) {
        target.reserveCapacity(target.count + range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let start = position
            while position < range.upperBound, line[position] >= 0x20, line[position] != UInt8(ascii: "\\") {
                position += 1
            }
            if position > start { target.append(bytes: line.extracting(start..<position)) }
            if position == range.upperBound { break }
            if line[position] < 0x20 { throw .syntax(position) }
            guard position + 1 < range.upperBound else { throw .syntax(position) }
            switch line[position + 1] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): target.append(line[position + 1])
            case UInt8(ascii: "b"): target.append(UInt8(ascii: "\u{8}"))
            case UInt8(ascii: "f"): target.append(UInt8(ascii: "\u{c}"))
            case UInt8(ascii: "n"): target.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): target.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "t"): target.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "u"):
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
    ) throws(UnescapeError) -> Int {
        guard var unit = unit(line, start + 2, end) else { throw .syntax(start) }
        var position = start + 6
        if unit & 0xf800 == 0xd800 {
            guard unit < 0xdc00, position + 1 < end, line[position] == UInt8(ascii: "\\"),
                line[position + 1] == UInt8(ascii: "u"),
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
            guard let digit = line[offset].hexDigit else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}

#endif
