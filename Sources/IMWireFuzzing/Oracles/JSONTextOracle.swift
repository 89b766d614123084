// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// Properties of a JSON text, determined by code that shares nothing with the codec's scanner (FUZ-011).
enum JSONTextOracle {
    /// Checks `steps`: an accepted text has no more levels than are allowed (CNT-092).
    static func checkDepth(
        _ place: @autoclosure () -> String, _ text: Span<UInt8>, limit: Int, _ observation: inout Observation
    ) {
        guard text.count > limit else { return }  // Each level takes at least one byte.
        var depth = 0
        var most = 0
        var isInside = false
        var isEscaped = false
        for index in text.indices {
            let byte = text[index]
            if isInside {
                if !isEscaped, byte == .quote { isInside = false }
                isEscaped = !isEscaped && byte == .backslash
                continue
            }
            switch byte {
            case .quote: isInside = true
            case .openBracket, .openBrace:
                depth += 1
                most = max(most, depth)
            case .closeBracket, .closeBrace: depth -= 1
            default: break
            }
        }
        if most > limit { observation.violate(.steps, at: "\(place()) depth", "\(most) levels, \(limit) allowed") }
    }

    /// Returns the text of a well-formed quoted string, with unpaired surrogates as U+FFFD (CNT-016).
    static func string(_ raw: some Collection<UInt8>) -> String {
        var units: [UInt16] = []
        var rest = Array(raw.dropFirst().dropLast())[...]
        while !rest.isEmpty {
            let plain = rest.prefix { $0 != .backslash }
            units += String(decoding: plain, as: UTF8.self).utf16
            rest = rest[plain.endIndex...]
            guard rest.count >= 2 else { continue }
            let kind = rest[rest.startIndex + 1]
            rest = rest.dropFirst(2)
            if kind == UInt8(ascii: "u") {
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(4)
            } else {
                units.append(shortEscapes[kind] ?? UInt16(kind))
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static let shortEscapes: [UInt8: UInt16] = [
        UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    ]
}
