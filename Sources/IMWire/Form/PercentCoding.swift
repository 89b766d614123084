// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding of a form's names and values.
package enum PercentCoding {
    /// Appends a text: letters, digits and `-._~` as they are, each other byte of its UTF-8 as `%` and two upper-case
    /// digits; a space is `%20` (API-011).
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [0x25, digit(byte >> 4), digit(byte & 0x0f)]
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: true
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x37 + value
    }

    /// Decodes the bytes of a name or value, which lie at `range` of the form.
    package static func decode(
        _ form: Span<UInt8>, _ range: Range<Int>, mode: DecodingMode
    ) throws(DecodeError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let (byte, length) = try step(form, position, range.upperBound, mode)
            bytes.append(byte)
            position += length
        }
        do {
            return String(copying: try UTF8Span(validating: bytes.span))
        } catch {
            // API-014: the place in the form of the first byte that cannot stand there.
            var source = range.lowerBound
            for _ in 0..<error.byteOffsets.lowerBound {
                source += try step(form, source, range.upperBound, mode).length
            }
            throw DecodeError(.formUTF8, offset: source)
        }
    }

    /// One decoded byte, and how many bytes of the form stand for it.
    private static func step(
        _ form: Span<UInt8>, _ position: Int, _ end: Int, _ mode: DecodingMode
    ) throws(DecodeError) -> (byte: UInt8, length: Int) {
        let byte = form[position]
        switch byte {
        case 0x2b: return (0x20, 1)
        case 0x25:
            if position + 2 < end, let high = value(form[position + 1]), let low = value(form[position + 2]) {
                return (high << 4 | low, 3)
            }
            if mode == .strict { throw DecodeError(.formPercent, offset: position) }
            return (byte, 1)  // API-013: a peer that escapes nothing means a percent sign
        case 0x21...0x7e: return (byte, 1)
        default:
            if mode == .strict { throw DecodeError(.formSyntax, offset: position) }
            return (byte, 1)
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
