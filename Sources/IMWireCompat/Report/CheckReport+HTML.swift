// SPDX-License-Identifier: Apache-2.0

import IMWireValues
import TextSupport

extension CheckReport {
    /// The report as a page for a browser.
    package var html: String {
        HTMLPage.text(
            "Compatibility", of: Words.count(check.manifests.count, "platform"), style: CheckPageStyle.css, lead: lead,
            totals: """
                <dl class="counts">
                \(FindingSeverity.allCases.reversed().map(total).joined(separator: "\n"))
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
        <span class="cell clean">✓</span> nothing found <span class="cell loses-data">✗ 2</span> loses data
        <span class="cell tolerated">~ 2</span> tolerated <span class="cell cosmetic">– 2</span> cosmetic
        <span class="cell named">○</span> named, and no more is known <span class="cell absent">·</span> not declared. A number counts findings and leads to the first of them.
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
            + "<dd>\(shown.count { $0.severity == severity })</dd></div>"
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
        switch matrix[name, platform] {
        case .absent: return "<td class=\"cell absent\"><span aria-label=\"\(label): not declared\">·</span></td>"
        case .named: return "<td class=\"cell named\"><span aria-label=\"\(label): named only\">○</span></td>"
        case .clean: return "<td class=\"cell clean\"><span aria-label=\"\(label): nothing found\">✓</span></td>"
        case .found(let severity, let count):
            let sign =
                switch severity {
                case .losesData: "✗"
                case .tolerated: "~"
                case .cosmetic: "–"
                }
            let first = shown.firstIndex { finding in
                finding.severity == severity && CheckMatrix.platforms(of: finding).contains(platform)
                    && finding.places.contains { $0.objectName == name }
            }
            let text = "\(sign) \(count)"
            let target = first.map {
                "<a href=\"#f\($0 + 1)\" aria-label=\"\(label): \(count), worst \(severity.words)\">\(text)</a>"
            }
            return "<td class=\"cell \(severity.rawValue)\">\(target ?? text)</td>"
        }
    }
}
