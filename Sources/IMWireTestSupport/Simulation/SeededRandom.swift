// SPDX-License-Identifier: Apache-2.0

/// A random number generator (SplitMix64) that depends only on its seed, on every machine and in every release.
package struct SeededRandom: Sendable {
    private var state: UInt64

    /// Creates a generator from a seed; adjacent seeds produce unrelated numbers.
    package init(seed: UInt64) {
        state = seed
        _ = next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    package mutating func pick(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns true with a probability of `percent` in 100.
    package mutating func chance(_ percent: Int) -> Bool {
        next() % 100 < UInt64(max(0, percent))
    }
}
