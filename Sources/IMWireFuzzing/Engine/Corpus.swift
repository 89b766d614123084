// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// The shortest known input for each behavior that has been seen, within a limit on the total size (FUZ-031).
///
/// An input replaces a longer one for each behavior that both show. An input that is not the shortest for any
/// behavior is removed.
package struct Corpus {
    /// An input that is kept.
    private struct KeptInput {
        var number: Int32
        var length: Int32
    }

    /// All inputs by number; an input that has been removed is empty.
    private var inputs: [[UInt8]] = []
    /// The number of behaviors for which each input is needed, or 0 if it has been removed.
    private var uses: [Int32] = []
    /// The kept inputs, in the order in which they were added.
    private var kept: [KeptInput] = []
    private var behaviors = FeatureMap()
    private var bytes = 0
    private let limit: Int

    /// Creates an empty corpus.
    package init(limit: Int = 8 << 20) {
        self.limit = limit
    }

    /// The number of kept inputs.
    package var count: Int { kept.count }
    /// The number of behaviors that the inputs show.
    package var behaviorCount: Int { behaviors.count }
    package var entries: [[UInt8]] { kept.map { inputs[Int($0.number)] } }

    /// Adds an input that shows a new behavior, or one that only longer inputs have shown; returns whether it was
    /// added.
    ///
    /// - Parameter isNeeded: whether to keep the input regardless of what it and later inputs show.
    package mutating func add(
        _ input: [UInt8], showing features: [UInt32], isNeeded: Bool = false, _ random: inout SeededRandom
    ) -> Bool {
        guard isNeeded || behaviors.isNews(features, length: input.count), input.count <= limit / 8 else {
            return false
        }
        let number = Int32(inputs.count)
        inputs.append(input)
        uses.append(isNeeded ? 1 : 0)
        kept.append(KeptInput(number: number, length: Int32(input.count)))
        bytes += input.count + Corpus.overhead
        for feature in features {
            guard let former = behaviors.claim(feature, for: number, length: input.count) else { continue }
            uses[Int(number)] += 1
            guard former >= 0, uses[Int(former)] > 0 else { continue }
            uses[Int(former)] -= 1
            if uses[Int(former)] == 0 { remove(former) }
        }
        // Remove older inputs at random until the limit is met.
        while bytes > limit, kept.count > 1 { remove(kept[random.pick(0...kept.count - 2)].number) }
        return true
    }

    private mutating func remove(_ number: Int32) {
        var low = 0
        var high = kept.count
        while low < high {
            let middle = (low + high) / 2
            if kept[middle].number < number { low = middle + 1 } else { high = middle }
        }
        guard low < kept.count, kept[low].number == number else { return }
        bytes -= Int(kept[low].length) + Corpus.overhead
        kept.remove(at: low)
        inputs[Int(number)] = []
        uses[Int(number)] = 0
    }

    /// Returns an input to mutate: the shortest of a few random ones, often among recent inputs, which have led
    /// furthest.
    ///
    /// A short input runs faster, and more of its mutations matter. Half of the time no more than two inputs are drawn,
    /// so that long inputs, which some bugs need, have their turns too.
    package func pick(_ random: inout SeededRandom) -> [UInt8]? {
        guard !kept.isEmpty else { return nil }
        let first = random.chance(40) ? max(0, kept.count - 24) : 0
        var shortest = kept[random.pick(first...kept.count - 1)]
        for _ in 0..<(random.chance(50) ? 3 : 1) where random.pick(0...Int(shortest.length)) >= Corpus.short {
            let other = kept[random.pick(first...kept.count - 1)]
            if other.length < shortest.length { shortest = other }
        }
        return inputs[Int(shortest.number)]
    }

    /// The length below which no shorter alternative is drawn.
    private static let short = 16
    /// The overhead of an input, in bytes.
    private static let overhead = 32
}
