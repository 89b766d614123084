// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Strings with escapes of surrogates that have no partner, which no Swift string can represent.
extension RawJSON {
    /// The UTF-16 code units of a string; empty for a value of another kind.
    package var codeUnits: [UInt16] {
        guard kind == .string else { return [] }
        var units: [UInt16] = []
        units.reserveCapacity(text.utf8.count)
        var scalars = text.drop { $0.isWhitespace }.unicodeScalars.dropFirst()
        while let scalar = scalars.popFirst() {
            if scalar == "\"" { break }
            guard scalar == "\\", let kind = scalars.popFirst() else {
                units.append(contentsOf: scalar.utf16)
                continue
            }
            switch kind {
            case "u":
                units.append(UInt16(String(String.UnicodeScalarView(scalars.prefix(4))), radix: 16) ?? 0)
                scalars = scalars.dropFirst(4)
            case "b": units.append(contentsOf: "\u{8}".utf16)
            case "f": units.append(contentsOf: "\u{c}".utf16)
            case "n": units.append(contentsOf: "\n".utf16)
            case "r": units.append(contentsOf: "\r".utf16)
            case "t": units.append(contentsOf: "\t".utf16)
            default: units.append(contentsOf: kind.utf16)
            }
        }
        return units
    }
}
