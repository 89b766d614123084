// SPDX-License-Identifier: Apache-2.0

#if Tools

import TextSupport

/// A text of two hex digits per byte, optionally separated by spaces, colons, commas or `0x`.
package enum HexText {
    package struct InvalidDigit: Error {
        /// The offset of the first unexpected character, or of the end.
        package var offset: Int
    }

    /// Returns whether a byte may stand between pairs of digits.
    package static func isSeparator(_ byte: UInt8) -> Bool { Words.isSpace(byte) || ":,".utf8.contains(byte) }

    /// Decodes digits without separators; returns nil for any other text.
    package static func plainBytes(_ text: Span<UInt8>) -> [UInt8]? {
        var start = 0
        while start < text.count, text[start].isBlank { start += 1 }
        guard (text.count - start) % 2 == 0 else { return nil }
        let digits = HexText.digits
        var refused: UInt8 = 0
        let bytes = text.withUnsafeBufferPointer { text in
            [UInt8](unsafeUninitializedCapacity: (text.count - start) / 2) { room, count in
                for place in 0..<(text.count - start) / 2 {
                    let high = digits[Int(text[start + 2 * place])]
                    let low = digits[Int(text[start + 2 * place + 1])]
                    refused |= high | low
                    room[place] = high << 4 | low & 0x0f
                }
                count = (text.count - start) / 2
            }
        }
        return refused < 16 ? bytes : nil
    }

    /// The value of each byte as a hex digit, or 255.
    private static let digits = (0...255).map { UInt8($0).hexDigit ?? 255 }

    /// Decodes pairs of digits.
    ///
    /// - Parameter isCut: Whether the text is known to continue, in which case it may end with a single digit.
    package static func bytes(_ text: some Sequence<UInt8>, isCut: Bool = false) throws(InvalidDigit) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        var count = 0
        for character in text {
            if let digit = character.hexDigit {
                if let first = high { bytes.append(first << 4 | digit) }
                high = high == nil ? digit : nil
            } else if high == 0, character | 0x20 == UInt8(ascii: "x") {
                high = nil
            } else if high != nil || !isSeparator(character) {
                throw InvalidDigit(offset: count)
            }
            count += 1
        }
        if high != nil, !isCut { throw InvalidDigit(offset: count) }
        return bytes
    }
}

#endif
