// SPDX-License-Identifier: Apache-2.0

/// Bytes as hexadecimal text.
package enum HexBytes {
    /// Returns the text of bytes, with two lowercase digits for each byte.
    package static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0f)])
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
            if character == UInt8(ascii: " ") { continue }
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
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
