// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// The page's findings, grouped in one card per cause, and the entries that they refer to (CMP-075).
extension CheckReport {
    /// The numbers of findings that the page does not list.
    var remarks: String {
        var parts: [String] = []
        let hidden = open.count - shown.count
        func are(_ count: Int) -> String { count == 1 ? "1 is" : "\(count) are" }
        if hidden > 0 { parts.append("\(are(hidden)) less severe than \(least.words) and not on this page") }
        if !accepted.isEmpty { parts.append("\(are(accepted.count)) accepted by the baseline") }
        if let unchanged, let gone { parts.append("\(are(unchanged)) as before and \(are(gone)) gone") }
        return parts.isEmpty ? "" : "<p class=\"legend\">\(parts.joined(separator: "; ")).</p>\n"
    }

    /// The cards, one for each cause.
    var cards: String {
        let causes = CheckCause.causes(shown)
        return causes.isEmpty ? "<p>Nothing was found.</p>" : causes.map(card).joined(separator: "\n")
    }

    private func card(_ cause: CheckCause) -> String {
        let anchor = "c-\(cause.id)-\(cause.kind.rawValue)\(cause.isGuess ? "-guess" : "")"
        let shared = cause.advice.map { "<p class=\"advice\">\(XMLText.escaped($0))</p>" }
        return """
            <section class="cause" aria-labelledby="\(anchor)">
            <h3 id="\(anchor)"><a class="id" href="#t-\(cause.id)">\(cause.id)</a> \
            \(cause.kind.title) <small>\(cause.count)</small></h3>
            \(shared ?? "")
            \(cause.items.map { article($0, hasAdvice: shared == nil) }.joined(separator: "\n"))
            </section>
            """
    }

    private func article(_ item: (number: Int, finding: CompatFinding), hasAdvice: Bool) -> String {
        let finding = item.finding
        let fatal = finding.failsDecoder ? " <span class=\"badge\">fails a typed decoder</span>" : ""
        let advice = hasAdvice ? "<dt>do</dt><dd>\(XMLText.escaped(finding.advice))</dd>" : ""
        let here = finding.first.sides == nil ? "here" : XMLText.escaped(finding.first.here)
        return """
            <article id="f\(item.number)" class="finding \(finding.severity.rawValue)\(finding.isGuess ? " guess" : "")" tabindex="-1">
            <h4><span class="badge">\(finding.words)</span>\(fatal) \(XMLText.escaped(finding.platform)) \
            <code>\(XMLText.escaped(CheckReport.places(finding, limit: 4)))</code></h4>
            \(CheckReport.more(finding))<dl><dt>\(here)</dt><dd>\(XMLText.escaped(finding.left))</dd>\
            <dt>\(XMLText.escaped(finding.first.there))</dt><dd>\(XMLText.escaped(finding.right))</dd>\
            \(advice)\(from(finding))</dl>
            </article>
            """
    }

    /// Returns the source of the first place, with three lines of the file if they are available.
    private func from(_ finding: CompatFinding) -> String {
        guard let source = CheckReport.source(finding.first) else { return "" }
        let excerpt = SourceExcerpt.places(finding).lazy.compactMap { excerpts[$0] }.first
        let number = finding.source?.line ?? finding.first.otherSource?.source.line
        let lines = excerpt?.lines.map { line in
            let text = XMLText.escaped("\(line.number)  \(line.text)")
            return line.number == number ? "<mark>\(text)</mark>" : text
        }
        // The keyboard scrolls the element that has the focus, and such an element needs a role and a name.
        let block =
            lines.map {
                "<pre tabindex=\"0\" role=\"group\" aria-label=\"Source\">\($0.joined(separator: "\n"))</pre>"
            } ?? ""
        return "<dt>from</dt><dd><code>\(XMLText.escaped(source))</code>\(block)</dd>"
    }

    /// Returns a collapsed list of all places, with what differs between them, if there are several.
    private static func more(_ finding: CompatFinding) -> String {
        guard finding.differences.count > 1 else { return "" }
        let rows = finding.differences.map { difference in
            let claims =
                finding.hasOneClaim
                ? "" : ": \(XMLText.escaped(difference.left)); \(XMLText.escaped(difference.right))"
            let source = CheckReport.source(difference).map { " <code>\(XMLText.escaped($0))</code>" } ?? ""
            return "<li>\(XMLText.escaped(difference.platform)) <code>\(XMLText.escaped(name(difference.place)))</code>"
                + "\(claims)\(source)</li>"
        }
        return "<details><summary>all \(rows.count) places</summary><ul>\(rows.joined())</ul></details>"
    }

    // MARK: Platforms and ids

    /// The platforms, each with its description and its number of findings.
    var platformList: String {
        matrix.platforms.map { platform -> String in
            let mine = shown.enumerated().filter { $0.element.platforms.contains(platform) }
            let title = check.manifests.first { $0.platform == platform }?.title.map { XMLText.escaped($0) + ". " }
            let links = FindingSeverity.allCases.reversed().compactMap { severity -> String? in
                let all = mine.filter { $0.element.severity == severity }
                return all.first.map { "<a href=\"#f\($0.offset + 1)\">\(all.count) \(severity.words)</a>" }
            }
            let found = links.isEmpty ? "nothing found" : links.joined(separator: ", ")
            return "<dt id=\"p-\(CheckReport.anchor(platform))\">\(XMLText.escaped(platform))</dt>"
                + "<dd>\(title ?? "")\(found)</dd>"
        }.joined(separator: "\n")
    }

    /// The texts of all ids on the page.
    var glossary: String {
        if ids.isEmpty { return "" }
        let rows = ids.map { id in
            "<dt id=\"t-\(id)\">\(links?.html(ofID: id) ?? id)</dt>"
                + "<dd>\(XMLText.escaped(SpecID.text(id).full))</dd>"
        }
        return """
            <section aria-labelledby="ids-title">
            <h2 id="ids-title">What the ids mean</h2>
            <dl class="glossary">
            \(rows.joined(separator: "\n"))
            </dl>
            </section>
            """
    }

    static func anchor(_ name: String) -> String {
        name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
    }
}
