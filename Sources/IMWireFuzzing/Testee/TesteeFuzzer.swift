// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A fuzzer that asks the codec and another implementation the same questions, and groups and shrinks the disagreements
/// (FUZ-060).
///
/// The behaviors of the codec's answers guide the choice of inputs, because the inside of the other implementation is not visible.
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
                replace(other.exchange, other.input)
                target = other.target
            }
        }

        mutating func replace(_ exchange: Exchange, _ input: [UInt8]) {
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
    private let target: any FuzzTarget
    private var random: SeededRandom
    private var corpus = Corpus()
    private var skipped = SkippedQuestions()
    private let words: Set<String>
    /// The numbers of questions asked so far, by operation.
    package private(set) var counts = QuestionCounts()
    /// The groups by name.
    package private(set) var groups: [String: Group] = [:]

    package init(_ target: any FuzzTarget, against peer: Peer, seed: UInt64, seeds: [[UInt8]]) {
        self.peer = peer
        self.target = target
        random = SeededRandom(seed: seed ^ TextHash.of(target.name))
        let fixed = [
            "type", "flags", "sequence", "payload", "fragment", "index", "count", "total", "offset", "ok", "value",
            "items", "error", "packet", "message", "messages", "actions", "data", "code", "kind", "scope", "envelope",
        ]
        words = Set(target.dictionary.map { String(decoding: $0, as: UTF8.self) } + fixed)
        for input in seeds { _ = corpus.add(input, showing: [], isNeeded: true, &random) }
    }

    /// Whether the testee supports the operation that the target asks.
    package var isAsked: Bool {
        var random = random
        for _ in 0..<64 {
            let input = target.generate(&random)
            if target.questions(input).contains(where: { peer.hello.operations.contains($0.operation) }) { return true }
        }
        return false
    }

    /// Asks new questions, and returns the groups that are new.
    package mutating func round(_ size: Int = 200) throws(SuiteError) -> [Group] {
        var inputs: [[UInt8]] = []
        var questions: [Asked] = []
        // Questions that the testee skips are not repeated; the round ends if it skips everything.
        for _ in 0..<size * 8 where questions.count < size {
            let input = next()
            let new = self.questions(of: input, inputs.count)
            if new.isEmpty { continue }
            record(new, input)
            inputs.append(input)
            // Most random changes of a script make it one that cannot be understood; a few of these are enough.
            for asked in new where !asked.question.isSkipped || random.chance(10) { questions.append(asked) }
        }
        var new: [String] = []
        for (asked, exchange) in zip(questions, try ask(questions)) {
            guard let exchange else { continue }
            let input = inputs[asked.input]
            let found = exchange.disagreement
            if groups[found.group] == nil { new.append(found.group) }
            var group =
                groups[found.group]
                ?? Group(disagreement: found, target: target.name, input: input, count: 0, exchange: exchange)
            group.count += 1
            if !found.objectName.isEmpty, group.types.count < Group.mostTypes { group.types.insert(found.objectName) }
            if !found.place.isEmpty, group.places.count < Group.mostTypes { group.places.insert(found.place) }
            if input.count < group.input.count { group.replace(exchange, input) }
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
        return input
    }

    /// Keeps an input whose answers show a new behavior.
    private mutating func record(_ questions: [Asked], _ input: [UInt8]) {
        var observation = Observation()
        // What follows from a question shows little that its own answer does not show.
        for asked in questions where asked.question.previous == nil {
            AnswerFeatures.record(asked.question, words: words, &observation)
        }
        _ = corpus.add(input, showing: observation.features, &random)
    }

    /// A question, with the index of the input from which it follows.
    private struct Asked {
        let input: Int
        let question: AnsweredQuestion
    }

    /// Returns the questions of an input that the testee may answer.
    private func questions(of input: [UInt8], _ index: Int) -> [Asked] {
        FollowingQuestions.all(target.questions(input), codec).filter { question in
            peer.hello.operations.contains(question.request.operation) && !skipped.contains(question.request)
        }.map { Asked(input: index, question: $0) }
    }

    /// Returns the disagreement for each question, or nil where both sides agree.
    private mutating func ask(_ questions: [Asked]) throws(SuiteError) -> [Exchange?] {
        let replies = try peer.answer(questions.map(\.question.request)) { _ in }
        var found: [Exchange?] = []
        for (asked, reply) in zip(questions, replies) { found.append(compare(asked.question, reply)) }
        return found
    }

    private mutating func compare(_ question: AnsweredQuestion, _ reply: TesteeReply) -> Exchange? {
        counts.add(question.request.operation, question.answer, reply.answer)
        skipped.learn(reply.answer, to: question)
        guard
            let disagreement = Disagreement.between(
                question.answer, reply.answer, to: question.request, hello: peer.hello, words: words)
        else { return nil }
        return Exchange(
            disagreement: disagreement, question: String(decoding: question.line, as: UTF8.self),
            codec: String(decoding: question.codecLine, as: UTF8.self),
            answer: reply.line.map { String(decoding: $0, as: UTF8.self) } ?? "\(reply.answer)")
    }

    /// Asks the question of a kept finding again, and returns the disagreement, or nil if there is none (FUZ-061).
    package mutating func askAgain(_ question: TesteeRequest) throws(SuiteError) -> Exchange? {
        guard let question = AnsweredQuestion(question, codec) else { return nil }
        return try ask([Asked(input: 0, question: question)])[0]
    }

    // MARK: Shrinking

    /// Shrinks the input of a group as far as possible.
    ///
    /// - Parameter deadline: the time to stop; the smallest input found by then is kept.
    package mutating func shrink(_ name: String, until deadline: ContinuousClock.Instant) throws(SuiteError) {
        while ContinuousClock.now < deadline, let best = groups[name]?.input {
            guard let (smaller, exchange) = try step(from: best, showing: name, until: deadline) else { return }
            groups[name]?.replace(exchange, smaller)
        }
    }

    /// Returns a smaller input that shows the same disagreement: one without a part if possible, otherwise without
    /// bytes or with simpler values.
    private mutating func step(
        from input: [UInt8], showing name: String, until deadline: ContinuousClock.Instant
    ) throws(SuiteError) -> ([UInt8], Exchange)? {
        var size = input.count / 2
        var candidates = target.smaller(input)
        while true {
            let tried = Set(candidates + candidates.compactMap { target.repaired($0) }).filter {
                $0.isSimpler(than: input)
            }
            var rest = tried.sorted { $0.isSimpler(than: $1) }[...]
            while !rest.isEmpty, ContinuousClock.now < deadline {
                let batch = Array(rest.prefix(64))
                rest = rest.dropFirst(64)
                let questions = batch.enumerated().flatMap { index, input in self.questions(of: input, index) }
                for (asked, found) in zip(questions, try ask(questions)) {
                    if let found, found.disagreement.group == name { return (batch[asked.input], found) }
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
