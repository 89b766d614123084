// SPDX-License-Identifier: Apache-2.0

/// Bytes as hexadecimal text.
package enum HexBytes {
    /// Returns the text of bytes, with two lowercase digits for each byte.
    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            for digit in [byte >> 4, byte & 0x0f] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of hexadecimal text, which may contain spaces, or nil if the text is not hexadecimal.
    package static func read(_ hex: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        let text = hex.utf8.span
        bytes.reserveCapacity(text.count / 2)
        var high: UInt8?
        for index in text.indices {
            let character = text[index]
            if character == 0x20 { continue }
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
