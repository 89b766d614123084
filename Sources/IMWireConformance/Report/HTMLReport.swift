// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues
import TextSupport

/// A run as a page for a browser.
struct HTMLReport {
    let record: RunRecord
    let matrix: RunMatrix
    let links: DocumentLinks?
    let cases: [String: RunRecord.CaseInfo]
    /// The findings of each implementation that the page contains.
    let shown: [[CaseResult]]

    /// The maximum number of findings of an implementation, because a page of many thousands would not open.
    private static let most = 1_000

    init(_ record: RunRecord, _ links: DocumentLinks?) {
        self.record = record
        self.links = links
        matrix = RunMatrix(record)
        let cases = record.casesByID
        self.cases = cases
        shown = record.implementations.map { one in
            HTMLReport.fitting(one.results.filter(\.isOpen)) { cases[$0.id]?.group ?? "" }
        }
    }

    /// Returns the findings that fit on the page, in the order of the suite; every area with findings keeps one.
    private static func fitting(_ findings: [CaseResult], area: (CaseResult) -> String) -> [CaseResult] {
        guard findings.count > most else { return findings }
        var places: [String: Int] = [:]
        let placed = findings.map { finding in
            places[area(finding), default: 0] += 1
            return (place: places[area(finding), default: 0], finding: finding)
        }
        // Find the largest number of findings per area that keeps the page within its limit.
        var share = 1
        while placed.count(where: { $0.place <= share + 1 }) <= most { share += 1 }
        return placed.filter { $0.place <= share }.prefix(most).map(\.finding)
    }

    var text: String {
        let tested = """
            <section aria-labelledby="tested-title">
            <h2 id="tested-title">Implementations</h2>
            <div class="tested">
            \(record.implementations.enumerated().map(implementation).joined(separator: "\n"))
            </div>
            </section>
            """
        let areas = HTMLPage.matrix(
            "Areas and implementations",
            legend: """
                passed of all cases; <span class="bad">✗</span> findings, ○ skipped, ~ disputed. A cell with findings links to the first one.
                """,
            table: table)
        let found = HTMLPage.findings(
            search + "\n" + filters + "\n" + record.implementations.enumerated().map(findings).joined(separator: "\n"))
        return HTMLPage.text(
            "Conformance", of: "\(record.implementations.count) implementations",
            style: HTMLReport.css + "\n" + filterRules, lead: lead, main: "\(tested)\n\(areas)\n\(found)",
            script: HTMLReport.searchScript, command: "imwire conform", ids: "TST-070")
    }

    private var lead: String {
        let shard = record.shard.map { ", shard \($0)" } ?? ""
        return
            "Suite \(record.suite)\(shard): \(Words.count(record.cases.count, "case")) of \(Words.grouped(record.selected))"
            + " selected, \(Words.count(record.implementations.count, "implementation"))."
    }

    private func implementation(_ index: Int, _ one: RunRecord.Implementation) -> String {
        let tally = matrix.total.tallies[index]
        let state = one.fault != nil || tally.findings > 0 ? "bad" : "good"
        var rows = [("cases", "\(tally.total)"), ("passed", "\(tally[.passed])"), ("findings", "\(tally.findings)")]
        for outcome in [Verdict.crashed, .timedOut, .malformed, .skipped, .erratum] where tally[outcome] > 0 {
            rows.append((outcome.title, "\(tally[outcome])"))
        }
        rows.append(("time", "\(Double(one.milliseconds / 10) / 100) s"))
        if one.peakMemory > 0 { rows.append(("memory", "\(one.peakMemory / 1_024) MiB")) }
        let list = rows.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined()
        let fault = one.fault.map {
            "<p class=\"bad\">Harness fault: \(XMLText.escaped(TextReport.shortened($0, 2_000)))</p>"
        }
        let name = [one.name, one.version, one.language].filter { !$0.isEmpty }
            .map { XMLText.escaped(TextReport.shortened($0, 80)) }.joined(separator: " · ")
        let sign = state == "bad" ? spoken("✗", "has findings:") : spoken("✓", "no findings:")
        return "<article class=\"\(state)\"><h3>\(sign) \(label(one))</h3><p>\(name)</p>"
            + "<dl>\(list)</dl>\(fault ?? "")</article>"
    }

