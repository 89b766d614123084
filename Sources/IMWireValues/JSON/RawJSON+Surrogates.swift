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
            case "b": units.append(0x08)
            case "f": units.append(0x0c)
            case "n": units.append(0x0a)
            case "r": units.append(0x0d)
            case "t": units.append(0x09)
            default: units.append(contentsOf: kind.utf16)
            }
        }
        return units
    }
}
