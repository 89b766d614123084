// SPDX-License-Identifier: Apache-2.0

/// The reduction of a corpus to a few inputs that show the same behaviors (FUZ-032).
package enum CorpusReduction {
    /// Returns small inputs that together show every behavior of `inputs`, ordered by size.
    ///
    /// Each input shows a behavior that no smaller one shows. Inputs that break a promise are findings and are not
    /// kept.
    ///
    /// - Parameter known: inputs that are run anyway, so that no other input is needed for their behaviors.
    package static func reduce(_ inputs: [[UInt8]], for target: any FuzzTarget, beyond known: [[UInt8]] = [])
        -> [[UInt8]]
    {
        var target = target
        var map = FeatureMap()
        for input in known { _ = map.merge(observe(input, &target).features) }
        var kept: [[UInt8]] = []
        for input in Set(inputs).sorted(by: { $0.isSimpler(than: $1) }) {
            let observation = observe(input, &target)
            guard observation.violations.isEmpty, map.merge(observation.features) > 0 else { continue }
            kept.append(input)
        }
        return kept
    }

    /// Returns the inputs that show the most behaviors, at most `count` inputs and `bytes` bytes in total.
    package static func most(
        of inputs: [[UInt8]], for target: any FuzzTarget, beyond known: [[UInt8]] = [], count: Int, bytes: Int
    ) -> [[UInt8]] {
        var target = target
        var shown: Set<UInt32> = []
        for input in known { shown.formUnion(observe(input, &target).features) }
        var waiting = inputs.map { (input: $0, features: Set(observe($0, &target).features)) }
        var kept: [[UInt8]] = []
        var left = bytes
        while kept.count < count {
            for index in waiting.indices { waiting[index].features.subtract(shown) }
            waiting.removeAll { $0.features.isEmpty || $0.input.count > left }
            // Weigh behaviors against their cost in bytes; otherwise a few long inputs would use up the budget.
            let best = waiting.max { one, other in
                let (mine, theirs) = (
                    one.features.count * (other.input.count + 32), other.features.count * (one.input.count + 32)
                )
                return mine != theirs ? mine < theirs : other.input.isSimpler(than: one.input)
            }
            guard let best else { break }
            shown.formUnion(best.features)
            left -= best.input.count
            kept.append(best.input)
        }
        return kept.sorted { $0.isSimpler(than: $1) }
    }

    private static func observe(_ input: [UInt8], _ target: inout any FuzzTarget) -> Observation {
        var observation = Observation(.quick)
        target.run(input, &observation)
        return observation
    }
}
