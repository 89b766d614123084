// SPDX-License-Identifier: Apache-2.0

extension CheckReport {
    /// The report in Markdown, for a pull request or a wiki.
    package var markdown: String {
        var lines = ["# Compatibility", "", summary + ".", "", "## Matrix", ""]
        lines.append(CheckReport.row(["type"] + matrix.platforms))
        lines.append(CheckReport.row(["---"] + matrix.platforms.map { _ in ":-:" }))
        for name in matrix.names {
            lines.append(CheckReport.row(["`\(name)`"] + matrix.platforms.map { matrix[name, $0].sign }))
        }
        lines += ["", "ok nothing found, ✗ loses data, ~ tolerated, - cosmetic, o named only, · not declared"]
        for severity in FindingSeverity.allCases.reversed() {
            let findings = shown.filter { $0.severity == severity }
            if findings.isEmpty { continue }
            lines += ["", "## \(severity.words.prefix(1).uppercased() + severity.words.dropFirst())", ""]
            lines.append(CheckReport.row(["id", "platform", "where", "what", "here", "there", "what to do"]))
            lines.append(CheckReport.row(Array(repeating: "---", count: 7)))
            for finding in findings {
                lines.append(
                    CheckReport.row([
                        finding.id, finding.platform, CheckReport.places(finding), finding.kind.title, finding.left,
                        "\(finding.right) (\(finding.other))", finding.advice,
                    ]))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func row(_ cells: [String]) -> String {
        let safe = cells.map { cell in
            CheckReport.plain(cell).map { $0 == "|" ? "\\|" : $0.isNewline ? " " : $0 == "<" ? "&lt;" : String($0) }
                .joined()
        }
        return "| " + safe.joined(separator: " | ") + " |"
    }
}
