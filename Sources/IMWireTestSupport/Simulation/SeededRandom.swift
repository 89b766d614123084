// SPDX-License-Identifier: Apache-2.0

/// Numbers that follow from a seed alone (SplitMix64), the same on every machine and in every release.
package struct SeededRandom: Sendable {
    private var state: UInt64

    /// Starts from a seed; neighbouring seeds give unrelated numbers.
    package init(seed: UInt64) {
        state = seed
        _ = next()
    }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// A number from `range`.
    package mutating func pick(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// True so many times in a hundred.
    package mutating func chance(_ percent: Int) -> Bool {
        next() % 100 < UInt64(max(0, percent))
    }
}
