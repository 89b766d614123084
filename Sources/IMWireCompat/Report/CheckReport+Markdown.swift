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
        lines += ["", CheckMatrix.legend(nothingFound)]
        let sections = FindingSeverity.allCases.reversed().map { severity in
            (severity.words, shown.filter { $0.severity == severity && !$0.isGuess })
        }
        for (title, findings) in sections + [("guesses", shown.filter(\.isGuess))] where !findings.isEmpty {
            lines += ["", "## \(title.prefix(1).uppercased() + title.dropFirst())", ""]
            lines.append(CheckReport.row(["id", "platform", "where", "what", "here", "there", "what to do"]))
            lines.append(CheckReport.row(Array(repeating: "---", count: 7)))
            for finding in findings {
                lines.append(
                    CheckReport.row([
                        links?.markdown(ofID: finding.id) ?? finding.id, finding.platform,
                        CheckReport.places(finding),
                        finding.kind.title + (finding.certainty == .sure ? "" : " (\(finding.words))"),
                        CheckReport.claims(finding, \.left, \.here), CheckReport.claims(finding, \.right, \.there),
                        finding.hasOneAdvice ? finding.advice : "\(finding.advice) …",
                    ]))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the claims of one side with the platforms that make them, or several claims without platforms.
    private static func claims(
        _ finding: CompatFinding, _ claim: KeyPath<CompatDifference, String>, _ side: KeyPath<CompatDifference, String>
    ) -> String {
        if finding.hasOneClaim {
            let isOther = claim == \.right || finding.first.sides != nil
            let first = finding.first
            return isOther ? "\(first[keyPath: claim]) (\(first[keyPath: side]))" : first[keyPath: claim]
        }
        var seen: Set<String> = []
        let claims = finding.differences.map { $0[keyPath: claim] }.filter { seen.insert($0).inserted }
        return places(claims, limit: 6)
    }

    private static func row(_ cells: [String]) -> String {
        let safe = cells.map { cell in
            CheckReport.plain(cell).map { $0 == "|" ? "\\|" : $0.isNewline ? " " : $0 == "<" ? "&lt;" : String($0) }
                .joined()
        }
        return "| " + safe.joined(separator: " | ") + " |"
    }
}
