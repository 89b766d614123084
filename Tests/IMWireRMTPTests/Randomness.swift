// SPDX-License-Identifier: Apache-2.0

/// A random number generator whose sequence depends only on the seed, on every platform (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator whose seed is derived from a word and a number.
    init(_ word: String, _ number: Int) {
        state = UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9_7f4a_7c15
        for byte in word.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`.
    mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(bound)) }

    /// Returns true with a probability of 1 in `times`.
    mutating func once(in times: Int) -> Bool { below(times) == 0 }
}
