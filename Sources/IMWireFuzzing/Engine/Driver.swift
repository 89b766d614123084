// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// Puts inputs to one target, one after another, and keeps those that show something new (FUZ-030).
///
/// New is what no input has shown before: an edge of the code where the build counts them, otherwise a behaviour (error
/// code, shape of a path, deviation, size). All of it follows from the seed and the corpus it begins with.
package struct Driver {
    /// How far a run has come.
    package struct Progress: Sendable {
        /// Inputs that were put to the target.
        package var executions = 0
        /// Behaviours that were seen.
        package var behaviours = 0
        /// Inputs that are kept.
        package var corpus = 0
        /// Promises that were broken, each place once.
        package var findings = 0

        /// Nothing yet.
        package init() {}
    }

    private var target: any FuzzTarget
    private let seed: UInt64
    private var random: SeededRandom
    private var corpus = Corpus()
    private var observation = Observation()
    private var known: Set<String>
    private let dictionary: [[UInt8]]
    /// How far the run has come.
    package private(set) var progress = Progress()
    /// What was found.
    package private(set) var findings: [FuzzFinding] = []

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - known: keys of findings that are not told again.
    package init(_ target: any FuzzTarget, seed: UInt64, known: Set<String> = []) {
        self.target = target
        self.seed = seed
        self.known = known
        random = SeededRandom(seed: seed ^ TextHash.of(target.name))
        dictionary = target.dictionary
    }

    /// The inputs that are kept.
    package var entries: [[UInt8]] { corpus.entries }

    /// Executes inputs that others have made, such as a corpus; all of them are kept that show something new.
    package mutating func replay(_ inputs: [[UInt8]], before: (Int, [UInt8]) -> Void = { _, _ in }) {
        for input in inputs {
            before(progress.executions, input)
            execute(input, before)
        }
    }

    /// Executes new inputs until `shouldStop` says so; it is asked every 64 executions.
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

    /// The next input: a fresh one, or a kept one changed up to a few times on any level.
    private mutating func next() -> [UInt8] {
        guard !random.chance(10), var input = corpus.pick(&random) else { return target.generate(&random) }
        let other = corpus.pick(&random) ?? []
        for _ in 0..<(random.chance(60) ? 1 : random.pick(2...5)) {
            if random.chance(60) {
                input = target.mutate(input, with: other, &random)
            } else {
                ByteMutator.mutate(
                    &input, with: other, dictionary: dictionary, limit: target.maximumLength, &random)
                // Half of the changed inputs get past the checksums.
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
            progress.behaviours = corpus.behaviourCount
        }
    }

    /// Minimises what was found, unless it is known.
    private mutating func report(_ input: [UInt8], _ before: (Int, [UInt8]) -> Void) {
        for violation in observation.violations {
            let key = "\(target.name) \(violation.key)"
            guard known.insert(key).inserted else { continue }
            before(progress.executions, [])  // minimising is no execution that hangs
            let smallest = Driver.minimise(input, of: target, until: violation.key)
            // Where only the quick look has seen it, it stays as it came.
            let seen = Driver.violations(of: smallest, target).first { $0.key == violation.key } ?? violation
            findings.append(
                FuzzFinding(
                    target: target.name, violation: seen, input: smallest, seed: seed, execution: progress.executions))
            progress.findings = findings.count
        }
    }

    /// The smallest input that breaks the same promise at the same place.
    package static func minimise(_ input: [UInt8], of target: any FuzzTarget, until key: String) -> [UInt8] {
        func shrink(_ target: some FuzzTarget) -> [UInt8] {
            var minimiser = Minimiser { candidate in violations(of: candidate, target).contains { $0.key == key } }
            guard minimiser.shows(input) else { return input }
            return minimiser.shrink(input, of: target)
        }
        return shrink(target)
    }

    /// What a thorough look at an input finds.
    package static func violations(of input: [UInt8], _ target: any FuzzTarget) -> [Violation] {
        var target = target
        var observation = Observation(.thorough)
        target.run(input, &observation)
        return observation.violations
    }
}
