// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues
import TextSupport

/// A report on the ledger of requirements, as text for human readers and as JSON for programs.
package struct LedgerReport {
    private let ledger: RequirementLedger
    private let entries: [RequirementLedger.Entry]

    /// The maximum number of case ids that are listed for a requirement.
    private static let mostIDs = 3

    /// Creates a report.
    ///
    /// - Parameter only: patterns of the ids to list, in which `*` stands for any run of characters; an empty list
    ///   lists all. The totals always count every requirement.
    package init(_ ledger: RequirementLedger, only: [String] = []) {
        self.ledger = ledger
        entries = ledger.entries.filter { entry in
            only.isEmpty || only.contains { Glob.matches($0, entry.requirement.id) }
        }
    }

    /// Whether the report lists no requirement.
    package var isEmpty: Bool { entries.isEmpty }

    // MARK: Text

    /// Returns the requirements covered by cases, those covered by registered tests, those not covered, and the totals.
    package func text(width: Int) -> String {
        var lines: [String] = []
        section("Covered by cases", entries.filter { !$0.cases.isEmpty }, width, &lines) { entry in
            let ids = entry.cases.prefix(LedgerReport.mostIDs).joined(separator: ", ")
            return [Words.count(entry.cases.count, "case") + ": " + ids + (entry.cases.count > 3 ? ", …" : "")]
        }
        section(
            "Covered by registered tests", entries.filter { $0.cases.isEmpty && !$0.tests.isEmpty }, width, &lines
        ) { $0.tests.map { "\($0.reason): \($0.name)" } }
        section("Not covered", entries.filter { !$0.isCovered }, width, &lines) { _ in [] }
        lines += totals
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(
        _ title: String, _ entries: [RequirementLedger.Entry], _ width: Int, _ lines: inout [String],
        _ coverage: (RequirementLedger.Entry) -> [String]
    ) {
        if entries.isEmpty { return }
        lines += ["\(title) (\(entries.count))", ""]
        for entry in entries {
            lines.append("  \(entry.requirement.id)  \(entry.requirement.level.rawValue.uppercased())")
            let text = DisplayText.wrap(entry.requirement.text, width - 4)
            let covering = coverage(entry).flatMap { DisplayText.wrap($0, width - 4) }
            lines += (text + covering).map { "    \($0)" } + [""]
        }
    }

    private var totals: [String] {
        let heads = ["family", "requirements", "cases", "tests", "open MUST", "open others"]
        func row(_ cells: [String]) -> String {
            "  " + DisplayText.pad(cells[0], 8)
                + zip(cells, heads).dropFirst().map { cell, head in
                    DisplayText.right(cell, head.count + 2)
                }.joined()
        }
        func cells(_ name: String, _ totals: RequirementLedger.Totals) -> [String] {
            let counts = [
                totals.requirements, totals.cases, totals.tests, totals.uncoveredMusts, totals.uncoveredOthers,
            ]
            return [name] + counts.map { $0 == 0 ? "-" : "\($0)" }
        }
        return [row(heads)] + ledger.families.map { row(cells($0.name, $0.totals)) } + [row(cells("all", ledger.total))]
    }

    // MARK: JSON

    /// Returns one object with the requirements, the families, and the totals, followed by a line feed.
    package func json() -> String {
        let families = ledger.families.map { family in
            RawJSON.object([(name: "family", value: RawJSON(family.name))] + LedgerReport.members(family.totals))
        }
        let report = RawJSON.object([
            ("suite", RawJSON(Suite.version)), ("requirements", .array(entries.map(LedgerReport.json))),
            ("families", .array(families)), ("total", .object(LedgerReport.members(ledger.total))),
        ])
        return report.text + "\n"
    }

    private static func json(_ entry: RequirementLedger.Entry) -> RawJSON {
        .object([
            ("id", RawJSON(entry.requirement.id)),
            ("level", RawJSON(entry.requirement.level.rawValue.uppercased())),
            ("text", RawJSON(entry.requirement.text)), ("cases", .integer(entry.cases.count)),
            ("firstCases", .array(entry.cases.prefix(mostIDs).map { RawJSON($0) })),
            (
                "tests",
                .array(
                    entry.tests.map { test in
                        .object([("test", RawJSON(test.name)), ("why", RawJSON(test.reason))])
                    })
            ),
        ])
    }

    private static func members(_ totals: RequirementLedger.Totals) -> [(name: String, value: RawJSON)] {
        [
            ("requirements", .integer(totals.requirements)), ("cases", .integer(totals.cases)),
            ("tests", .integer(totals.tests)), ("uncoveredMusts", .integer(totals.uncoveredMusts)),
            ("uncoveredOthers", .integer(totals.uncoveredOthers)),
        ]
    }
}
