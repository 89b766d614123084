// SPDX-License-Identifier: Apache-2.0

/// The CRC-32 of zlib, PNG and Ethernet, sixteen bytes a step (FRM-040).
///
/// Up to a few hundred bytes this is faster than zlib's own, whose start costs more than they do; from there on it is
/// zlib's.
struct CRC32 {
    /// The remainder so far, not inverted yet.
    private var remainder: UInt32 = 0xffff_ffff

    /// From so many bytes on zlib is faster.
    private static var longRun: Int { 512 }

    /// The checksum of all bytes so far.
    var value: UInt32 { ~remainder }

    /// Takes in the bytes from `start` to `end`.
    @inline(__always)
    mutating func update(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
        if end &- start >= Self.longRun {
            remainder = ~Zlib.crc32(value, bytes.slice(start, end))
            return
        }
        var crc = remainder
        var offset = start
        while offset &+ 16 <= end {
            let first = bytes.word(at: offset) ^ UInt64(crc)
            let second = bytes.word(at: offset &+ 8)
            crc = Self.step(first, 8) ^ Self.step(second, 0)
            offset &+= 16
        }
        if offset &+ 8 <= end {
            crc = Self.step(bytes.word(at: offset) ^ UInt64(crc), 0)
            offset &+= 8
        }
        while offset < end {
            crc = crc >> 8 ^ Self.entry(0, UInt64(crc) ^ UInt64(bytes.byte(at: offset)))
            offset &+= 1
        }
        remainder = crc
    }

    /// What eight bytes leave when as many whole tables' worth of bytes follow as `following` says.
    @inline(__always)
    private static func step(_ word: UInt64, _ following: Int) -> UInt32 {
        let low =
            entry(following &+ 7, word) ^ entry(following &+ 6, word >> 8) ^ entry(following &+ 5, word >> 16)
            ^ entry(following &+ 4, word >> 24)
        let high =
            entry(following &+ 3, word >> 32) ^ entry(following &+ 2, word >> 40)
            ^ entry(following &+ 1, word >> 48) ^ entry(following, word >> 56)
        return low ^ high
    }

    /// The table entry of a byte, the lowest eight bits, that `following` bytes follow; below 16.
    @inline(__always)
    private static func entry(_ following: Int, _ byte: UInt64) -> UInt32 {
        unsafe tables[unchecked: following &* 256 &+ Int(truncatingIfNeeded: byte & 0xff)]
    }

    /// Sixteen tables of 256: what a byte leaves that 0 to 15 others follow.
    private static let tables: InlineArray<4096, UInt32> = {
        var tables = InlineArray<4096, UInt32>(repeating: 0)
        for index in 0..<256 {
            var remainder = UInt32(index)
            for _ in 0..<8 { remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xedb8_8320 }
            tables[index] = remainder
        }
        for index in 256..<4096 {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xff)]
        }
        return tables
    }()
}
