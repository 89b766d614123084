// SPDX-License-Identifier: Apache-2.0

/// A hash of a JSON value that is independent of the order of members, of white space and of the escapes in strings.
///
/// It is computed by a separate reader, which accepts more than JSON. It is used only on texts that the codec has
/// accepted, so that it exposes whatever the codec drops or changes.
package enum JSONFingerprint {
    /// Returns the hash of the value at `start`, or nil if the text is not even approximately JSON, or is nested too
    /// deeply.
    package static func of(_ text: Span<UInt8>, from start: Int = 0) -> UInt64? {
        var position = start
        return value(text, &position, 0)
    }

    private static func value(_ text: Span<UInt8>, _ position: inout Int, _ depth: Int) -> UInt64? {
        skip(text, &position)
        guard position < text.count, depth < 600 else { return nil }
        switch text[position] {
        case 0x22: return string(text, &position).map { mix($0, 3) }
        case 0x7b: return object(text, &position, depth)
        case 0x5b: return array(text, &position, depth)
        default:
            var hash: UInt64 = 0x51
            while position < text.count {
                let byte = text[position]
                if byte == 0x2c || byte == 0x5d || byte == 0x7d || byte <= 0x20 { break }
                hash = mix(hash, UInt64(byte))
                position += 1
            }
            return hash
        }
    }

    private static func object(_ text: Span<UInt8>, _ position: inout Int, _ depth: Int) -> UInt64? {
        position += 1
        var sum: UInt64 = 0x7b
        while true {
            skip(text, &position)
            guard position < text.count else { return nil }
            if text[position] == 0x7d {
                position += 1
                return mix(sum, 5)
            }
            if text[position] == 0x2c {
                position += 1
                continue
            }
            guard text[position] == 0x22, let name = string(text, &position) else { return nil }
            skip(text, &position)
            position += 1  // Skip the colon.
            guard let inner = value(text, &position, depth + 1) else { return nil }
            sum &+= mix(name, inner)  // A sum is independent of the order.
        }
    }

    private static func array(_ text: Span<UInt8>, _ position: inout Int, _ depth: Int) -> UInt64? {
        position += 1
        var hash: UInt64 = 0x5b
        while true {
            skip(text, &position)
            guard position < text.count else { return nil }
            if text[position] == 0x5d {
                position += 1
                return mix(hash, 7)
            }
            if text[position] == 0x2c {
                position += 1
                continue
            }
            guard let inner = value(text, &position, depth + 1) else { return nil }
            hash = mix(hash, inner)
        }
    }

    /// Returns the hash of a string's UTF-16 code units, which also covers unpaired surrogates.
    private static func string(_ text: Span<UInt8>, _ position: inout Int) -> UInt64? {
        position += 1
        var hash: UInt64 = 0x22
        while position < text.count {
            let byte = text[position]
            position += 1
            if byte == 0x22 { return hash }
            if byte < 0x80 {
                hash = mix(hash, byte == 0x5c ? UInt64(escape(text, &position)) : UInt64(byte))
                continue
            }
            let length = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1
            var scalar = UInt32(byte) & (0x3f >> UInt32(length))
            for _ in 0..<length where position < text.count {
                scalar = scalar << 6 | UInt32(text[position] & 0x3f)
                position += 1
            }
            if scalar >= 0x1_0000 {
                hash = mix(hash, UInt64(0xd7c0 + (scalar >> 10)))
                scalar = 0xdc00 | scalar & 0x3ff
            }
            hash = mix(hash, UInt64(scalar))
        }
        return nil
    }

    private static func escape(_ text: Span<UInt8>, _ position: inout Int) -> UInt32 {
        guard position < text.count else { return 0 }
        let byte = text[position]
        position += 1
        switch byte {
        case 0x62: return 8
        case 0x66: return 12
        case 0x6e: return 10
        case 0x72: return 13
        case 0x74: return 9
        case 0x75:
            var unit: UInt32 = 0
            for _ in 0..<4 where position < text.count {
                let digit = text[position]
                unit = unit << 4 | UInt32(digit <= 0x39 ? digit &- 0x30 : (digit | 0x20) &- 0x57) & 15
                position += 1
            }
            return unit
        default: return UInt32(byte)
        }
    }

    private static func skip(_ text: Span<UInt8>, _ position: inout Int) {
        while position < text.count, text[position] <= 0x20 { position += 1 }
    }

    @inline(__always)
    private static func mix(_ hash: UInt64, _ value: UInt64) -> UInt64 {
        let mixed = (hash ^ value) &* 0x9e37_79b9_7f4a_7c15
        return mixed ^ mixed >> 31
    }
}
