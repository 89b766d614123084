// SPDX-License-Identifier: Apache-2.0

/// RFC 4648 Base64 with the standard alphabet, read in the forms that peers send and written as one line (CNT-040,
/// CNT-075).
package enum Base64 {
    /// Returns the Base64 of `bytes` with padding and without line breaks.
    package static func encode(_ bytes: Span<UInt8>) -> String {
        let length = encodedLength(bytes.count)
        return unsafe String(unsafeUninitializedCapacity: length) { buffer in
            var room = unsafe MutableSpan(_unsafeElements: buffer)
            encode(bytes, into: &room, at: 0)
            return length
        }
    }

    /// Returns the Base64 of `bytes` with padding and without line breaks.
    package static func encode(_ bytes: [UInt8]) -> String {
        encode(bytes.span)
    }

    /// Decodes Base64 that may be wrapped or have a `data:` prefix, or returns nil if the text is not Base64.
    ///
    /// White space (CR, LF, tab, space) is skipped. Padding is required, and unused bits must be zero.
    package static func decode(_ text: String) -> [UInt8]? {
        var text = text
        text.makeContiguousUTF8()
        return decode(text.utf8.span)
    }

    /// Decodes Base64 that may be wrapped or have a `data:` prefix, or returns nil if the text is not Base64.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        // Nearly all texts are one unbroken line.
        decodeStandard(text) ?? decodeWrapped(text)
    }

    /// Decodes Base64 in one piece with padding and without a prefix, or returns nil (PRB-061, TST-005).
    package static func decodeStandard(_ text: String) -> [UInt8]? {
        var text = text
        text.makeContiguousUTF8()
        return decodeStandard(text.utf8.span)
    }

    private static func decodeStandard(_ text: Span<UInt8>) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var isStandard = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { buffer, count in
            var room = unsafe MutableSpan(_unsafeElements: buffer)
            guard let length = decode(text, into: &room) else { return }
            count = length
            isStandard = true
        }
        return isStandard ? bytes : nil
    }

    private static func decodeWrapped(_ text: Span<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        for offset in dataPrefixLength(text)..<text.count {
            let byte = text.byte(at: offset)
            let value = Self.value(of: byte)
            if value < 64 {
                guard padding == 0 else { return nil }
                group = group << 6 | UInt32(value)
                digits += 1
                if digits == 4 {
                    output.append(UInt8(truncatingIfNeeded: group >> 16))
                    output.append(UInt8(truncatingIfNeeded: group >> 8))
                    output.append(UInt8(truncatingIfNeeded: group))
                    digits = 0
                    group = 0
                }
            } else if byte == .equals {
                padding += 1
            } else if !isWhiteSpace(byte) {
                return nil
            }
        }
        switch (digits, padding) {
        case (0, 0):
            return output
        case (2, 2) where group & 0x0f == 0:
            output.append(UInt8(truncatingIfNeeded: group >> 4))
            return output
        case (3, 1) where group & 0x03 == 0:
            output.append(UInt8(truncatingIfNeeded: group >> 10))
            output.append(UInt8(truncatingIfNeeded: group >> 2))
            return output
        default:
            return nil
        }
    }

    /// The form of a text in a Base64 member.
    enum Form: Equatable {
        /// One unbroken line of standard Base64, or an empty text.
        case plain
        /// Base64 with white space or a `data:` prefix.
        case wrapped
        /// A text that is not Base64.
        case other
    }

    /// Determines the form of a text without decoding it.
    static func form(of text: Span<UInt8>) -> Form {
        let prefix = dataPrefixLength(text)
        var offset = BlockScan.base64(text, from: prefix, to: text.count)
        var last = offset > prefix ? value(of: text.byte(at: offset - 1)) : 0
        var digits = offset - prefix
        var spaces = false
        var padding = 0
        while offset < text.count {
            let byte = text.byte(at: offset)
            let value = Self.value(of: byte)
            if value < 64 {
                guard padding == 0 else { return .other }
                let run = BlockScan.base64(text, from: offset, to: text.count)
                digits += run - offset
                last = Self.value(of: text.byte(at: run - 1))
                offset = run
                continue
            } else if byte == .equals {
                padding += 1
            } else if isWhiteSpace(byte) {
                spaces = true
            } else {
                return .other
            }
            offset += 1
        }
        let whole =
            switch (digits % 4, padding) {
            case (0, 0): true
            case (2, 2): last & 0x0f == 0
            case (3, 1): last & 0x03 == 0
            default: false
            }
        return !whole ? .other : spaces || prefix > 0 ? .wrapped : .plain
    }

    /// Returns the length of a leading `data:…;base64,`, whose white space is ignored, or 0 if there is none (CNT-040).
    static func dataPrefixLength(_ text: Span<UInt8>) -> Int {
        let scheme: StaticString = "data:"
        let marker: StaticString = ";base64"
        var start = 0
        for index in 0..<scheme.utf8CodeUnitCount {
            while start < text.count, isWhiteSpace(text.byte(at: start)) { start += 1 }
            guard start < text.count, text.byte(at: start) == octet(scheme, index) else { return 0 }
            start += 1
        }
        var comma = start
        while comma < text.count, text.byte(at: comma) != .comma { comma += 1 }
        if comma == text.count { return 0 }
        var offset = comma
        for index in (0..<marker.utf8CodeUnitCount).reversed() {
            while offset > start, isWhiteSpace(text.byte(at: offset - 1)) { offset -= 1 }
            guard offset > start, text.byte(at: offset - 1) == octet(marker, index) else { return 0 }
            offset -= 1
        }
        return comma + 1
    }

    private static func octet(_ text: StaticString, _ index: Int) -> UInt8 {
        text.withUTF8Buffer { unsafe $0[index] }
    }

    /// Returns whether a byte is CR, LF, tab or space.
    @inline(__always)
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == .space || byte == .lineFeed || byte == .carriageReturn || byte == .tab
    }

    /// Returns the six bits that a digit represents, or 64 if the byte is not a digit.
    @inline(__always)
    static func value(of byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte &- UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte &- UInt8(ascii: "a") &+ 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0") &+ 52
        case .plus: 62
        case .slash: 63
        default: 64
        }
    }

    /// Returns the character that represents six bits.
    @inline(__always)
    static func digit(_ bits: UInt8) -> UInt8 {
        switch bits {
        case 0...25: bits &+ UInt8(ascii: "A")
        case 26...51: bits &- 26 &+ UInt8(ascii: "a")
        case 52...61: bits &- 52 &+ UInt8(ascii: "0")
        case 62: .plus
        default: .slash
        }
    }
}
