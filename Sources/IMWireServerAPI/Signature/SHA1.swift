// SPDX-License-Identifier: Apache-2.0

/// The SHA-1 hash of FIPS 180-4, on which the request signature is based (API-001).
///
/// The service prescribes this hash; new designs must not use it. ``update(_:)`` can be called any number of times.
package struct SHA1 {
    private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) =
        (0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0)
    /// The bytes of the current block: fewer than 64 between calls.
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0

    private static let blockSize = 64

    package init() {
        pending.reserveCapacity(SHA1.blockSize)
    }

    /// Appends bytes to the input of the hash.
    package mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            append(byte)
            byteCount &+= 1
        }
    }

    /// Returns the hash of all bytes appended, which has 20 bytes.
    package consuming func finalize() -> [UInt8] {
        let bitCount = byteCount &* 8
        append(0x80)
        while pending.count != SHA1.blockSize - 8 { append(0) }
        for shift in [56, 48, 40, 32, 24, 16, 8, 0] as [UInt64] {
            append(UInt8(truncatingIfNeeded: bitCount >> shift))
        }
        return [state.0, state.1, state.2, state.3, state.4].flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    private mutating func append(_ byte: UInt8) {
        pending.append(byte)
        guard pending.count == SHA1.blockSize else { return }
        compress()
        pending.removeAll(keepingCapacity: true)
    }

    /// Mixes a full block into the state (FIPS 180-4, section 6.1.2).
    private mutating func compress() {
        var schedule = [UInt32](repeating: 0, count: 80)
        for (index, byte) in pending.enumerated() { schedule[index / 4] = schedule[index / 4] << 8 | UInt32(byte) }
        for index in 16..<80 {
            let mixed = schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
            schedule[index] = SHA1.rotate(mixed, by: 1)
        }
        var (a, b, c, d, e) = state
        for index in 0..<80 {
            let (mix, constant): (UInt32, UInt32) =
                switch index / 20 {
                case 0: ((b & c) | (~b & d), 0x5a82_7999)
                case 1: (b ^ c ^ d, 0x6ed9_eba1)
                case 2: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
                default: (b ^ c ^ d, 0xca62_c1d6)
                }
            let next = SHA1.rotate(a, by: 5) &+ mix &+ e &+ constant &+ schedule[index]
            (a, b, c, d, e) = (next, a, SHA1.rotate(b, by: 30), c, d)
        }
        state.0 &+= a
        state.1 &+= b
        state.2 &+= c
        state.3 &+= d
        state.4 &+= e
    }

    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
