// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport

/// Delimiters and flags in the form that annotations use.
extension Words {
    /// Returns the name of a delimiter.
    static func name(_ delimiter: ChatLineDelimiter) -> String {
        switch delimiter {
        case .lf: "LF"
        case .crlf: "CR LF"
        case .cr: "CR"
        case .nul: "NUL"
        }
    }

    /// Returns the names of flags, or `none`; a bit without a name appears by its number.
    static func flags(_ flags: ChatPacketFlags) -> String {
        var names = flagNames.filter { flags.contains($0.flag) }.map(\.name)
        for bit in 4..<16 where flags.rawValue & 1 << UInt16(bit) != 0 { names.append("bit \(bit), unknown") }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }

    /// The name of each flag, and what the flag means when it is set and when it is clear.
    static let flagNames: [(name: String, flag: ChatPacketFlags, set: String, clear: String)] = [
        ("deflate", .deflate, "compressed", "not compressed"),
        ("fragment", .fragment, "a part of a larger unit", "complete in itself"),
        ("batch", .batch, "several messages, each with its length", "not a batch"),
        ("wantsReceipt", .wantsReceipt, "the sender requests a receipt", "no receipt requested"),
    ]
}
