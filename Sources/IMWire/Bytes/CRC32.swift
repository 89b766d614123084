// SPDX-License-Identifier: Apache-2.0

/// The CRC-32 of zlib, PNG and Ethernet, computed sixteen bytes at a time (FRM-040).
///
/// Longer inputs are passed to the kernel of the processor, or to zlib if there is none. For inputs of up to a few hundred
/// bytes this implementation is faster than zlib's, whose start-up cost dominates.
package struct CRC32 {
    /// The remainder so far, before the final inversion.
    private var remainder: UInt32 = 0xffff_ffff

    /// Creates the checksum of no bytes.
    package init() {}

    /// The number of bytes from which on zlib is faster.
    private static var longRun: Int { 512 }

    /// The checksum of all bytes so far.
    package var value: UInt32 { ~remainder }

    /// Updates the checksum with the bytes from `start` up to `end`.
    @inline(__always)
    package mutating func update(_ bytes: Span<UInt8>, from start: Int, to end: Int, level: Int32 = Kernels.level) {
        var offset = start
        if end &- start >= 64 {
            if level > 0 {
                offset &+= Kernels.updateCRC32(&remainder, bytes.slice(start, end), level)
            } else if end &- start >= Self.longRun {
                remainder = ~Zlib.crc32(value, bytes.slice(start, end))
                return
            }
        }
        var crc = remainder
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

    /// Returns the remainder of eight bytes that are followed by `following` other bytes.
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

    /// Returns the table entry of a byte, in the lowest eight bits, that `following` others follow, fewer than 16.
    @inline(__always)
    private static func entry(_ following: Int, _ byte: UInt64) -> UInt32 {
        unsafe tables[unchecked: following &* 256 &+ Int(truncatingIfNeeded: byte & 0xff)]
    }

    /// Sixteen tables of 256 entries: the remainders of a byte that is followed by 0 to 15 others.
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
