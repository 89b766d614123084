// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A part of the codec under test, with the generation of its inputs and the promises that each input must keep
/// (FUZ-001).
///
/// An input consists of bytes alone, so that one corpus serves this project's driver, libFuzzer and the tests. Further
/// choices, such as a delimiter, are encoded in the first bytes.
package protocol FuzzTarget {
    var name: String { get }
    /// The maximum number of bytes of an input.
    var maximumLength: Int { get }

    /// Runs the codec and every applicable oracle on an input.
    mutating func run(_ input: [UInt8], _ observation: inout Observation)

    /// Returns a valid input.
    func generate(_ random: inout SeededRandom) -> [UInt8]
    /// Returns an input with changed tokens or structure; the driver itself mutates bytes.
    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8]

    /// Returns the input with correct lengths and checksums, or nil if the format has none.
    func repaired(_ input: [UInt8]) -> [UInt8]?
    /// Returns inputs that are smaller by one token or one part.
    func smaller(_ input: [UInt8]) -> [[UInt8]]

    /// Returns the input that a case of the suite provides for this target, or nil if there is none.
    func seed(from item: Case) -> [UInt8]?
    /// Returns the question for another implementation, or nil if the testee protocol cannot ask about the input.
    func question(_ input: [UInt8]) -> TesteeRequest?
    /// Returns all questions about the input, if there is more than one.
    func questions(_ input: [UInt8]) -> [TesteeRequest]
    /// The words of the format, for mutations of bytes and for libFuzzer.
    var dictionary: [[UInt8]] { get }
}

extension FuzzTarget {
    /// The default length, which covers every limit that inputs probe and keeps executions fast.
    package var maximumLength: Int { 8_192 }
    /// Returns nil, for a format without lengths and checksums.
    package func repaired(_ input: [UInt8]) -> [UInt8]? { nil }
    /// Returns an empty array, for a format without parts.
    package func smaller(_ input: [UInt8]) -> [[UInt8]] { [] }
    /// Returns nil, for a target without matching cases.
    package func seed(from item: Case) -> [UInt8]? { nil }
    /// Returns nil, for a target that the testee protocol does not cover.
    package func question(_ input: [UInt8]) -> TesteeRequest? { nil }
    /// Returns the question about the input alone.
    package func questions(_ input: [UInt8]) -> [TesteeRequest] { question(input).map { [$0] } ?? [] }
    /// An empty dictionary.
    package var dictionary: [[UInt8]] { [] }
}

/// A target whose inputs hold a JSON text, which is mutated and shrunk by its tokens.
protocol JSONTextTarget: FuzzTarget {
    /// The names of members that mutations write.
    var names: [[UInt8]] { get }
    /// The percentage of mutations that return a new input.
    var renewal: Int { get }
    /// Returns the offset of the JSON text, or nil if the input has none.
    func textStart(_ input: [UInt8]) -> Int?
}

extension JSONTextTarget {
    /// The words of the target.
    var names: [[UInt8]] { dictionary }
    /// Every mutation changes the input.
    var renewal: Int { 0 }
    /// The whole input is the text.
    func textStart(_ input: [UInt8]) -> Int? { 0 }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let start = textStart(input), renewal == 0 || !random.chance(renewal) else { return generate(&random) }
        var input = input
        JSONMutator.mutate(&input, from: start, names: names, &random)
        return input
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        textStart(input).map { JSONShrinker.smaller(input, from: $0) } ?? []
    }
}

/// A target whose inputs are a byte that selects a format or limits, and a text.
protocol ChoosingTarget: JSONTextTarget {
    /// The most memory that a run may use, in bytes: a number for each byte of the input, and a constant.
    var memory: (factor: Int, base: Int) { get }
    /// Runs the decoder on a text and records what it does.
    mutating func run(_ choice: UInt8, _ text: [UInt8], _ observation: inout Observation)
}

extension ChoosingTarget {
    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let oracle = MemoryOracle()
        run(choice, Array(input.dropFirst()), &observation)
        oracle.check(name, input: input.count, factor: memory.factor, base: memory.base, &observation)
    }

    func textStart(_ input: [UInt8]) -> Int? { input.isEmpty ? nil : 1 }
}

/// A target whose inputs are a byte that selects another target, and an input of that target.
protocol SelectingTarget: FuzzTarget {
    /// The other targets, in the order in which cases are offered to them.
    var streams: [any FuzzTarget] { get }
    /// Returns the target that a byte selects, or nil if the input is something else.
    func stream(_ first: UInt8) -> (any FuzzTarget)?
    /// Returns a random first byte.
    func first(_ random: inout SeededRandom) -> UInt8
    /// Returns an input for which the first byte selects no target, after that byte.
    func text(_ random: inout SeededRandom) -> [UInt8]
}

extension SelectingTarget {
    /// The targets for packets and lines of chat, and for RongCloud's packets on a WebSocket and on TCP.
    static var chatAndPackets: [any FuzzTarget] {
        [UnitTarget(), LineTarget(), RMTPMessageTarget(), RMTPStreamTarget()]
    }

    func text(_ random: inout SeededRandom) -> [UInt8] { [] }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let first = first(&random)
        return [first] + (stream(first)?.generate(&random) ?? text(&random))
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let first = input.first, !random.chance(3) else { return generate(&random) }
        guard let stream = stream(first) else {
            var input = input
            JSONMutator.mutate(&input, from: 1, names: dictionary, &random)
            return input
        }
        return [first] + stream.mutate(Array(input.dropFirst()), with: Array(other.dropFirst()), &random)
    }

    func repaired(_ input: [UInt8]) -> [UInt8]? {
        guard let first = input.first, let stream = stream(first) else { return nil }
        return stream.repaired(Array(input.dropFirst())).map { [first] + $0 }
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        guard let first = input.first, let stream = stream(first) else { return [] }
        return stream.smaller(Array(input.dropFirst())).map { [first] + $0 }
    }

    func seed(from item: Case) -> [UInt8]? {
        for (index, stream) in streams.enumerated() {
            if let seed = stream.seed(from: item), seed.count < maximumLength { return [UInt8(index)] + seed }
        }
        return nil
    }
}
