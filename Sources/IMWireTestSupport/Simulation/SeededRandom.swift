// SPDX-License-Identifier: Apache-2.0

import Platform

/// A random number generator that depends only on its seed, on every machine and in every release.
package struct SeededRandom: Sendable {
    private var numbers: SplitMix64

    /// Creates a generator from a seed; adjacent seeds produce unrelated numbers.
    package init(seed: UInt64) {
        numbers = SplitMix64(seed: seed)
        _ = next()
    }

    package mutating func next() -> UInt64 { numbers.next() }

    package mutating func pick(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns true with a probability of `percent` in 100.
    package mutating func chance(_ percent: Int) -> Bool {
        next() % 100 < UInt64(max(0, percent))
    }
}
