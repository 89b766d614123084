// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireFuzzing
import Platform

/// Compares another implementation with the codec, target by target (FUZ-060).
struct FuzzTesteeRun {
    typealias Fuzzer = TesteeFuzzer<ProcessTestee>

    let command: String
    let targets: [TargetCatalog.Entry]
    let seconds: Double
    let seed: UInt64
    let format: OutputFormat

    func run() throws {
        do {
            try compare()
        } catch let error as SuiteError {
            throw CommandFailure(message: error.description, exit: .broken)
        }
    }

    private func compare() throws {
        let peer = try ProcessTestee(command: command, staysOpen: true)
        let fixtures = FixtureFolder.find()
        let library = try fixtures?.library()
        let askable = targets.filter { Fuzzer($0.make(), against: peer, seed: seed, seeds: []).isAsked }
        if askable.isEmpty {
            throw CommandFailure.usage("\(peer.hello.name) answers no operation that these targets ask")
        }
        var groups: [Fuzzer.Group] = []
        var questions = 0
        let end = ContinuousClock.now + .seconds(seconds)
        for (index, entry) in askable.enumerated() {
            let target = entry.make()
            var fuzzer = Fuzzer(
                target, against: peer, seed: seed, seeds: library.flatMap { fixtures?.seeds(for: target, $0) } ?? [])
            // What one target leaves of its time goes to the next ones.
            let share = (end - .now) / Double(askable.count - index)
            try search(&fuzzer, until: .now + share * 0.6, after: (questions, groups.count))
            try shrink(&fuzzer, until: .now + share * 0.4)
            questions += fuzzer.questions
            groups += fuzzer.groups.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        }
        Console.clearProgress()
        Output.emit(
            format == .json ? json(groups, questions, peer.hello) : text(groups, questions, peer.hello), format)
        if !groups.isEmpty { throw ToolExit.findings }
    }

    /// Asks new questions; a kind of disagreement is told when it is first seen, since a run may take hours.
    private func search(
        _ fuzzer: inout Fuzzer, until end: ContinuousClock.Instant, after done: (questions: Int, groups: Int)
    ) throws {
        repeat {
            for group in try fuzzer.round() {
                Console.clearProgress()
                Console.say("\(group.target): \(group.name)")
            }
            let questions = TextLayout.grouped(done.questions + fuzzer.questions)
            let count = TextLayout.count(done.groups + fuzzer.groups.count, "kind")
            Console.progress("\(questions) questions, \(count) of disagreement")
        } while ContinuousClock.now < end
    }

    /// Shrinks what was seen most first: it is least likely to be one bug under many names.
    private func shrink(_ fuzzer: inout Fuzzer, until end: ContinuousClock.Instant) throws {
        let names = fuzzer.groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.key)
        for (index, name) in names.enumerated() {
            Console.progress("shrinking \(index + 1) of \(names.count): \(name)")
            let share = (end - .now) / Double(names.count - index)
            try fuzzer.shrink(name, until: .now + share)
        }
    }

    private func text(_ groups: [Fuzzer.Group], _ questions: Int, _ hello: TesteeHello) -> String {
        var lines: [String] = []
        if !groups.isEmpty {
            let rows = groups.map { group in
                [
                    TextLayout.grouped(group.count), TextLayout.grouped(group.input.count), group.name,
                    FuzzReport.shown(group.input, limit: 100),
                ]
            }
            lines += TextLayout.columns([["times", "bytes", "disagreement", "smallest input"]] + rows) + [""]
        }
        let count = groups.isEmpty ? "no disagreement" : TextLayout.count(groups.count, "kind") + " of disagreement"
        lines.append(
            "\(hello.name) \(hello.version) (\(hello.language)): \(TextLayout.grouped(questions)) questions, \(count)")
        return lines.joined(separator: "\n") + "\n"
    }

    private func json(_ groups: [Fuzzer.Group], _ questions: Int, _ hello: TesteeHello) -> String {
        let list = groups.map { group in
            #"{"operation":\#(RawJSON(group.disagreement.operation).text),"objectName":\#(RawJSON(group.disagreement.objectName).text),"kind":\#(RawJSON(group.disagreement.kind).text),"target":"\#(group.target)","count":\#(group.count),"bytes":\#(group.input.count),"hex":"\#(FuzzFinding.hex(group.input))"}"#
        }
        return #"{"testee":\#(RawJSON(hello.name).text),"questions":\#(questions),"disagreements":["#
            + list.joined(separator: ",") + "]}\n"
    }
}

#endif