    private func label(_ one: RunRecord.Implementation) -> String {
        XMLText.escaped(TextReport.shortened(one.label, 80))
    }

    // MARK: The matrix

    private var table: String {
        let heads = record.implementations.map { "<th scope=\"col\">\(label($0))</th>" }.joined()
        let rows = matrix.areas.map { row($0, area: $0.name) } + matrix.levels.map { row($0, area: nil) }
        return
            "<table aria-labelledby=\"matrix-title\"><thead><tr><th scope=\"col\">area or level</th>\(heads)</tr></thead>\n<tbody>\n"
            + rows.joined(separator: "\n") + "\n</tbody><tfoot>\(row(matrix.total, area: nil))</tfoot></table>"
    }

    private func row(_ row: RunMatrix.Row, area: String?) -> String {
        let cells = row.tallies.enumerated().map { cell($1, $0, area, "\(row.name)") }
        return "<tr><th scope=\"row\">\(XMLText.escaped(row.name))</th>\(cells.joined())</tr>"
    }

    private func cell(_ tally: Tally, _ index: Int, _ area: String?, _ name: String) -> String {
        guard tally.total > 0 else { return "<td class=\"none\">\(spoken("·", "no cases"))</td>" }
        let kind = tally.findings > 0 ? "bad" : tally[.passed] == tally.total ? "good" : "part"
        let passed = "\(tally[.passed])/\(tally.total)"
        let text = ([passed] + tally.signs.map { spoken("\($0.sign)\($0.count)", $0.words) }).joined(separator: " ")
        let first = shown[index].first { result in
            area.map { cases[result.id]?.group == $0 } ?? isOfLevel(result, name)
        }
        // A list of links does not show the row and the column.
        let words = ([passed] + tally.signs.map(\.words)).joined(separator: ", ")
        let target = first.map {
            "<a href=\"#\(anchor(index, $0.id))\" aria-label=\"\(words): \(XMLText.escaped(name)), "
                + "\(label(record.implementations[index]))\">\(text)</a>"
        }
        return "<td class=\"\(kind)\">\(target ?? text)</td>"
    }

    /// Returns a sign with the words that a screen reader says for it.
    private func spoken(_ sign: String, _ words: String) -> String {
        "<span role=\"img\" aria-label=\"\(words)\">\(sign)</span>"
    }

    private func isOfLevel(_ result: CaseResult, _ name: String) -> Bool {
        name == "all" || cases[result.id]?.level.rawValue.uppercased() == name
    }

