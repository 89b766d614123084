// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// Values at the edges of types, of Unicode planes and of limits (FUZ-020).
package enum EdgeValues {
    /// JSON numbers, in and out of the ranges of common types.
    package static let numbers: [String] = [
        "0", "-0", "1", "-1", "9", "10", "127", "128", "255", "256", "2147483647", "2147483648", "-2147483648",
        "4294967295", "4294967296", "9007199254740991", "9007199254740992", "9007199254740993", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "0.0", "-0.0", "1.0", "1.50", "1e2", "1E2", "1e+2", "1E-2", "1.5e300", "1e309",
        "1e-400",
        "0.1", "123456789012345678901234567890", "1e99999999999999999999", "100e-2", "0e0",
    ]

    /// Texts that look like numbers but are not valid JSON.
    package static let brokenNumbers: [String] = [
        "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x10", "NaN", "Infinity", "-Infinity", "1 2", "--1", "1.e2", "1,5",
    ]

    /// Counts and lengths at and around limits.
    package static let counts: [Int] = [
        0, 1, 2, 3, 4, 11, 12, 13, 23, 24, 25, 63, 64, 65, 100, 127, 128, 255, 256, 512, 513, 999, 1_000, 1_001, 1_023,
        1_024, 4_095, 4_096, 4_097, 32_767, 32_768, 65_535, 65_536, 131_072, 131_073, 262_144, 262_145, 1_048_576,
        1_048_577, 4_194_304, 4_194_305, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff,
    ]

    /// Scalars at the edges of planes and of UTF-8 lengths, and those that JSON treats specially.
    package static let scalars: [UInt32] = [
        0x01, 0x08, 0x0a, 0x1f, 0x20, 0x22, 0x2f, 0x5c, 0x61, 0x7e, 0x7f, 0x80, 0xe9, 0x7ff, 0x800, 0x2028, 0x4e2d,
        0xd7ff,
        0xe000, 0xfeff, 0xfffd, 0xffff, 0x1_0000, 0x1_f600, 0x1_ffff, 0x2_0000, 0xf_0000, 0x10_fffd, 0x10_ffff,
    ]

    /// Topics of messages, of notifications, and one that no registry has.
    static let topics = [
        "ppMsgP", "ppMsgN", "ppMsgS", "pgMsgP", "chatMsg", "pcMsgP", "ugMsg", "prMsgP", "prMsgS", "recallMsg", "s_msg",
        "s_ntf", "pullMsg", "pdMsgP", "pmcMsgN", "x",
    ]

    /// Returns one of ``scalars``, or a supplementary scalar whose low surrogate is at an edge or the middle of its
    /// range.
    package static func scalar(_ random: inout SeededRandom) -> UInt32 {
        guard random.chance(30) else { return pick(scalars, &random) }
        return UInt32(random.pick(0x40...0x43f)) << 10 | pick([0, 1, 0x1ff, 0x200, 0x3fe, 0x3ff], &random)
    }

    /// Returns escaped UTF-16 code units in either case, for one to five scalars and sometimes U+0000: surrogate pairs,
    /// unpaired surrogates, and others.
    package static func escapedRun(_ random: inout SeededRandom) -> [UInt8] {
        var run: [UInt8] = []
        for _ in 0..<random.pick(1...5) {
            let scalar = random.chance(60) ? UInt32(random.pick(0x1_0000...0x10_ffff)) : self.scalar(&random)
            let units: [UInt32] =
                scalar < 0x1_0000 ? [scalar] : [0xd7c0 + scalar >> 10, 0xdc00 | scalar & 0x3ff]
            for unit in random.chance(4) ? Array(units.prefix(1)) : units { run += escape(unit, &random) }
        }
        if random.chance(20) { run += escape(0, &random) }
        return run
    }

    private static func escape(_ unit: UInt32, _ random: inout SeededRandom) -> [UInt8] {
        let digits = Array((random.chance(50) ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
        return Array("\\u".utf8) + [12, 8, 4, 0].map { digits[Int(unit >> $0 & 15)] }
    }

    /// Escapes that JSON allows in a string, including unpaired surrogates.
    package static let escapes: [String] = [
        "\\n", "\\t", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r", "\\u0000", "\\u001f", "\\u00e9", "\\u4E2D",
        "\\ud83d\\ude00",
        "\\uD83D\\uDE00", "\\ud83d", "\\ude00", "\\ude00\\ud83d", "\\ud83d\\u0041", "\\ud83dx", "\\uFFFF", "\\u2028",
    ]

    /// Escapes that no reader may accept.
    package static let brokenEscapes: [String] = ["\\x41", "\\u12", "\\u12g4", "\\", "\\U0041", "\\'", "\\u+123"]

    /// Byte sequences that are not valid UTF-8.
    package static let illFormed: [[UInt8]] = [
        [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc2], [0xe0, 0x80, 0x80], [0xe0, 0x9f, 0xbf], [0xed, 0xa0, 0x80],
        [0xed, 0xbf, 0xbf], [0xe4, 0xb8], [0xf0, 0x80, 0x80, 0x80], [0xf0, 0x8f, 0xbf, 0xbf], [0xf4, 0x90, 0x80, 0x80],
        [0xf0, 0x9f, 0x98], [0xf5, 0x80, 0x80, 0x80], [0xfe], [0xff],
    ]

    package static func pick<Value>(_ values: [Value], _ random: inout SeededRandom) -> Value {
        values[Int(random.next() % UInt64(values.count))]
    }
}
