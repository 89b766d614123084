// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A mutator of the parts of an input, such as events, lines or fields (FUZ-022).
enum PartMutator {
    /// Duplicates, removes, swaps, inserts or changes a part, or inserts the first parts of another input.
    static func mutate(
        _ parts: inout [[UInt8]], with other: [[UInt8]], _ random: inout SeededRandom,
        new: (inout SeededRandom) -> [UInt8], change: (inout [UInt8], inout SeededRandom) -> Void
    ) {
        guard !parts.isEmpty else { return parts.append(new(&random)) }
        let place = random.pick(0...parts.count - 1)
        switch random.pick(0...6) {
        case 0: parts.insert(parts[place], at: random.pick(0...parts.count))
        case 1: parts.remove(at: place)
        case 2: parts.swapAt(place, random.pick(0...parts.count - 1))
        case 3: parts.insert(new(&random), at: place)
        case 4 where !other.isEmpty: parts.insert(contentsOf: other.prefix(10), at: place)
        default: change(&parts[place], &random)
        }
    }
}
