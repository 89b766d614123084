// SPDX-License-Identifier: Apache-2.0

import TextSupport
import ValueSupport

/// A report of a check, for people and programs; equal manifests produce identical bytes (CMP-041).
package struct CheckReport: Sendable {
    package let check: CompatCheck
    /// The matrix of types and platforms.
    package let matrix: CheckMatrix
    /// The lowest severity that is shown; other findings are only counted.
    package let least: FindingSeverity
    /// The findings that are neither accepted by a baseline nor known from an earlier report.
    package let open: [CompatFinding]
    /// The open findings that are shown.
    package let shown: [CompatFinding]
    /// The findings that the baseline accepts.
    package let accepted: [BaselineResult.Accepted]
    /// The number of findings that the earlier report already has; nil without one.
    package let unchanged: Int?
    /// The number of findings in the earlier report that no longer exist; nil without one.
    package let gone: Int?
    /// The excerpts of sources, by place.
    package var excerpts: [SourceLine: SourceExcerpt] = [:]
    /// The folder of each platform, relative to the root of the repository; empty if it is the root itself.
    package var roots: [String: String] = [:]
    /// The site with a page for each id; text shows addresses only if the user named the site.
    package var links: DocumentLinks?

    /// Creates a report of a check, reduced by a baseline and an earlier report.
    package init(
        _ check: CompatCheck, from least: FindingSeverity = .cosmetic, baseline: BaselineResult? = nil,
        since earlier: EarlierReport? = nil
    ) {
        self.check = check
        self.least = least
        let left = baseline?.open ?? check.findings
        open = earlier?.new(in: left, of: check.manifests) ?? left
        accepted = baseline?.accepted ?? []
        unchanged = earlier.map { earlier in left.count { earlier.new(in: $0) == nil } }
        gone = earlier?.gone(from: check.findings)
        shown = open.filter { $0.severity >= least }
        matrix = CheckMatrix(check, shown)
    }

    /// Returns the number of open findings of a severity, shown or not, without guesses.
    package func count(_ severity: FindingSeverity) -> Int {
        open.count { $0.severity == severity && !$0.isGuess }
    }

    /// The number of open findings that rest on a guess.
    package var guesses: Int { open.count(where: \.isGuess) }

    /// The numbered deviations among the open findings, in order.
    package var deviations: [String] {
        Set(open.compactMap(\.deviation)).ordered {
            ($0.utf8.count, $0) < ($1.utf8.count, $1)
        }
    }

    /// The ids of the findings that are shown, in order.
    var ids: [String] {
        Set(shown.map(\.id)).ordered { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// A summary on one line: `13 platforms, 219 findings: 47 lose data, 52 tolerated, 120 cosmetic`.
    package var summary: String {
        let counts = FindingSeverity.allCases.reversed().map { severity -> String in
            let count = count(severity)
            return severity == .losesData
                ? "\(count) \(count == 1 ? "loses" : "lose") data" : "\(count) \(severity.words)"
        }
        let certain = open.filter { !$0.isGuess }
        let causes = CheckCause.causes(certain).count
        let of = causes == certain.count ? "" : " of \(Words.count(causes, "cause"))"
        var line =
            "\(Words.count(check.manifests.count, "platform")),"
            + " \(Words.count(certain.count, unchanged == nil ? "finding" : "new finding"))\(of):"
            + " \(counts.joined(separator: ", "))"
        if guesses > 0 { line += "; \(guesses) \(guesses == 1 ? "guess" : "guesses")" }
        if !accepted.isEmpty { line += "; \(accepted.count) accepted" }
        if let unchanged, let gone { line += "; \(unchanged) as before, \(gone) gone" }
        return line
    }

    /// What the matrix says of a type without findings: other findings are in the earlier report.
    var nothingFound: String { unchanged == nil ? "nothing found" : "nothing new" }

    /// Returns the places of a finding, at most `limit` of them by name.
    package static func places(_ finding: CompatFinding, limit: Int = 6) -> String {
        var seen: Set<String> = []
        return places(finding.places.map(name).filter { seen.insert($0).inserted }, limit: limit)
    }

    /// Returns the name of a place, which is never empty.
    static func name(_ place: FindingPlace) -> String {
        place.objectName.isEmpty && place.member.isEmpty ? "\"\"" : place.text
    }

    /// Returns names in one text, at most `limit` of them.
    static func places(_ names: [String], limit: Int) -> String {
        let rest = names.count - limit
        return names.prefix(limit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// Returns text from manifests with characters escaped that could move the cursor of a terminal or hide text.
    static func plain(_ text: String) -> String { DisplayText.safe(text, keepsJoiners: false) }

    /// Returns the place where a fact was read, or nil if it is unknown; the other side's, with its platform, if a fact is
    /// missing here.
    package static func source(_ difference: CompatDifference) -> String? {
        if let source = difference.source { return text(source) }
        return difference.otherSource.map { "\(text($0.source)) (\($0.platform))" }
    }

    /// Returns the file, line and certainty of a fact.
    private static func text(_ source: FactSource) -> String {
        let place = source.line.map { "\(source.file):\($0)" } ?? source.file
        return source.certainty == .sure ? place : "\(place), \(source.certainty.rawValue)"
    }
}
