// SPDX-License-Identifier: Apache-2.0

import TextSupport
import ValueSupport

extension CheckReport {
    /// The report as a page for a browser.
    package var html: String {
        HTMLPage.text(
            "Compatibility", of: Words.count(check.manifests.count, "platform"), style: CheckPageStyle.css, lead: lead,
            totals: """
                <dl class="counts">
                \(FindingSeverity.allCases.reversed().map(total).joined(separator: "\n"))
                <div><dt>guesses</dt><dd>\(shown.count(where: \.isGuess))</dd></div>
                <div><dt>numbered deviations</dt><dd>\(Set(shown.compactMap(\.deviation)).count)</dd></div>
                </dl>

                """,
            main: [
                HTMLPage.matrix("Types and platforms", legend: matrixLegend, table: table), findingsSection,
                platformsSection, glossary,
            ]
            .joined(separator: "\n"),
            command: "imwire compat check", ids: "DEV-08 CMP-027")
    }

    private var matrixLegend: String {
        """
        <span class="cell clean">✓</span> \(nothingFound) <span class="cell loses-data">✗ 2</span> loses data
        <span class="cell tolerated">~ 2</span> tolerated <span class="cell cosmetic">– 2</span> cosmetic
        <span class="cell guess">(2)</span> or (✓) guesses only <span class="cell unknown">?</span> members not known
        <span class="cell partly">✓ ?</span> flags not known <span class="cell absent">·</span> not declared. A number counts places and leads to the first of them.
        """
    }

    private var findingsSection: String {
        HTMLPage.findings(
            """
            <fieldset class="filter"><legend>Show</legend>
            \(FindingSeverity.allCases.reversed().map(filter).joined(separator: "\n"))
            </fieldset>
            \(remarks)\(cards)
            """)
    }

    private var platformsSection: String {
        """
        <section aria-labelledby="platforms-title">
        <h2 id="platforms-title">Platforms</h2>
        <dl class="glossary">
        \(platformList)
        </dl>
        </section>
        """
    }

    private var lead: String {
        let side = check.mode == .registry ? "the registry, and own types with each other" : "each other"
        return "\(Words.count(check.manifests.count, "manifest")), compared with \(side)."
    }

    /// Returns a total for the page's head, which counts only the findings that the page shows (CMP-075).
    private func total(_ severity: FindingSeverity) -> String {
        "<div class=\"\(severity.rawValue)\"><dt>\(severity.words)</dt>"
            + "<dd>\(shown.count { $0.severity == severity && !$0.isGuess })</dd></div>"
    }

    private func filter(_ severity: FindingSeverity) -> String {
        let isOn = severity == .cosmetic && shown.count > 100 ? "" : " checked"
        return "<label><input type=\"checkbox\" id=\"show-\(severity.rawValue)\"\(isOn)> \(severity.words)"
            + " (\(shown.count { $0.severity == severity }))</label>"
    }

    // MARK: The matrix

    private var table: String {
        let heads = matrix.platforms.map {
            "<th scope=\"col\"><a href=\"#p-\(CheckReport.anchor($0))\">\(XMLText.escaped($0))</a></th>"
        }
        let rows = matrix.names.map { name in
            let cells = matrix.platforms.map { cell(name, $0) }
            let shown = name.isEmpty ? "(empty)" : XMLText.escaped(name)
            return "<tr><th scope=\"row\">\(shown)</th>\(cells.joined())</tr>"
        }
        return "<table class=\"matrix\"><thead><tr><th scope=\"col\">type</th>\(heads.joined())</tr></thead>\n<tbody>\n"
            + rows.joined(separator: "\n") + "\n</tbody></table>"
    }

    private func cell(_ name: String, _ platform: String) -> String {
        let label = XMLText.escaped("\(name), \(platform)")
        func plain(_ style: String, _ words: String, _ sign: String) -> String {
            "<td class=\"cell \(style)\"><span aria-label=\"\(label): \(words)\">\(sign)</span></td>"
        }
        func link(_ style: String, _ words: String, _ sign: String, _ isMeant: (CompatFinding) -> Bool) -> String {
            let first = shown.firstIndex { finding in
                isMeant(finding)
                    && finding.differences.contains { $0.place.objectName == name && $0.platforms.contains(platform) }
            }
            let target = first.map { "<a href=\"#f\($0 + 1)\" aria-label=\"\(label): \(words)\">\(sign)</a>" }
            return "<td class=\"cell \(style)\">\(target ?? sign)</td>"
        }
        switch matrix[name, platform] {
        case .absent: return plain("absent", "not declared", "·")
        case .unknown: return plain("unknown", "members not known", "?")
        case .partlyKnown: return plain("partly", "nothing found, flags not known", "✓ ?")
        case .clean: return plain("clean", "nothing found", "✓")
        case .guessed(0): return plain("guess", "a guess, nothing found", "(✓)")
        case .guessed(let count): return link("guess", "\(count), guesses only", "(\(count))", \.isGuess)
        case .found(let severity, let count, let isKnown):
            let sign =
                switch severity {
                case .losesData: "✗"
                case .tolerated: "~"
                case .cosmetic: "–"
                }
            let rest = isKnown ? "" : ", members not known"
            return link(
                severity.rawValue, "\(count), worst \(severity.words)\(rest)",
                "\(sign) \(count)\(isKnown ? "" : " ?")"
            ) { $0.severity == severity && !$0.isGuess }
        }
    }
}
