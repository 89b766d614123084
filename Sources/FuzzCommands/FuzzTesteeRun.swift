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
    /// The number of answered questions for each target, or nil if the time alone ends the run.
    let questions: Int?
    let seed: UInt64
    let output: ReportOptions<OutputFormat>
    let folder: String
    /// The findings to ask again in place of new questions, or nil for a search.
    let replay: [String]?

    func run() throws {
        if let replay { try ask(replay) } else { try compare() }
    }

    private struct Row {
        let target: String
        let counts: QuestionCounts
        let kinds: Int
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
        var rows: [Row] = []
        let end = ContinuousClock.now + .seconds(seconds)
        for (index, entry) in askable.enumerated() {
            let target = entry.make()
            var fuzzer = Fuzzer(
                target, against: peer, seed: seed, seeds: library.flatMap { fixtures?.seeds(for: target, $0) } ?? [])
            // Time that one target leaves unused goes to those that follow.
            let share = (end - .now) / Double(askable.count - index)
            let asked = rows.reduce(0) { $0 + $1.counts.total.asked }
            try search(&fuzzer, until: .now + share * 0.6, after: (asked, groups.count))
            try shrink(&fuzzer, until: .now + share * 0.4)
            rows.append(Row(target: entry.name, counts: fuzzer.counts, kinds: fuzzer.groups.count))
            for group in fuzzer.groups.values {
                if let known = groups.firstIndex(where: { $0.name == group.name }) {
                    groups[known].merge(group)
                } else {
                    groups.append(group)
                }
            }
        }
        groups.sort { ($1.count, $0.name) < ($0.count, $1.name) }
        for group in groups {
            let finding = finding(group, peer.hello)
            try OutputFile.makeFolder(folder)
            try OutputFile.write(finding.text(folder: folder), to: "\(folder)/\(finding.fileName)")
        }
        try output.emit { form, _ in
            form == .json ? json(groups, rows, peer.hello) : text(groups, rows, peer.hello)
        }
        if !groups.isEmpty { throw ToolExit.findings }
    }

    /// Asks new questions, and reports a kind of disagreement when it first occurs, since a run may take hours.
    private func search(
        _ fuzzer: inout Fuzzer, until end: ContinuousClock.Instant, after done: (questions: Int, groups: Int)
    ) throws {
        repeat {
            for group in try fuzzer.round() {
                Console.say("\(group.target): \(group.name)")
            }
            let asked = TextLayout.grouped(done.questions + fuzzer.counts.total.asked)
            let count = TextLayout.count(done.groups + fuzzer.groups.count, "kind")
            Console.progress("\(asked) questions, \(count) of disagreement")
        } while ContinuousClock.now < end && fuzzer.counts.total.answered < questions ?? .max
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
            let found = try finding.exchange?.request.flatMap { request in try fuzzer.askAgain(request) }
            if found != nil { left += 1 }
            let said = found.map { "still there, \($0.disagreement.group)" } ?? "gone"
            lines.append("\(TextLayout.path(file)): \(said)")
        }
        lines.append("\(TextLayout.count(findings.count, "disagreement")), \(left) still there")
        Output.emit(lines: lines.joined(separator: "\n"))
        if left > 0 { throw ToolExit.findings }
    }

    /// Returns the table of the questions of each target, by operation (FUZ-104).
    private func table(_ rows: [Row]) -> [String] {
        var table = [["target", "operation", "questions", "skipped by both", "skipped", "kinds"]]
        for row in rows {
            let operations = row.counts.byOperation.sorted { $0.key < $1.key }
            for (index, (operation, count)) in operations.enumerated() {
                table.append(
                    [index == 0 ? row.target : "", operation]
                        + [count.asked, count.skippedByBoth, count.skipped].map { TextLayout.grouped($0) }
                        + [index == 0 ? TextLayout.grouped(row.kinds) : ""])
            }
        }
        return TextLayout.columns(table)
    }

    private func text(_ groups: [Fuzzer.Group], _ rows: [Row], _ hello: TesteeHello) -> String {
        var lines = table(rows) + [""]
        let questions = rows.reduce(0) { $0 + $1.counts.total.asked }
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

    private func json(_ groups: [Fuzzer.Group], _ rows: [Row], _ hello: TesteeHello) -> String {
        let questions = rows.reduce(0) { $0 + $1.counts.total.asked }
        let targets = rows.flatMap { row in
            row.counts.byOperation.sorted { $0.key < $1.key }.map { operation, count in
                RawJSON.object([
                    "target": row.target, "operation": operation, "questions": count.asked,
                    "skippedByBoth": count.skippedByBoth, "skipped": count.skipped,
                ])
            }
        }
        let list = groups.map { group in
            RawJSON.object([
                "operation": group.disagreement.operation, "types": group.types.sorted(),
                "kind": group.disagreement.kind, "places": group.places.sorted(), "target": group.target,
                "count": group.count, "bytes": group.input.count, "hex": HexBytes.text(group.input),
                "codec": group.exchange.codec, "answer": group.exchange.answer,
                "file": "\(folder)/\(finding(group, hello).fileName)",
            ])
        }
        let report = RawJSON.object([
            "testee": hello.name, "questions": questions, "targets": targets, "disagreements": list,
        ])
        return report.text + "\n"
    }
}

#endif
