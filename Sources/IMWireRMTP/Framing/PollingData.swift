// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The JSON value in the string `data` of a reply (RMTP-095).
struct PollingData {
    let value: RawJSON
    /// Whether the value contains a lone surrogate escape (CNT-016).
    let hasLoneSurrogate: Bool

    /// Reads the text of a string that `scanner` has read, with the scanner's limits.
    ///
    /// - Throws: `json.*` and `limit.*`. The offset counts in the text, so the caller must replace it.
    init(_ scanner: borrowing JSONScanner, _ token: StringToken) throws(DecodeError) {
        let text =
            token.loneSurrogate < 0
            ? scanner.text(of: token)
            : try PollingData.text(EscapedText.units(scanner.text, from: token.start, to: token.end))
        let span = text.utf8.span
        var inner = JSONScanner(span, limits: scanner.limits, isStrict: scanner.isStrict)
        try inner.begin()
        _ = inner.nextToken()
        let start = inner.position
        hasLoneSurrogate = try inner.skipValue() >= 0
        let end = inner.position
        try inner.finish()
        value = RawJSON(scanned: span.part(start, end).wellFormedString)
    }

    /// Returns the text of UTF-16 units, with each lone surrogate replaced by its escape.
    ///
    /// In a string of the inner JSON, the escape has the same meaning as the surrogate. Anywhere else, both are
    /// invalid.
    private static func text(_ units: [UInt16]) throws(DecodeError) -> String {
        var text = ""
        var plain: [UInt16] = []
        var backslashes = 0
        for index in units.indices {
            let unit = units[index]
            if EscapedText.isLone(units, index) {
                // A backslash that begins an escape must be followed by the letter of the escape.
                if backslashes % 2 == 1 { throw DecodeError(.jsonSyntax, offset: 0) }
                text += String(decoding: plain, as: UTF16.self) + "\\u" + String(unit, radix: 16)
                plain = []
            } else {
                plain.append(unit)
            }
            backslashes = unit == UInt16(UInt8(ascii: "\\")) ? backslashes + 1 : 0
        }
        return text + String(decoding: plain, as: UTF16.self)
    }
}
