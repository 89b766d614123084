// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// Properties of a JSON text, determined by code that shares nothing with the codec's scanner (FUZ-011).
package enum JSONTextOracle {
    /// Judges `steps`: an accepted text has no more levels than are allowed (CNT-092).
    package static func judgeDepth(
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
                if !isEscaped, byte == 0x22 { isInside = false }
                isEscaped = !isEscaped && byte == 0x5c
                continue
            }
            switch byte {
            case 0x22: isInside = true
            case 0x5b, 0x7b:
                depth += 1
                most = max(most, depth)
            case 0x5d, 0x7d: depth -= 1
            default: break
            }
        }
        if most > limit { observation.violate(.steps, at: "\(place()) depth", "\(most) levels, \(limit) allowed") }
    }

    /// Returns the text of a well-formed quoted string, with unpaired surrogates as U+FFFD (CNT-016).
    package static func string(_ raw: some Collection<UInt8>) -> String {
        var units: [UInt16] = []
        var rest = Array(raw.dropFirst().dropLast())[...]
        while !rest.isEmpty {
            let plain = rest.prefix { $0 != 0x5c }
            units += String(decoding: plain, as: UTF8.self).utf16
            rest = rest[plain.endIndex...]
            guard rest.count >= 2 else { continue }
            let kind = rest[rest.startIndex + 1]
            rest = rest.dropFirst(2)
            if kind == 0x75 {
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(4)
            } else {
                units.append(shortEscapes[kind] ?? UInt16(kind))
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static let shortEscapes: [UInt8: UInt16] = [0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9]
}
