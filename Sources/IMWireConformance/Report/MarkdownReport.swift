// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import TextSupport

/// A run as Markdown for a pull request or a wiki, with the matrix and the findings by implementation.
struct MarkdownReport {
    private let record: RunRecord
    private let matrix: RunMatrix
    private let links: DocumentLinks?

    /// The maximum number of findings that are shown for an implementation.
    private static let most = 200

    init(_ record: RunRecord, _ links: DocumentLinks?) {
        self.record = record
        self.links = links
        matrix = RunMatrix(record)
    }

    var text: String {
        var lines = ["# Conformance, suite \(MarkdownReport.plain(record.suite))", ""]
        lines.append(MarkdownReport.row(["area"] + record.implementations.map(\.label)))
        lines.append(MarkdownReport.row(["---"] + record.implementations.map { _ in "--:" }))
        for row in matrix.areas { lines.append(cells(row)) }
        for row in matrix.levels { lines.append(cells(row)) }
        lines.append(cells(matrix.total))
        lines += ["", "passed of all cases; ✗ findings, ○ skipped, ~ disputed"]
        let cases = record.casesByID
        for one in record.implementations {
            let findings = one.results.filter { $0.isOpen }
            if let fault = one.fault {
                lines += ["", "**\(MarkdownReport.plain(one.label))**: \(MarkdownReport.plain(fault))"]
            }
            if findings.isEmpty { continue }
            lines += ["", "## \(MarkdownReport.plain(one.label))", ""]
            lines.append(MarkdownReport.row(["case", "verdict", "finding", "requirements"]))
            lines.append(MarkdownReport.row(Array(repeating: "---", count: 4)))
            for result in findings.prefix(MarkdownReport.most) {
                let rules = (cases[result.id]?.requirements ?? []).map { links?.markdown(ofID: $0) ?? $0 }
                let row = MarkdownReport.row([
                    result.id, result.verdict.title, TextReport.shortened(result.reason ?? "", 200),
                ])
                lines.append("\(row) \(rules.joined(separator: " ")) |")
            }
            if findings.count > MarkdownReport.most {
                lines += ["", "… and \(findings.count - MarkdownReport.most) more"]
            }
            if !one.rerun.isEmpty, let first = findings.first {
                lines += ["", "    " + DisplayText.safe("\(one.rerun) \(first.id)")]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func cells(_ row: RunMatrix.Row) -> String {
        let cells = row.tallies.map { tally -> String in
            guard tally.total > 0 else { return "·" }
            return (["\(tally[.passed])/\(tally.total)"] + tally.signs.map { "\($0.sign)\($0.count)" }).joined(
                separator: " ")
        }
        return MarkdownReport.row([row.name] + cells)
    }

    /// Returns text in which the characters of markup are escaped.
    private static func plain(_ text: String) -> String {
        var shown = ""
        for character in DisplayText.safe(text) {
            if "\\`*_[]<>|#".contains(character) { shown += "\\" }
            shown.append(character)
        }
        return shown
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map { $0.hasPrefix("--") ? $0 : plain($0) }.joined(separator: " | ") + " |"
    }
}

/// The tallies of areas, levels, and all cases, by implementation.
struct RunMatrix {
    /// A row of the matrix, with one tally per implementation.
    typealias Row = (name: String, tallies: [Tally])

    let areas: [Row]
    let levels: [Row]
    let total: Row

    init(_ record: RunRecord) {
        let cases = record.casesByID
        let summaries = record.implementations.map { Summary($0, cases) }
        let names = Set(record.cases.map(\.group)).sorted()
        areas = names.map { name in
            (name, summaries.map { one in one.areas.first { $0.name == name }?.tally ?? Tally() })
        }
        levels = SpecRequirement.Level.allCases.compactMap { level in
            let tallies = summaries.map { one in one.levels.first { $0.level == level }?.tally ?? Tally() }
            guard tallies.contains(where: { $0.total > 0 }) else { return nil }
            return (level.rawValue.uppercased(), tallies)
        }
        total = ("all", summaries.map(\.total))
    }
}
