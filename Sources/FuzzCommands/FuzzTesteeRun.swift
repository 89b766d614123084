// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireFuzzing
import IMWireValues
import Platform

/// A run that compares another implementation with the codec, target by target (FUZ-060).
struct FuzzTesteeRun {
    typealias Fuzzer = TesteeFuzzer<ProcessTestee>

    let command: String
    let targets: [TargetCatalog.Entry]
    let seconds: Double
    let seed: UInt64
    let format: OutputFormat
    /// The folder of findings.
    let folder: String
    /// The findings to ask again in place of new questions, or nil for a search.
    let replay: [String]?

    func run() throws {
        do {
            if let replay { try ask(replay) } else { try compare() }
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
            throw CommandFailure.usage("\(peer.hello.name) supports no operation of these targets")
        }
        var groups: [Fuzzer.Group] = []
        var questions = 0
        let end = ContinuousClock.now + .seconds(seconds)
        for (index, entry) in askable.enumerated() {
            let target = entry.make()
            var fuzzer = Fuzzer(
                target, against: peer, seed: seed, seeds: library.flatMap { fixtures?.seeds(for: target, $0) } ?? [])
            // Time that one target leaves unused goes to those that follow.
            let share = (end - .now) / Double(askable.count - index)
            try search(&fuzzer, until: .now + share * 0.6, after: (questions, groups.count))
            try shrink(&fuzzer, until: .now + share * 0.4)
            questions += fuzzer.questions
            for group in fuzzer.groups.values {
                if let known = groups.firstIndex(where: { $0.name == group.name }) {
                    groups[known].merge(group)
                } else {
                    groups.append(group)
                }
            }
        }
        groups.sort { ($1.count, $0.name) < ($0.count, $1.name) }
        Console.clearProgress()
        for group in groups {
            let finding = finding(group, peer.hello)
            try OutputFile.write(finding.text(folder: folder), to: "\(folder)/\(finding.fileName)")
        }
        Output.emit(
            format == .json ? json(groups, questions, peer.hello) : text(groups, questions, peer.hello), format)
        if !groups.isEmpty { throw ToolExit.findings }
    }

    /// Asks new questions, and reports a kind of disagreement when it first occurs, since a run may take hours.
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

    /// Shrinks the most frequent groups first, because they are the least likely to be one bug under many names.
    private func shrink(_ fuzzer: inout Fuzzer, until end: ContinuousClock.Instant) throws {
        let names = fuzzer.groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.key)
        for (index, name) in names.enumerated() {
            Console.progress("shrinking \(index + 1) of \(names.count): \(name)")
            let share = (end - .now) / Double(names.count - index)
            try fuzzer.shrink(name, until: .now + share)
        }
    }

    /// Returns the finding that is kept for a group (FUZ-061).
    private func finding(_ group: Fuzzer.Group, _ hello: TesteeHello) -> FuzzFinding {
        var finding = FuzzFinding(
            target: group.target, violation: Violation(.testee, at: group.name, "seen \(group.count) times"),
            input: group.input, seed: seed, execution: 0)
        finding.exchange = FuzzFinding.Exchange(
            testee: command, name: "\(hello.name) \(hello.version)", types: group.types.sorted(),
            question: group.exchange.question, codec: group.exchange.codec, answer: group.exchange.answer)
        return finding
    }

    /// Asks kept findings again, and reports which of them still occur.
    private func ask(_ names: [String]) throws {
        var findings: [(file: String, finding: FuzzFinding)] = []
        for name in names.isEmpty ? [folder] : names {
            findings += try FuzzSeeds.findings(name).filter { $0.finding.exchange != nil }
        }
        findings.removeAll { found in !targets.contains { $0.name == found.finding.target } }
        if findings.isEmpty { throw CommandFailure.usage("none of the files is a disagreement of these targets") }
        let peer = try ProcessTestee(command: command, staysOpen: true)
        var lines: [String] = []
        var left = 0
        for (file, finding) in findings {
            guard let entry = targets.first(where: { $0.name == finding.target }) else { continue }
            var fuzzer = Fuzzer(entry.make(), against: peer, seed: seed, seeds: [])
            let found = try fuzzer.ask([finding.input]).first.flatMap { $0 }
            if found != nil { left += 1 }
            let said = found.map { "still there, \($0.disagreement.group)" } ?? "gone"
            lines.append("\(TextLayout.shown(file, limit: 512)): \(said)")
        }
        lines.append("\(TextLayout.count(findings.count, "disagreement")), \(left) still there")
        Output.emit(lines: lines.joined(separator: "\n"))
        if left > 0 { throw ToolExit.findings }
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
            for group in groups {
                lines.append(TextLayout.shown(group.name, limit: 160))
                if !group.types.isEmpty { lines.append("  types   \(few(group.types))") }
                if !group.places.isEmpty { lines.append("  at      \(few(group.places))") }
                lines.append("  asked   \(TextLayout.shown(group.exchange.question, limit: 160))")
                lines.append("  codec   \(TextLayout.shown(group.exchange.codec, limit: 160))")
                lines.append("  testee  \(TextLayout.shown(group.exchange.answer, limit: 160))")
                lines.append("  kept    \(folder)/\(finding(group, hello).fileName)")
            }
            lines.append("")
        }
        let count = groups.isEmpty ? "no disagreement" : TextLayout.count(groups.count, "kind") + " of disagreement"
        lines.append(
            "\(hello.name) \(hello.version) (\(hello.language)): \(TextLayout.grouped(questions)) questions, \(count)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the first five names, and the number of further ones.
    private func few(_ names: Set<String>) -> String {
        let all = names.sorted()
        let more = all.count > 5 ? " and \(all.count - 5) more" : ""
        return TextLayout.shown(all.prefix(5).joined(separator: ", "), limit: 200) + more
    }

    private func json(_ groups: [Fuzzer.Group], _ questions: Int, _ hello: TesteeHello) -> String {
        let list = groups.map { group in
            var object = JSONBuilder()
            object.add("operation", group.disagreement.operation)
            object.add("types", group.types.sorted().map { RawJSON($0) })
            object.add("kind", group.disagreement.kind)
            object.add("places", group.places.sorted().map { RawJSON($0) })
            object.add("target", group.target)
            object.add("count", group.count)
            object.add("bytes", group.input.count)
            object.add("hex", HexBytes.text(group.input))
            object.add("codec", group.exchange.codec)
            object.add("answer", group.exchange.answer)
            object.add("file", "\(folder)/\(finding(group, hello).fileName)")
            return object.json.text
        }
        return #"{"testee":\#(RawJSON(hello.name).text),"questions":\#(questions),"disagreements":["#
            + list.joined(separator: ",") + "]}\n"
    }
}

#endif
