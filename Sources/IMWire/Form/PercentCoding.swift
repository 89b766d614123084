// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding of the names and values of a form.
package enum PercentCoding {
    /// Appends a text in percent-encoding (API-011).
    ///
    /// Letters, digits and `-._~` are unchanged; each other byte of the UTF-8 becomes `%` and two upper-case digits. A
    /// space is `%20`.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [.percent, digit(byte >> 4), digit(byte & 0x0f)]
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), .minus, .point, UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Returns whether strict mode takes a byte literally: known writers leave it unescaped (API-012).
    private static func isPlain(_ byte: UInt8) -> Bool {
        isUnreserved(byte)
            || [UInt8(ascii: "!"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*")].contains(
                byte)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
    }

    /// Decodes the bytes of a name or value, which are at `range` in the form.
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
            // API-014: the error is located at the first byte in the form that represents the ill-formed sequence.
            var source = range.lowerBound
            for _ in 0..<error.byteOffsets.lowerBound {
                source += try step(form, source, range.upperBound, mode).length
            }
            throw DecodeError(.formUTF8, offset: source)
        }
    }

    /// Returns one decoded byte and the number of bytes in the form that represent it.
    private static func step(
        _ form: Span<UInt8>, _ position: Int, _ end: Int, _ mode: DecodingMode
    ) throws(DecodeError) -> (byte: UInt8, length: Int) {
        let byte = form[position]
        switch byte {
        case .plus: return (.space, 1)
        case .percent:
            if position + 2 < end, let high = value(form[position + 1]), let low = value(form[position + 2]) {
                return (high << 4 | low, 3)
            }
            if mode == .strict { throw DecodeError(.formPercent, offset: position) }
            return (byte, 1)  // API-013: a peer that does not escape text means a literal percent sign
        default:
            if mode == .strict, !isPlain(byte) { throw DecodeError(.formSyntax, offset: position) }
            return (byte, 1)
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
