// SPDX-License-Identifier: Apache-2.0

/// Bytes as text of hexadecimal digits.
package enum HexBytes {
    /// Bytes in hexadecimal, with spaces between them for people; nil where it is none.
    package static func read(_ hex: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(hex.utf8.count / 2)
        var high: UInt8?
        for character in hex.utf8 where character != 0x20 {
            let digit: UInt8
            switch character {
            case 0x30...0x39: digit = character - 0x30
            case 0x41...0x46: digit = character - 0x37
            case 0x61...0x66: digit = character - 0x57
            default: return nil
            }
            if let half = high {
                bytes.append(half << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }
}
