// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A driver that runs one target on a sequence of inputs and keeps those that show a new behavior (FUZ-030).
///
/// A behavior is an error code, the shape of a path, a deviation, a size or the like. All choices follow from the seed
/// and the initial corpus.
package struct Driver {
    /// The progress of a run.
    package struct Progress: Sendable {
        /// The number of inputs that have been run.
        package var executions = 0
        /// The number of behaviors that have been seen.
        package var behaviors = 0
        /// The number of inputs that are kept.
        package var corpus = 0
        /// The number of distinct broken promises.
        package var findings = 0

        /// Creates the progress of a run that has not begun.
        package init() {}
    }

    private var target: any FuzzTarget
    private let seed: UInt64
    private var random: SeededRandom
    private var corpus = Corpus()
    private var observation = Observation()
    private var known: Set<String>
    private let dictionary: [[UInt8]]
    /// The progress of the run.
    package private(set) var progress = Progress()
    /// The findings of the run.
    package private(set) var findings: [FuzzFinding] = []

    /// Creates a driver.
    ///
    /// - Parameters:
    ///   - known: keys of findings that are not reported again.
    package init(_ target: any FuzzTarget, seed: UInt64, known: Set<String> = []) {
        self.target = target
        self.seed = seed
        self.known = known
        random = SeededRandom(seed: seed ^ TextHash.of(target.name))
        dictionary = target.dictionary
    }

    /// The inputs that are kept.
    package var entries: [[UInt8]] { corpus.entries }

    /// Runs existing inputs, such as a corpus, and keeps those that show a new behavior.
    package mutating func replay(_ inputs: [[UInt8]], before: (Int, [UInt8]) -> Void = { _, _ in }) {
        for input in inputs {
            before(progress.executions, input)
            execute(input, before)
        }
    }

    /// Runs new inputs until `shouldStop` returns true, which is checked every 64 executions.
    package mutating func run(
        before: (Int, [UInt8]) -> Void = { _, _ in }, shouldStop: (borrowing Progress) -> Bool
    ) {
        while !shouldStop(progress) {
            for _ in 0..<64 {
                let input = next()
                before(progress.executions, input)
                execute(input, before)
            }
        }
    }

    /// Returns the next input: a generated one, or a kept one after one to five mutations of any kind.
    private mutating func next() -> [UInt8] {
        guard !random.chance(10), var input = corpus.pick(&random) else { return target.generate(&random) }
        let other = corpus.pick(&random) ?? []
        for _ in 0..<(random.chance(60) ? 1 : random.pick(2...5)) {
            if random.chance(60) {
                input = target.mutate(input, with: other, &random)
            } else {
                ByteMutator.mutate(
                    &input, with: other, dictionary: dictionary, limit: target.maximumLength, &random)
                // Half of the mutated inputs get past the checksums.
                if random.chance(50), let repaired = target.repaired(input) { input = repaired }
            }
        }
        if input.count > target.maximumLength { input.removeSubrange(target.maximumLength...) }
        return input
    }

    private mutating func execute(_ input: [UInt8], _ before: (Int, [UInt8]) -> Void) {
        observation.reset()
        target.run(input, &observation)
        progress.executions += 1
        if !observation.violations.isEmpty {
            report(input, before)
        } else if corpus.add(input, showing: observation.features, &random) {
            progress.corpus = corpus.count
            progress.behaviors = corpus.behaviorCount
        }
    }

    /// Minimizes the input of each violation that is not known, and records it as a finding.
    private mutating func report(_ input: [UInt8], _ before: (Int, [UInt8]) -> Void) {
        for violation in observation.violations {
            let key = "\(target.name) \(violation.key)"
            guard known.insert(key).inserted else { continue }
            before(progress.executions, [])  // Minimizing is not an execution that can hang.
            let smallest = Driver.minimize(input, of: target, until: violation.key)
            // If only the quick run shows the violation, the input is not minimized.
            let seen = Driver.violations(of: smallest, target).first { $0.key == violation.key } ?? violation
            findings.append(
                FuzzFinding(
                    target: target.name, violation: seen, input: smallest, seed: seed, execution: progress.executions))
            progress.findings = findings.count
        }
    }

    /// Returns the smallest input found that breaks the same promise at the same location.
    package static func minimize(_ input: [UInt8], of target: any FuzzTarget, until key: String) -> [UInt8] {
        func shrink(_ target: some FuzzTarget) -> [UInt8] {
            var minimizer = Minimizer { candidate in violations(of: candidate, target).contains { $0.key == key } }
            guard minimizer.shows(input) else { return input }
            return minimizer.shrink(input, of: target)
        }
        return shrink(target)
    }

    /// Returns the violations that a thorough run of an input finds.
    package static func violations(of input: [UInt8], _ target: any FuzzTarget) -> [Violation] {
        var target = target
        var observation = Observation(.thorough)
        target.run(input, &observation)
        return observation.violations
    }
}
