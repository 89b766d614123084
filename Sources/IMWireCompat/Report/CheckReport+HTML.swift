// SPDX-License-Identifier: Apache-2.0

extension CheckReport {
    /// One page for a browser, complete in itself: no script, and nothing is loaded.
    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Compatibility of \(check.manifests.count) platforms</title>
        <style>
        \(PageStyle.css)
        </style>
        </head>
        <body>
        <a class="skip" href="#findings">To the findings</a>
        <header>
        <h1>Compatibility</h1>
        <p>\(XMLText.escaped(lead))</p>
        <dl class="counts">
        \(Finding.Severity.allCases.reversed().map(total).joined(separator: "\n"))
        <div><dt>numbered deviations</dt><dd>\(deviations.count)</dd></div>
        </dl>
        </header>
        <main>
        <section aria-labelledby="matrix-title">
        <h2 id="matrix-title">Types and platforms</h2>
        <p class="legend"><span class="cell clean">✓</span> nothing found <span class="cell loses-data">✗ 2</span> loses data
        <span class="cell tolerated">~ 2</span> tolerated <span class="cell cosmetic">– 2</span> cosmetic
        <span class="cell named">○</span> named, and no more is known <span class="cell absent">·</span> not declared. A number counts findings and leads to the first of them.</p>
        <div class="scroll" role="region" aria-labelledby="matrix-title" tabindex="0">
        \(table)
        </div>
        </section>
        <section id="findings" aria-labelledby="findings-title">
        <h2 id="findings-title">Findings</h2>
        <fieldset class="filter"><legend>Show</legend>
        \(Finding.Severity.allCases.reversed().map(filter).joined(separator: "\n"))
        </fieldset>
        \(sections)
        </section>
        </main>
        <footer><p>Written by <code>imwire compat check</code>. <code>imwire explain DEV-08 CMP-027</code> says more of an id.</p></footer>
        </body>
        </html>

        """
    }

    private var lead: String {
        let side = check.mode == .registry ? "the registry, and own types with each other" : "each other"
        return "\(check.manifests.count) manifests, compared with \(side)."
    }

    private func total(_ severity: Finding.Severity) -> String {
        "<div class=\"\(severity.rawValue)\"><dt>\(severity.words)</dt><dd>\(count(severity))</dd></div>"
    }

    private func filter(_ severity: Finding.Severity) -> String {
        let isOn = severity == .cosmetic && check.findings.count > 100 ? "" : " checked"
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

    // MARK: The findings

    /// By platform; a finding about several stands with the first of them.
    private var sections: String {
        let numbered = shown.enumerated().map { (number: $0 + 1, finding: $1) }
        var groups: [String: [(number: Int, finding: Finding)]] = [:]
        for item in numbered {
            let platforms = CheckMatrix.platforms(of: item.finding)
            groups[platforms.count == 1 ? platforms[0] : "", default: []].append(item)
        }
        let order = matrix.platforms + [""]
        return order.map { platform -> String in
            let items = groups[platform] ?? []
            if items.isEmpty && platform.isEmpty { return "" }
            let title = platform.isEmpty ? "Several platforms" : XMLText.escaped(platform)
            let about = check.manifests.first { $0.platform == platform }?.title
            return """
                <section class="platform" aria-labelledby="p-\(CheckReport.anchor(platform))">
                <h3 id="p-\(CheckReport.anchor(platform))">\(title) <small>\(items.count)</small></h3>
                \(about.map { "<p>\(XMLText.escaped($0))</p>" } ?? "")
                \(items.map(CheckReport.article).joined(separator: "\n"))
                </section>
                """
        }.joined(separator: "\n")
    }

    private static func article(_ number: Int, _ finding: Finding) -> String {
        let several = CheckMatrix.platforms(of: finding).count > 1
        let who = several ? "<p class=\"who\">\(XMLText.escaped(finding.platform))</p>" : ""
        let source = source(finding).map { "<dt>from</dt><dd><code>\(XMLText.escaped($0))</code></dd>" } ?? ""
        return """
            <article id="f\(number)" class="finding \(finding.severity.rawValue)" tabindex="-1">
            <h4><span class="badge">\(finding.severity.words)</span> <span class="id">\(finding.id)</span> \
            <code>\(XMLText.escaped(places(finding, limit: 4)))</code> <span class="title">\(finding.kind.title)</span></h4>
            \(who)\(more(finding))<dl><dt>here</dt><dd>\(XMLText.escaped(finding.left))</dd>\
            <dt>\(XMLText.escaped(finding.other))</dt><dd>\(XMLText.escaped(finding.right))</dd>\
            <dt>do</dt><dd>\(XMLText.escaped(finding.advice))</dd>\(source)</dl>
            </article>
            """
    }

    /// Every place, folded, where the title names a few only.
    private static func more(_ finding: Finding) -> String {
        guard finding.places.count > 4 else { return "" }
        let all = finding.places.map { "<code>\(XMLText.escaped($0.text))</code>" }.joined(separator: ", ")
        return "<details><summary>all \(finding.places.count) places</summary><p>\(all)</p></details>"
    }

    private static func anchor(_ name: String) -> String {
        name.isEmpty ? "several" : name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
    }
}
