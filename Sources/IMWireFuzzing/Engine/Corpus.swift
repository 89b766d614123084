// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// The inputs that have shown something new, within a bound of bytes.
package struct Corpus {
    /// The inputs.
    package private(set) var entries: [[UInt8]] = []
    private var bytes = 0
    private var seen: Set<UInt64> = []
    private let limit: Int

    /// An empty corpus.
    package init(limit: Int = 8 << 20) {
        self.limit = limit
    }

    /// How many inputs there are.
    package var count: Int { entries.count }

    /// Adds an input, unless it is there; where the room is used up, older ones have to go.
    package mutating func add(_ input: [UInt8], _ random: inout SeededRandom) {
        guard input.count <= limit / 8, seen.insert(TextHash.of(input.span)).inserted else { return }
        entries.append(input)
        bytes += input.count + 32
        while bytes > limit, entries.count > 1 {
            let place = random.pick(0...entries.count - 2)
            bytes -= entries[place].count + 32
            entries.swapAt(place, entries.count - 2)
            entries.remove(at: entries.count - 2)
        }
    }

    /// An input to start from: often a recent one, which has led furthest, and the shorter one of two, which is executed
    /// faster and is changed more often where it matters.
    package func pick(_ random: inout SeededRandom) -> [UInt8]? {
        guard !entries.isEmpty else { return nil }
        let first = random.chance(40) ? max(0, entries.count - 24) : 0
        let one = random.pick(first...entries.count - 1)
        let other = random.pick(first...entries.count - 1)
        return entries[entries[other].count < entries[one].count ? other : one]
    }
}
