// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// Fuzzes somebody else's implementation against the codec: both are asked the same, and what they answer differently
/// is grouped, and each group is shrunk (FUZ-060).
///
/// Inputs are guided by what the codec shows for them, since nothing is seen of the other's inside.
package struct TesteeFuzzer<Peer: Testee> {
    /// A group of disagreements, with the smallest input that shows it.
    package struct Group: Sendable {
        /// What they have in common.
        package var disagreement: Disagreement
        /// The target.
        package var target: String
        /// The smallest input.
        package var input: [UInt8]
        /// How often it was seen.
        package var count: Int
    }

    private let codec = CodecTestee()
    private var peer: Peer
    private var target: any FuzzTarget
    private var random: SeededRandom
    private var corpus = Corpus()
    private var features = FeatureMap()
    private let words: Set<String>
    /// How many questions have been asked.
    package private(set) var questions = 0
    /// The groups, by name.
    package private(set) var groups: [String: Group] = [:]

    /// Prepares a run of one target.
    package init(_ target: any FuzzTarget, against peer: Peer, seed: UInt64, seeds: [[UInt8]]) {
        self.peer = peer
        self.target = target
        random = SeededRandom(seed: seed ^ TextHash.of(target.name))
        let fixed = ["type", "flags", "sequence", "payload", "fragment", "index", "count", "total", "offset"]
        words = Set(target.dictionary.map { String(decoding: $0, as: UTF8.self) } + fixed)
        for input in seeds { corpus.add(input, &random) }
    }

    /// Whether the other side can be asked about the target at all.
    package var isAsked: Bool {
        var random = random
        let inputs = (0..<64).lazy.map { _ in target.generate(&random) }
        return inputs.compactMap { target.question($0) }.first.map { peer.hello.operations.contains($0.operation) }
            ?? false
    }

    /// Asks a batch of new questions.
    package mutating func round(_ size: Int = 400) throws(SuiteError) {
        var inputs: [[UInt8]] = []
        while inputs.count < size { inputs.append(next()) }
        for (input, found) in zip(inputs, try ask(inputs)) {
            guard let found else { continue }
            var group = groups[found.group] ?? Group(disagreement: found, target: target.name, input: input, count: 0)
            group.count += 1
            if input.count < group.input.count { group.input = input }
            groups[found.group] = group
        }
    }

    private mutating func next() -> [UInt8] {
        var input = random.chance(15) ? target.generate(&random) : corpus.pick(&random) ?? target.generate(&random)
        for _ in 0..<random.pick(0...3) {
            if random.chance(75) {
                input = target.mutate(input, with: corpus.pick(&random) ?? [], &random)
            } else {
                ByteMutator.mutate(
                    &input, with: [], dictionary: target.dictionary, limit: target.maximumLength, &random)
                if random.chance(50), let repaired = target.repaired(input) { input = repaired }
            }
        }
        var observation = Observation()
        target.run(input, &observation)
        if features.merge(observation.features) > 0 { corpus.add(input, &random) }
        return input
    }

    /// What the two sides make of each input; nil where they agree.
    private mutating func ask(_ inputs: [[UInt8]]) throws(SuiteError) -> [Disagreement?] {
        var found = [Disagreement?](repeating: nil, count: inputs.count)
        var asked: [(index: Int, request: TesteeRequest)] = []
        for (index, input) in inputs.enumerated() {
            guard let request = target.question(input), peer.hello.operations.contains(request.operation) else {
                continue
            }
            asked.append((index, request))
        }
        questions += asked.count
        let replies = try peer.answer(asked.map(\.request)) { _ in }
        for (entry, reply) in zip(asked, replies) {
            let line = codec.answer(line: entry.request.line(id: 1).span)
            guard let json = try? RawJSON(parsing: line.span), let ours = TesteeAnswer(json, id: 1) else { continue }
            found[entry.index] = Disagreement.between(
                ours, reply.answer, to: entry.request, hello: peer.hello, words: words)
        }
        return found
    }

    /// Makes the input of every group as small as it gets; questions are asked in batches.
    ///
    /// - Parameter deadline: when to stop; what is left stays as small as it came.
    package mutating func shrink(until deadline: ContinuousClock.Instant, rounds: Int = 24) throws(SuiteError) {
        // Groups that were seen most first: they are least likely to be one bug under many names.
        for (name, group) in groups.sorted(by: { $0.value.count > $1.value.count }) {
            var best = group.input
            for _ in 0..<rounds where ContinuousClock.now < deadline {
                let candidates = smaller(best)
                if candidates.isEmpty { break }
                let results = try ask(candidates)
                let kept = zip(candidates, results).filter { $0.1?.group == name }.map(\.0)
                guard let smallest = kept.min(by: { $0.count < $1.count }), smallest.count < best.count else { break }
                best = smallest
            }
            groups[name]?.input = best
        }
    }

    /// Smaller inputs: without a part, without a run of bytes, and each of them made right again.
    private func smaller(_ input: [UInt8]) -> [[UInt8]] {
        var candidates = target.smaller(input)
        var size = max(1, input.count / 2)
        while candidates.count < 600 {
            for start in stride(from: 0, to: input.count, by: size) {
                var shorter = input
                shorter.removeSubrange(start..<min(input.count, start + size))
                candidates.append(shorter)
            }
            if size == 1 { break }
            size /= 2
        }
        candidates += candidates.compactMap { target.repaired($0) }
        return Array(Set(candidates.filter { $0.count < input.count })).sorted { $0.count < $1.count }.suffix(900).map {
            $0
        }
    }
}
