// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// A run as a small picture for a README: the suite, and how many cases each implementation passes.
struct BadgeReport {
    private let record: RunRecord

    /// The height of a line, and the average width of a character and the margins, in pixels.
    private static let height = 20
    private static let character = 7
    private static let margin = 10

    init(_ record: RunRecord) {
        self.record = record
    }

    var text: String {
        let lines = record.implementations.map(line)
        let left = lines.map { BadgeReport.width($0.name) }.max() ?? 0
        let right = lines.map { BadgeReport.width($0.result) }.max() ?? 0
        let words = lines.map { "\($0.name): \($0.result)" }.joined(separator: "; ")
        let rows = lines.enumerated().map { index, line in
            let top = index * BadgeReport.height
            return """
                <rect y="\(top)" width="\(left)" height="\(BadgeReport.height)" fill="#3b434b"/>
                <rect x="\(left)" y="\(top)" width="\(right)" height="\(BadgeReport.height)" fill="\(line.color)"/>
                <text x="\(left / 2)" y="\(top + 14)">\(XMLText.escaped(line.name))</text>
                <text x="\(left + right / 2)" y="\(top + 14)">\(XMLText.escaped(line.result))</text>
                """
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="\(XMLText.escaped(words))" \
            width="\(left + right)" height="\(lines.count * BadgeReport.height)">
            <title>\(XMLText.escaped(words))</title>
            <g font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" fill="#ffffff" text-anchor="middle">
            \(rows.joined(separator: "\n"))
            </g>
            </svg>

            """
    }

    private func line(_ one: RunRecord.Implementation) -> (name: String, result: String, color: String) {
        let total = Summary(one, record.casesByID).total
        let name = record.implementations.count == 1 ? "imwire \(record.suite)" : one.label
        let passed = Words.grouped(total[.passed])
        if one.fault != nil { return (TextReport.shortened(name, 40), "not run", "#a40e26") }
        if total.findings > 0 {
            return (TextReport.shortened(name, 40), "\(passed) of \(Words.grouped(total.total))", "#a40e26")
        }
        let isWhole = total[.passed] == total.total
        let result = isWhole ? "\(passed) passed" : "\(passed) of \(Words.grouped(total.total))"
        return (TextReport.shortened(name, 40), result, isWhole ? "#116329" : "#7a5200")
    }

    private static func width(_ text: String) -> Int { text.count * character + 2 * margin }
}
