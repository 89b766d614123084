// SPDX-License-Identifier: Apache-2.0

/// Chooses the few inputs of a corpus that show all that it shows (FUZ-032).
package enum CorpusReduction {
    /// Small inputs that together have every behaviour of `inputs`, in the order of their sizes.
    package static func reduce(_ inputs: [[UInt8]], for target: any FuzzTarget, limit: Int = .max) -> [[UInt8]] {
        var target = target
        var map = FeatureMap()
        var kept: [[UInt8]] = []
        var bytes = 0
        var seen: Set<[UInt8]> = []
        for input in inputs.sorted(by: { $0.count < $1.count }) where seen.insert(input).inserted {
            var observation = Observation(.quick)
            target.run(input, &observation)
            guard observation.violations.isEmpty, map.merge(observation.features) > 0 else { continue }
            guard bytes + input.count <= limit else { break }
            bytes += input.count
            kept.append(input)
        }
        return kept
    }
}
