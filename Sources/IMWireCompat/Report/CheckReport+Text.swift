// SPDX-License-Identifier: Apache-2.0

import TextSupport

extension CheckReport {
    /// Returns the report for people at a terminal; `emphasis` may color the words of a severity.
    package func text(_ emphasis: (FindingSeverity, String) -> String = { $1 }) -> String {
        var lines: [String] = []
        for cause in CheckCause.causes(shown.filter { !$0.isGuess }) {
            lines += CheckReport.block(cause, emphasis)
            lines.append("")
        }
        let guesses = shown.filter(\.isGuess)
        if !guesses.isEmpty {
            lines.append("Guesses, from patterns that may have another meaning:")
            lines += guesses.map { CheckReport.line($0, emphasis) }
            lines.append("")
        }
        lines += grid
        lines.append("")
        lines.append(summary)
        if let links, links.isNamed { lines += ids.map { "  \(links.url(ofID: $0))" } }
        let hidden = open.count - shown.count
        if hidden > 0 { lines.append("\(hidden) not shown; --severity cosmetic shows them") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the lines of a cause: what is the same everywhere, and one line for each place.
    private static func block(_ cause: CheckCause, _ emphasis: (FindingSeverity, String) -> String) -> [String] {
        let findings = cause.items.map(\.finding)
        let word = emphasis(cause.severity, findings[0].words)
        if findings.count == 1 { return block(findings[0], word) }
        var lines = ["\(word) \(cause.id): \(cause.kind.title): \(cause.count)"]
        guard let advice = cause.advice else {
            // What is to be done differs between the findings, so that each has a block of its own.
            return lines
                + findings.flatMap { block($0, emphasis($0.severity, $0.words)).map { "  " + $0 } }
        }
        lines.append("  do     \(plain(advice))")
        for finding in findings {
            let isSame = finding.words == findings[0].words
            let prefix = isSame ? "" : emphasis(finding.severity, finding.words) + " "
            lines += rows(finding, prefix, hasClaims: true, hasAdvice: false)
        }
        return lines
    }

    /// Returns the lines of a finding that is the only one of its cause.
    private static func block(_ finding: CompatFinding, _ word: String) -> [String] {
        let start = "\(finding.id) \(finding.platform)"
        if finding.differences.count == 1 {
            let title = plain("\(start): \(places(finding)): \(finding.kind.title)")
            let source = from(finding.first).map { ["  from   " + $0] } ?? []
            return ["\(word) \(title)"] + sides(finding) + source
        }
        let count = Words.count(finding.differences.count, "place")
        let title = plain("\(start): \(finding.kind.title): \(count)")
        return ["\(word) \(title)"] + sides(finding)
            + rows(finding, "", hasClaims: !finding.hasOneClaim, hasAdvice: !finding.hasOneAdvice)
    }

    /// Returns a guess on one line.
    private static func line(_ finding: CompatFinding, _ emphasis: (FindingSeverity, String) -> String) -> String {
        let claims = finding.hasOneClaim ? ": here \(finding.left), there \(finding.right)" : ""
        let title = "\(finding.id) \(finding.platform): \(places(finding, limit: 3)): \(finding.kind.title)\(claims)"
        return "  \(emphasis(finding.severity, finding.words)) \(plain(title))"
    }

    /// Returns the claims of both sides and the advice, as far as they are the same at all places.
    private static func sides(_ finding: CompatFinding) -> [String] {
        var lines: [String] = []
        if finding.hasOneClaim {
            let first = finding.first
            let isOne = finding.differences.allSatisfy { $0.there == first.there && $0.sides == first.sides }
            let here = first.sides == nil || !isOne ? finding.left : "\(finding.left) (\(first.here))"
            lines.append("  here   \(plain(here))")
            lines.append("  there  \(plain(isOne ? finding.right + owner(first) : finding.right))")
        }
        if finding.hasOneAdvice { lines.append("  do     \(plain(finding.advice))") }
        return lines
    }

    /// Returns one line for each place; places without a source of one platform are on one line.
    private static func rows(
        _ finding: CompatFinding, _ prefix: String, hasClaims: Bool, hasAdvice: Bool
    ) -> [String] {
        var rows: [(start: String, names: [String], end: String)] = []
        for difference in finding.differences {
            let claims = hasClaims ? ": " + sides(difference) : ""
            let source = from(difference).map { "  " + $0 } ?? ""
            let advice = hasAdvice ? "; \(difference.advice)" : ""
            let (start, end) = (difference.platform + ": ", plain(claims + advice) + source)
            if let last = rows.last, last.start == start, last.end == end, source.isEmpty {
                rows[rows.count - 1].names.append(name(difference.place))
            } else {
                rows.append((start, [name(difference.place)], end))
            }
        }
        return rows.map { "  at     " + prefix + plain($0.start + places($0.names, limit: 12)) + $0.end }
    }

    /// Returns the claims of both sides on one line, as far as the title does not state them.
    private static func sides(_ difference: CompatDifference) -> String {
        let isMissing = [.memberMissing, .nameMissing].contains(difference.kind)
        if isMissing, difference.left.hasSuffix(" is not declared"), difference.right.hasSuffix(" is declared") {
            return "declared by \(difference.there)"
        }
        let here = difference.sides == nil ? "here" : difference.here
        return "\(here) \(difference.left), there \(difference.right)\(owner(difference))"
    }

    /// Returns the other side of a difference in parentheses, or nothing if it is the same platform.
    private static func owner(_ difference: CompatDifference) -> String {
        difference.sides == nil && difference.against == difference.platforms ? "" : " (\(difference.there))"
    }

    private static func from(_ difference: CompatDifference) -> String? { source(difference).map(plain) }

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
            CheckMatrix.legend(nothingFound),
        ]
    }
}
