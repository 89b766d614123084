// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import TextSupport

/// A text of two hex digits per byte, optionally separated by spaces, colons, commas or `0x`.
enum HexText {
    struct InvalidDigit: Error {
        /// The offset of the first unexpected character, or of the end.
        var offset: Int
    }

    /// Returns whether a byte may stand between pairs of digits.
    static func isSeparator(_ byte: UInt8) -> Bool { Words.isSpace(byte) || ":,".utf8.contains(byte) }

    /// Decodes pairs of digits.
    ///
    /// - Parameter isCut: Whether the text is known to continue, in which case it may end with a single digit.
    static func bytes(_ text: some Sequence<UInt8>, isCut: Bool = false) throws(InvalidDigit) -> [UInt8] {
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
