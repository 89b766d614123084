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
        /// The types with which it was seen, the first few.
        package var types: Set<String> = []
        /// Where in values it was seen, the first few places.
        package var places: Set<String> = []
        /// What was asked and answered with the smallest input.
        package var exchange: Exchange

        /// What it is told as.
        package var name: String { disagreement.group }

        /// The types, the most that are kept.
        static var mostTypes: Int { 100 }

        /// Takes over what another target has shown of the same cause; the smaller input stays.
        package mutating func merge(_ other: Group) {
            count += other.count
            types.formUnion(other.types.prefix(Group.mostTypes - min(types.count, Group.mostTypes)))
            places.formUnion(other.places.prefix(Group.mostTypes - min(places.count, Group.mostTypes)))
            if other.input.count < input.count {
                take(other.exchange, other.input)
                target = other.target
            }
        }

        mutating func take(_ exchange: Exchange, _ input: [UInt8]) {
            self.input = input
            self.exchange = exchange
        }
    }

    /// A question that was answered in two ways.
    package struct Exchange: Sendable {
        /// In what they differ.
        package var disagreement: Disagreement
        /// The request's line.
        package var question: String
        /// The codec's answer.
        package var codec: String
        /// The other's answer, or what came in its place.
        package var answer: String
    }

    private let codec = CodecTestee()
    private var peer: Peer
    private var target: any FuzzTarget
    private var random: SeededRandom
    private var corpus = Corpus()
    private var skipped = SkippedQuestions()
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
        for input in seeds { _ = corpus.add(input, showing: [], isNeeded: true, &random) }
    }

    /// Whether the other side can be asked about the target at all.
    package var isAsked: Bool {
        var random = random
        for _ in 0..<64 {
            guard let request = target.question(target.generate(&random)) else { continue }
            return peer.hello.operations.contains(request.operation)
        }
        return false
    }

    /// Asks a batch of new questions, and returns the groups that are new with it.
    package mutating func round(_ size: Int = 200) throws(SuiteError) -> [Group] {
        var inputs: [[UInt8]] = []
        // What the other side does not know is not asked again and again; where it knows nothing, the round ends.
        for _ in 0..<size * 8 where inputs.count < size {
            let input = next()
            if let request = target.question(input), !skipped.contains(request) { inputs.append(input) }
        }
        var new: [String] = []
        for (input, exchange) in zip(inputs, try ask(inputs)) {
            guard let exchange else { continue }
            let found = exchange.disagreement
            if groups[found.group] == nil { new.append(found.group) }
            var group =
                groups[found.group]
                ?? Group(disagreement: found, target: target.name, input: input, count: 0, exchange: exchange)
            group.count += 1
            if !found.objectName.isEmpty, group.types.count < Group.mostTypes { group.types.insert(found.objectName) }
            if !found.place.isEmpty, group.places.count < Group.mostTypes { group.places.insert(found.place) }
            if input.count < group.input.count { group.take(exchange, input) }
            groups[found.group] = group
        }
        return new.compactMap { groups[$0] }
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
        _ = corpus.add(input, showing: observation.features, &random)
        return input
    }

    /// What the two sides make of each input; nil where they agree.
    package mutating func ask(_ inputs: [[UInt8]]) throws(SuiteError) -> [Exchange?] {
        var found = [Exchange?](repeating: nil, count: inputs.count)
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
            skipped.learn(reply.answer, to: entry.request)
            let question = entry.request.line(id: 1).dropLast()
            let line = codec.answer(line: Array(question).span)
            guard let json = try? RawJSON(parsing: line.span), let ours = TesteeAnswer(json, id: 1),
                let disagreement = Disagreement.between(
                    ours, reply.answer, to: entry.request, hello: peer.hello, words: words)
            else { continue }
            found[entry.index] = Exchange(
                disagreement: disagreement, question: String(decoding: question, as: UTF8.self),
                codec: String(decoding: line, as: UTF8.self),
                answer: reply.line.map { String(decoding: $0, as: UTF8.self) } ?? "\(reply.answer)")
        }
        return found
    }

    // MARK: Shrinking

    /// Reduces the input of a group as far as possible.
    ///
    /// - Parameter deadline: when to stop; the input stays as small as it is then.
    package mutating func shrink(_ name: String, until deadline: ContinuousClock.Instant) throws(SuiteError) {
        while ContinuousClock.now < deadline, let best = groups[name]?.input {
            guard let (smaller, exchange) = try step(from: best, showing: name, until: deadline) else { return }
            groups[name]?.take(exchange, smaller)
        }
    }

    /// A smaller input that shows the same: by its parts where that helps, otherwise by its bytes.
    private mutating func step(
        from input: [UInt8], showing name: String, until deadline: ContinuousClock.Instant
    ) throws(SuiteError) -> ([UInt8], Exchange)? {
        var size = input.count / 2
        var candidates = target.smaller(input)
        while true {
            let tried = Set(candidates + candidates.compactMap { target.repaired($0) }).filter {
                $0.count < input.count
            }
            var rest = tried.sorted {
                $0.count != $1.count ? $0.count < $1.count : $0.lexicographicallyPrecedes($1)
            }[...]
            while !rest.isEmpty, ContinuousClock.now < deadline {
                let batch = Array(rest.prefix(64))
                rest = rest.dropFirst(64)
                for (candidate, found) in zip(batch, try ask(batch)) {
                    if let found, found.disagreement.group == name { return (candidate, found) }
                }
            }
            guard size > 0, ContinuousClock.now < deadline else { return nil }
            candidates = stride(from: 0, to: input.count, by: size).map { start in
                var shorter = input
                shorter.removeSubrange(start..<min(input.count, start + size))
                return shorter
            }
            size /= 2
        }
    }
}
