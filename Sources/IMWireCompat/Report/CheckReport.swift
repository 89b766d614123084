// SPDX-License-Identifier: Apache-2.0

import IMWireValues

/// What a check has found, for people and programs; the same bytes for the same manifests (CMP-041).
package struct CheckReport: Sendable {
    /// The check.
    package let check: CompatCheck
    /// Types against platforms.
    package let matrix: CheckMatrix
    /// The least severity that is told; the rest is counted.
    package let least: Finding.Severity
    /// What counts: neither accepted by a baseline nor known from an earlier report.
    package let open: [Finding]
    /// What is told of it.
    package let shown: [Finding]
    /// What a baseline accepts.
    package let accepted: [BaselineResult.Accepted]
    /// What the earlier report had already; nil without one.
    package let unchanged: Int?
    /// What the earlier report had and is gone; nil without one.
    package let gone: Int?
    /// Excerpts of sources, by place.
    package var excerpts: [SourceExcerpt.Place: SourceExcerpt] = [:]
    /// Where the folder of each platform is, below the root of the repository; empty where it is the root itself.
    package var roots: [String: String] = [:]

    /// Takes a check, as a baseline and an earlier report leave it.
    package init(
        _ check: CompatCheck, from least: Finding.Severity = .cosmetic, baseline: BaselineResult? = nil,
        since earlier: EarlierReport? = nil
    ) {
        self.check = check
        self.least = least
        let left = baseline?.open ?? check.findings
        open = earlier.map { earlier in left.compactMap { earlier.new(in: $0) } } ?? left
        accepted = baseline?.accepted ?? []
        unchanged = earlier.map { earlier in left.count { earlier.new(in: $0) == nil } }
        gone = earlier?.gone(from: check.findings)
        shown = open.filter { $0.severity >= least }
        matrix = CheckMatrix(check, shown)
    }

    /// How many findings of a severity there are, shown or not.
    package func count(_ severity: Finding.Severity) -> Int {
        open.count { $0.severity == severity }
    }

    /// The numbered deviations that were found, ordered.
    package var deviations: [String] {
        Set(open.compactMap(\.deviation)).sorted {
            ($0.utf8.count, $0) < ($1.utf8.count, $1)
        }
    }

    /// One line: `13 platforms, 219 findings: 47 lose data, 52 tolerated, 120 cosmetic`.
    package var summary: String {
        let counts = Finding.Severity.allCases.reversed().map { severity -> String in
            let count = count(severity)
            return severity == .losesData
                ? "\(count) \(count == 1 ? "loses" : "lose") data" : "\(count) \(severity.words)"
        }
        let causes = CheckCause.causes(open).count
        let of = causes == open.count ? "" : " of \(Words.count(causes, "cause"))"
        var line =
            "\(Words.count(check.manifests.count, "platform")),"
            + " \(Words.count(open.count, unchanged == nil ? "finding" : "new finding"))\(of):"
            + " \(counts.joined(separator: ", "))"
        if !accepted.isEmpty { line += "; \(accepted.count) accepted" }
        if let unchanged, let gone { line += "; \(unchanged) as before, \(gone) gone" }
        return line
    }

    /// The places of a finding, a few of them by name.
    package static func places(_ finding: Finding, limit: Int = 6) -> String {
        let names = finding.places.map { place -> String in
            place.objectName.isEmpty && place.member.isEmpty ? "\"\"" : place.text
        }
        let rest = names.count - limit
        return names.prefix(limit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// Text from manifests, fit to be shown on a terminal: what would move its cursor or hide something is spelled out.
    static func plain(_ text: String) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                plain += "\\u{\(String(scalar.value, radix: 16))}"
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }

    /// Where a fact was read; nil where nobody has said it.
    package static func source(_ finding: Finding) -> String? {
        finding.source.map { source in
            let place = source.line.map { "\(source.file):\($0)" } ?? source.file
            return source.certainty == .sure ? place : "\(place), \(source.certainty.rawValue)"
        }
    }
}
