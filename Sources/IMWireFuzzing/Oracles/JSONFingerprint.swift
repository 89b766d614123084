// SPDX-License-Identifier: Apache-2.0

/// A hash of a JSON value that is independent of the order of members, of white space and of the escapes in strings.
///
/// It is computed by a separate reader, which accepts more than JSON. It is used only on texts that the codec has
/// accepted, so that it exposes whatever the codec drops or changes.
enum JSONFingerprint {
    /// Returns the hash of the value, or nil if the text is not even approximately JSON, or is nested too deeply.
    static func of(_ text: Span<UInt8>) -> UInt64? {
        let bytes = [UInt8](copying: text)
        let outline = JSONOutline(bytes, limit: .max, levels: 600)
        guard outline.isWhole else { return nil }
        // A value follows the one that contains it, so that the inner hashes are known first.
        var inner = [UInt64](repeating: 0, count: outline.nodes.count)
        for index in outline.nodes.indices.reversed() {
            let node = outline.nodes[index]
            let hash =
                switch node.kind {
                case .quote: mix(string(text, from: node.start), 3)
                case .openBrace: mix(inner[index], 5)
                case .openBracket: mix(inner[index], 7)
                default: bytes[node.start..<node.end].reduce(11) { mix($0, UInt64($1)) }
                }
            guard node.parent >= 0 else { return hash }
            // A sum is independent of the order of members.
            inner[node.parent] =
                node.isMember
                ? inner[node.parent] &+ mix(string(text, from: node.outerStart), hash) : mix(inner[node.parent], hash)
        }
        return nil
    }

    /// Returns the hash of a string's UTF-16 code units, which also covers unpaired surrogates.
    private static func string(_ text: Span<UInt8>, from start: Int) -> UInt64 {
        var position = start + 1
        var hash = UInt64(UInt8.quote)
        while position < text.count {
            let byte = text[position]
            position += 1
            if byte == .quote { return hash }
            if byte < 0x80 {
                hash = mix(hash, byte == .backslash ? UInt64(escape(text, &position)) : UInt64(byte))
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
        return hash
    }

    private static func escape(_ text: Span<UInt8>, _ position: inout Int) -> UInt32 {
        guard position < text.count else { return 0 }
        let byte = text[position]
        position += 1
        switch byte {
        case UInt8(ascii: "b"): return 8
        case UInt8(ascii: "f"): return 12
        case UInt8(ascii: "n"): return 10
        case UInt8(ascii: "r"): return 13
        case UInt8(ascii: "t"): return 9
        case UInt8(ascii: "u"):
            var unit: UInt32 = 0
            for _ in 0..<4 where position < text.count {
                let digit = text[position]
                unit =
                    unit << 4 | UInt32(
                        digit <= UInt8(ascii: "9")
                            ? digit &- UInt8(ascii: "0") : (digit | 0x20) &- UInt8(ascii: "a") &+ 10) & 15
                position += 1
            }
            return unit
        default: return UInt32(byte)
        }
    }

    @inline(__always)
    private static func mix(_ hash: UInt64, _ value: UInt64) -> UInt64 {
        let mixed = (hash ^ value) &* 0x9e37_79b9_7f4a_7c15
        return mixed ^ mixed >> 31
    }
}
