// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Numbers and names as annotations write them.
package enum Words {
    /// `1 byte`, `2,048 bytes`.
    package static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// A number with a comma every three digits.
    package static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0, digit != "-" { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// Eight digits in two groups, as a dump shows the four bytes: `3BA7 4E3D`.
    package static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Bytes with a space between.
    package static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map(hex).joined(separator: " ")
    }

    /// Two digits.
    package static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    /// A byte, and the character that it is.
    package static func byte(_ byte: UInt8) -> String {
        (0x21...0x7e).contains(byte) ? "\(hex(byte)) (\(Character(UnicodeScalar(byte))))" : hex(byte)
    }

    /// An offset as dumps write it, with at least six digits: `000018`.
    package static func offset(_ offset: Int) -> String {
        let digits = String(offset, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Whether a byte is white space in JSON and Base64.
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    }

    /// A delimiter.
    package static func name(_ delimiter: LineDelimiter) -> String {
        switch delimiter {
        case .lf: "LF"
        case .crlf: "CR LF"
        case .cr: "CR"
        case .nul: "NUL"
        }
    }

    /// The bytes from the first to the last, both counted: `bytes 24 to 31`, or `byte 24`.
    package static func bytes(_ range: Range<Int>) -> String {
        range.count == 1 ? "byte \(range.lowerBound)" : "bytes \(range.lowerBound) to \(range.upperBound - 1)"
    }

    /// The names of flags, or `none`; bits without a name by their number.
    package static func flags(_ flags: PacketFlags) -> String {
        var names = flagNames.filter { flags.contains($0.flag) }.map(\.name)
        for bit in 4..<16 where flags.rawValue & 1 << UInt16(bit) != 0 { names.append("bit \(bit), unknown") }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }

    /// What each flag says, set and clear.
    package static let flagNames: [(name: String, flag: PacketFlags, set: String, clear: String)] = [
        ("deflate", .deflate, "compressed", "not compressed"),
        ("fragment", .fragment, "one part of something larger", "complete in itself"),
        ("batch", .batch, "several messages, each with its length", "no batch with lengths"),
        ("wantsReceipt", .wantsReceipt, "the sender waits for a receipt", "no receipt is awaited"),
    ]
}
