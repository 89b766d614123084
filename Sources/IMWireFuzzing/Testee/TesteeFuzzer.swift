// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A fuzzer that asks the codec and another implementation the same questions, and groups and shrinks the disagreements
/// (FUZ-060).
///
/// The codec's behaviours guide the choice of inputs, because the inside of the other implementation is not visible.
package struct TesteeFuzzer<Peer: Testee> {
    /// A group of disagreements, with the smallest input that shows it.
    package struct Group: Sendable {
        /// The disagreement that the members of the group have in common.
        package var disagreement: Disagreement
        /// The name of the target.
        package var target: String
        /// The smallest input.
        package var input: [UInt8]
        /// The number of times that the group was seen.
        package var count: Int
        /// The types with which the group was seen, up to ``mostTypes``.
        package var types: Set<String> = []
        /// The locations in values at which the group was seen, up to ``mostTypes``.
        package var places: Set<String> = []
        /// The question and the answers for the smallest input.
        package var exchange: Exchange

        /// The name under which the group is reported.
        package var name: String { disagreement.group }

        /// The maximum number of types and of locations that are kept.
        static var mostTypes: Int { 100 }

        /// Merges a group with the same cause from another target, and keeps the smaller input.
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
        /// The difference between the answers.
        package var disagreement: Disagreement
        /// The line of the request.
        package var question: String
        /// The codec's answer.
        package var codec: String
        /// The testee's answer, or a description of what came instead.
        package var answer: String
    }

    private let codec = CodecTestee()
    private var peer: Peer
    private var target: any FuzzTarget
    private var random: SeededRandom
    private var corpus = Corpus()
    private var skipped = SkippedQuestions()
    private let words: Set<String>
    /// The number of questions asked so far.
    package private(set) var questions = 0
    /// The groups by name.
    package private(set) var groups: [String: Group] = [:]

    /// Creates a fuzzer for one target.
    package init(_ target: any FuzzTarget, against peer: Peer, seed: UInt64, seeds: [[UInt8]]) {
        self.peer = peer
        self.target = target
        random = SeededRandom(seed: seed ^ TextHash.of(target.name))
        let fixed = ["type", "flags", "sequence", "payload", "fragment", "index", "count", "total", "offset"]
        words = Set(target.dictionary.map { String(decoding: $0, as: UTF8.self) } + fixed)
        for input in seeds { _ = corpus.add(input, showing: [], isNeeded: true, &random) }
    }

    /// Whether the testee supports the operation that the target asks.
    package var isAsked: Bool {
        var random = random
        for _ in 0..<64 {
            guard let request = target.question(target.generate(&random)) else { continue }
            return peer.hello.operations.contains(request.operation)
        }
        return false
    }

    /// Asks new questions, and returns the groups that are new.
    package mutating func round(_ size: Int = 200) throws(SuiteError) -> [Group] {
        var inputs: [[UInt8]] = []
        // Questions that the testee skips are not repeated; the round ends if it skips everything.
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

    /// Returns the disagreement for each input, or nil where both sides agree.
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

    /// Shrinks the input of a group as far as possible.
    ///
    /// - Parameter deadline: the time to stop; the smallest input found by then is kept.
    package mutating func shrink(_ name: String, until deadline: ContinuousClock.Instant) throws(SuiteError) {
        while ContinuousClock.now < deadline, let best = groups[name]?.input {
            guard let (smaller, exchange) = try step(from: best, showing: name, until: deadline) else { return }
            groups[name]?.take(exchange, smaller)
        }
    }

    /// Returns a smaller input that shows the same disagreement: one without a part if possible, otherwise without
    /// bytes.
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
