// SPDX-License-Identifier: Apache-2.0

extension CheckReport {
    /// Returns the report for people at a terminal; `emphasis` may colour the word of a severity.
    package func text(_ emphasis: (FindingSeverity, String) -> String = { $1 }) -> String {
        var lines: [String] = []
        for cause in CheckCause.causes(shown) {
            if cause.items.count == 1 {
                lines += CheckReport.block(cause.items[0].finding, emphasis)
            } else {
                lines += CheckReport.block(cause, emphasis)
            }
            lines.append("")
        }
        lines += grid
        lines.append("")
        lines.append(summary)
        let hidden = open.count - shown.count
        if hidden > 0 { lines.append("\(hidden) not shown; --severity cosmetic shows them") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the lines of a finding that is the only one of its cause.
    private static func block(
        _ finding: CompatFinding, _ emphasis: (FindingSeverity, String) -> String
    ) -> [String] {
        let title = plain("\(finding.id) \(finding.platform): \(places(finding)): \(finding.kind.title)")
        return ["\(emphasis(finding.severity, finding.severity.words)) \(title)"]
            + sides(finding, hasAdvice: true).map { "  " + $0 }
    }

    /// Returns the lines of a cause with all of its places (CMP-075).
    private static func block(
        _ cause: CheckCause, _ emphasis: (FindingSeverity, String) -> String
    ) -> [String] {
        var lines = [
            "\(emphasis(cause.severity, cause.severity.words)) \(cause.id): \(cause.kind.title): \(cause.count)"
        ]
        if let advice = cause.advice { lines.append("  do     \(plain(advice))") }
        for (_, finding) in cause.items {
            let word =
                finding.severity == cause.severity ? "" : emphasis(finding.severity, finding.severity.words) + " "
            lines.append("  \(word)\(plain("\(finding.platform): \(places(finding))"))")
            lines += sides(finding, hasAdvice: cause.advice == nil).map { "    " + $0 }
        }
        return lines
    }

    /// Returns the claims of both sides, the advice and the source.
    private static func sides(_ finding: CompatFinding, hasAdvice: Bool) -> [String] {
        var lines = ["here   \(plain(finding.left))", "there  \(plain("\(finding.right) (\(finding.other))"))"]
        if hasAdvice { lines.append("do     \(plain(finding.advice))") }
        if let source = source(finding) { lines.append("from   \(plain(source))") }
        return lines
    }

    /// The matrix, with numbers instead of platform names.
    private var grid: [String] {
        let numbers = matrix.platforms.indices.map { String($0 + 1) }
        let width = max(4, matrix.names.map(\.count).max() ?? 0)
        func row(_ name: String, _ cells: [String]) -> String {
            let padded = cells.map { $0 + String(repeating: " ", count: max(0, 4 - $0.count)) }
            var line = name + String(repeating: " ", count: max(0, width - name.count)) + "  " + padded.joined()
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
        var lines = [row("type", numbers)]
        for name in matrix.names {
            lines.append(
                row(name.isEmpty ? "\"\"" : CheckReport.plain(name), matrix.platforms.map { matrix[name, $0].sign }))
        }
        let legend = matrix.platforms.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
        return lines + [
            "", CheckReport.plain(legend),
            "ok nothing found, ✗ loses data, ~ tolerated, - cosmetic, o named only, · not declared",
        ]
    }
}
