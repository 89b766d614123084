// SPDX-License-Identifier: Apache-2.0

extension CheckReport {
    /// For people at a terminal; `emphasis` may colour a severity's word.
    package func text(_ emphasis: (Finding.Severity, String) -> String = { $1 }) -> String {
        var lines: [String] = []
        for finding in shown {
            let title = CheckReport.plain(
                "\(finding.id) \(finding.platform): \(CheckReport.places(finding)): \(finding.kind.title)")
            lines.append("\(emphasis(finding.severity, finding.severity.words)) \(title)")
            lines.append("  here   \(CheckReport.plain(finding.left))")
            lines.append("  there  \(CheckReport.plain("\(finding.right) (\(finding.other))"))")
            lines.append("  do     \(CheckReport.plain(finding.advice))")
            if let source = CheckReport.source(finding) { lines.append("  from   \(CheckReport.plain(source))") }
            lines.append("")
        }
        lines += grid
        lines.append("")
        lines.append(summary)
        let hidden = open.count - shown.count
        if hidden > 0 { lines.append("\(hidden) not shown; --severity cosmetic shows them") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The matrix, with numbers in place of the platforms' names.
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
