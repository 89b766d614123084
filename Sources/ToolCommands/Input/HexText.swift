// SPDX-License-Identifier: Apache-2.0

#if Tools

/// A text of two hex digits per byte, optionally separated by spaces, colons, commas or `0x`.
enum HexText {
    /// An error in the text.
    struct Problem: Error {
        /// The offset of the first unexpected character, or of the end.
        var offset: Int
    }

    /// Decodes pairs of digits.
    ///
    /// - Parameter isCut: Whether the text is known to continue, in which case it may end with a single digit.
    static func bytes(_ text: some Sequence<UInt8>, isCut: Bool = false) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        var count = 0
        for character in text {
            switch character {
            case 0x30...0x39, 0x41...0x46, 0x61...0x66:
                let digit = character < 0x41 ? character - 0x30 : (character | 0x20) - 0x57
                if let first = high {
                    bytes.append(first << 4 | digit)
                    high = nil
                } else {
                    high = digit
                }
            case 0x78 where high == 0, 0x58 where high == 0: high = nil
            case 0x20, 0x09, 0x0d, 0x0a, 0x3a, 0x2c:
                if high != nil { throw Problem(offset: count) }
            default: throw Problem(offset: count)
            }
            count += 1
        }
        if high != nil, !isCut { throw Problem(offset: count) }
        return bytes
    }
}

#endif
