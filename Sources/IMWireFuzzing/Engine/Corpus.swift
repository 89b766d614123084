// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// The inputs that show all behaviours that were seen, each the shortest that does, within a bound of bytes (FUZ-031).
///
/// An input that shows what a longer one has shown takes its place there; what is the shortest for nothing goes.
package struct Corpus {
    /// An input that is kept.
    private struct Place {
        var number: Int32
        var length: Int32
    }

    /// All inputs by their numbers, empty where they have gone.
    private var inputs: [[UInt8]] = []
    /// For how much each is needed; 0 where it has gone.
    private var uses: [Int32] = []
    /// Those that are kept, in the order in which they came.
    private var kept: [Place] = []
    private var behaviours = FeatureMap()
    private var bytes = 0
    private let limit: Int

    /// An empty corpus.
    package init(limit: Int = 8 << 20) {
        self.limit = limit
    }

    /// How many inputs there are.
    package var count: Int { kept.count }
    /// How many behaviours they show.
    package var behaviourCount: Int { behaviours.count }
    /// The inputs.
    package var entries: [[UInt8]] { kept.map { inputs[Int($0.number)] } }

    /// Keeps an input that shows something new, or something that only longer ones have shown; false for any other.
    ///
    /// - Parameter isNeeded: whether it is kept whatever it shows, and whatever comes after it.
    package mutating func add(
        _ input: [UInt8], showing features: [UInt32], isNeeded: Bool = false, _ random: inout SeededRandom
    ) -> Bool {
        guard isNeeded || behaviours.isNews(features, length: input.count), input.count <= limit / 8 else {
            return false
        }
        let number = Int32(inputs.count)
        inputs.append(input)
        uses.append(isNeeded ? 1 : 0)
        kept.append(Place(number: number, length: Int32(input.count)))
        bytes += input.count + Corpus.overhead
        for feature in features {
            guard let former = behaviours.claim(feature, for: number, length: input.count) else { continue }
            uses[Int(number)] += 1
            guard former >= 0, uses[Int(former)] > 0 else { continue }
            uses[Int(former)] -= 1
            if uses[Int(former)] == 0 { remove(former) }
        }
        // Where the room is used up, older ones have to go.
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

    /// An input to start from: often a recent one, which has led furthest, and the shortest of some.
    ///
    /// A short one is executed faster, and is changed more often where it matters. Long ones have their turns too, for
    /// what needs many parts: every other time no more than two are drawn.
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

    /// Inputs up to this length are short enough.
    private static let short = 16
    /// What an input takes besides its bytes.
    private static let overhead = 32
}
