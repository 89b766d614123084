// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The text of JSON strings with lone surrogate escapes, which a Swift string cannot represent (CNT-016).
enum EscapedText {
    /// Returns the UTF-16 units of the text between two quotes, which a scanner has validated.
    static func units(_ text: Span<UInt8>, from start: Int, to end: Int) -> [UInt16] {
        var units: [UInt16] = []
        var offset = start
        while offset < end {
            let byte = text.octet(offset)
            guard byte == UInt8(ascii: "\\"), offset + 1 < end else {
                let plainEnd = endOfPlain(text, from: offset + 1, to: end)
                units += FrameTextScan.units(text.part(offset, plainEnd))
                offset = plainEnd
                continue
            }
            let kind = text.octet(offset + 1)
            if kind == UInt8(ascii: "u"), offset + 6 <= end {
                units.append(unit(text, at: offset + 2))
                offset += 6
            } else {
                units.append(UInt16(short(kind)))
                offset += 2
            }
        }
        return units
    }

    /// Returns a JSON string of arbitrary units, in which lone surrogates are written as escapes.
    static func literal(_ text: FrameText) -> RawJSON {
        if let string = text.string { return RawJSON(string) }
        var literal = ""
        var plain: [UInt16] = []
        let units = text.utf16
        func flush() {
            // Works on bytes, because a quote and a combining mark after it form one character.
            let quoted = RawJSON(String(decoding: plain, as: UTF16.self)).text.utf8
            literal += String(decoding: Array(quoted.dropFirst().dropLast()), as: UTF8.self)
            plain = []
        }
        for index in units.indices {
            if isLone(units, index) {
                flush()
                literal += "\\u" + String(units[index], radix: 16)
            } else {
                plain.append(units[index])
            }
        }
        flush()
        return RawJSON(scanned: "\"" + literal + "\"")
    }

    /// Returns whether a unit is a lone surrogate.
    static func isLone(_ units: [UInt16], _ index: Int) -> Bool {
        switch units[index] & 0xfc00 {
        case 0xd800: index + 1 == units.count || units[index + 1] & 0xfc00 != 0xdc00
        case 0xdc00: index == 0 || units[index - 1] & 0xfc00 != 0xd800
        default: false
        }
    }

    private static func endOfPlain(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var offset = start
        while offset < end, text.octet(offset) != UInt8(ascii: "\\") { offset += 1 }
        return offset
    }

    private static func unit(_ text: Span<UInt8>, at start: Int) -> UInt16 {
        var unit: UInt16 = 0
        for offset in start..<start + 4 {
            let byte = text.octet(offset)
            unit = unit << 4 | UInt16(byte & 0xf) &+ (byte > UInt8(ascii: "9") ? 9 : 0)
        }
        return unit
    }

    private static func short(_ kind: UInt8) -> UInt8 {
        switch kind {
        case UInt8(ascii: "b"): UInt8(ascii: "\u{8}")
        case UInt8(ascii: "f"): UInt8(ascii: "\u{c}")
        case UInt8(ascii: "n"): UInt8(ascii: "\n")
        case UInt8(ascii: "r"): UInt8(ascii: "\r")
        case UInt8(ascii: "t"): UInt8(ascii: "\t")
        default: kind
        }
    }
}