    private func anchor(_ index: Int, _ id: String) -> String {
        "f\(index)-" + id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    // MARK: The findings

    private func findings(_ index: Int, _ one: RunRecord.Implementation) -> String {
        let count = one.results.count(where: \.isOpen)
        guard count > 0 else { return "<h3>\(label(one))</h3>\n<p>No findings.</p>" + accepted(one) }
        var sections = FindingGroup.groups(shown[index], cases).map { group in
            let sections = group.results.compactMap { result in cases[result.id].map { section(result, $0, one, index) }
            }
            .joined(separator: "\n")
            guard group.results.count > 1 else { return sections }
            return """
                <details class="group" open>
                <summary>\(XMLText.escaped(group.title)) <small>\(Words.count(group.results.count, "case"))</small></summary>
                \(sections)
                </details>
                """
        }
        if count > shown[index].count {
            sections.append("<p>… and \(count - shown[index].count) more, of all areas; the JSON report has them.</p>")
        }
        return "<h3>\(label(one)) <small>\(count)</small></h3>\n" + sections.joined(separator: "\n") + accepted(one)
    }

    /// Returns the list of the findings that a baseline accepts, or an empty text.
    private func accepted(_ one: RunRecord.Implementation) -> String {
        let items = one.results.filter(\.isAccepted).map { result in
            "<li><code>\(XMLText.escaped(result.id))</code>: "
                + "\(XMLText.escaped(TextReport.shortened(result.muted ?? "", 300)))</li>"
        }
        if items.isEmpty { return "" }
        return "\n<details class=\"group\"><summary>Accepted <small>\(items.count)</small></summary>"
            + "<ul>\(items.joined(separator: "\n"))</ul></details>"
    }

    private func section(
        _ result: CaseResult, _ item: RunRecord.CaseInfo, _ one: RunRecord.Implementation, _ index: Int
    ) -> String {
        let failure = result.failure ?? CaseResult.Failure()
        let area = matrix.areas.firstIndex { $0.name == item.group } ?? 0
        var parts = ["<p class=\"wrong\">\(XMLText.escaped(TextReport.shortened(result.reason ?? "", 2_000)))</p>"]
        if !failure.input.isEmpty {
            parts.append(block("Input", XMLText.escaped(failure.input.joined(separator: "\n"))))
        }
        parts.append(answers(failure))
        if !failure.stderr.isEmpty {
            parts.append(block("Standard error", XMLText.escaped(failure.stderr)))
        }
        if let remark = result.remark { parts.append("<p>\(XMLText.escaped(TextReport.shortened(remark, 600)))</p>") }
        let rules = item.requirements.map { id in
            "<dt>\(links?.html(ofID: id) ?? id)</dt><dd>\(XMLText.escaped(SpecRequirement.named(id)?.sentence ?? ""))</dd>"
        }
        parts.append("<dl>\(rules.joined())</dl>")
        if !failure.request.isEmpty {
            let line = failure.line.map { "\n" + XMLText.escaped(TextReport.shortened($0, 8_000)) } ?? ""
            let request = XMLText.escaped(TextReport.shortened(failure.request, 8_000))
            parts.append(
                "<details><summary>Request and answer</summary>\(scrolled("Request and answer", request + line))</details>"
            )
        }
        if !one.rerun.isEmpty {
            parts.append(block("Again", XMLText.escaped("\(one.rerun) \(item.id)")))
        }
        let mode = [failure.mode, failure.manner].compactMap(\.self).joined(separator: ", ")
        return """
            <details class="finding v-\(result.verdict.rawValue) i-\(index) a-\(area)" id="\(anchor(index, item.id))" open>
            <summary><span class="badge">\(result.verdict.title)</span> <code>\(XMLText.escaped(item.id))</code> \(XMLText.escaped(item.title))</summary>
            <p class="about">\(XMLText.escaped(item.operation)) \(XMLText.escaped(TextReport.shortened(failure.about)))\(mode.isEmpty ? "" : ", " + XMLText.escaped(mode)) · \(XMLText.escaped(item.area)) · \(item.level.rawValue.uppercased())</p>
            \(parts.joined(separator: "\n"))
            </details>
            """
    }

    /// Returns a heading and a text that may have to be scrolled.
    private func block(_ title: String, _ escaped: String) -> String {
        "<h4>\(title)</h4>\(scrolled(title, escaped))"
    }

    /// Returns text that can be scrolled with the keyboard.
    ///
    /// The keyboard scrolls the element that has the focus, and such an element needs a role and a name.
    private func scrolled(_ name: String, _ escaped: String) -> String {
        "<pre tabindex=\"0\" role=\"group\" aria-label=\"\(name)\">\(escaped)</pre>"
    }

    private func answers(_ failure: CaseResult.Failure) -> String {
        guard let expected = failure.expected.first else { return "" }
        guard let answered = failure.answered else {
            let text = TextReport.shortened(JSONLine.compact(expected), 8_000)
            return block("Expected", XMLText.escaped(text))
        }
        let sides = SideBySide(expected, answered, allowsMore: failure.allowsMore)
        let (before, rows, behind) = sides.excerpt(400)
        func cell(_ text: String?, _ differs: Bool) -> String {
            let shown = XMLText.escaped(TextReport.shortened(text ?? "", 4_000))
            return "<td>\(differs && text != nil ? "<mark>\(shown)</mark>" : shown)</td>"
        }
        var lines = rows.map { row in
            "<tr\(row.differs ? " class=\"differs\"" : "")>\(cell(row.left, row.differs))\(cell(row.right, row.differs))</tr>"
        }
        if before > 0 { lines.insert("<tr><td colspan=\"2\">… \(before) more lines</td></tr>", at: 0) }
        if behind > 0 { lines.append("<tr><td colspan=\"2\">… \(behind) more lines</td></tr>") }
        return "<div class=\"scroll\" role=\"group\" aria-label=\"Expected and answered\" tabindex=\"0\">"
            + "<table class=\"sides\"><thead><tr><th scope=\"col\">expected</th><th scope=\"col\">answered</th></tr></thead><tbody>\(lines.joined(separator: "\n"))</tbody></table></div>"
    }
}
