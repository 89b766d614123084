// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Numbers and names in the form that annotations use.
package enum Words {
    /// Returns a count with its noun, such as `1 byte` or `2,048 bytes`.
    package static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Returns a number with a comma after every three digits.
    package static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0, digit != "-" { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// Returns eight uppercase hexadecimal digits.
    package static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Returns the hexadecimal digits of bytes, separated by spaces.
    package static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map(hex).joined(separator: " ")
    }

    /// Returns two uppercase hexadecimal digits.
    package static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    /// Returns the hexadecimal digits of a byte, followed by its character if it is printable.
    package static func byte(_ byte: UInt8) -> String {
        byte.isPrintableASCII && byte != UInt8(ascii: " ")
            ? "\(hex(byte)) (\(Character(UnicodeScalar(byte))))" : hex(byte)
    }

    /// Returns an offset as dumps show it, with at least six digits: `000018`.
    package static func offset(_ offset: Int) -> String {
        let digits = String(offset, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Returns whether a byte is white space in JSON and Base64.
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }

    /// Returns the first and last byte of a range, both inclusive: `bytes 24 to 31`, or `byte 24`.
    package static func bytes(_ range: Range<Int>) -> String {
        range.count == 1 ? "byte \(range.lowerBound)" : "bytes \(range.lowerBound) to \(range.upperBound - 1)"
    }
}
