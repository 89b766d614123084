// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import TextSupport

/// A run as text for human readers.
package struct TextReport {
    private let record: RunRecord
    private let paint: (String, Color) -> String
    private let cases: [String: RunRecord.CaseInfo]
    /// The maximum number of findings that are shown for an implementation.
    package var most = 20
    /// Whether long inputs and answers are shown in full.
    package var isFull = false
    /// Whether the lines of requests and responses are shown.
    package var showsRequest = false
    /// The site whose addresses are shown below the requirements of a finding, or nil for none.
    package var links: DocumentLinks?

    /// A color of the report.
    package enum Color: String, Sendable {
        /// The color of a success.
        case green = "32"
        /// The color of a failure.
        case red = "31"
        /// The color of an omission or a remark.
        case yellow = "33"
        /// The color of secondary information.
        case grey = "90"
    }

    /// Creates a report, with or without colors.
    package init(_ record: RunRecord, color: Bool) {
        self.record = record
        cases = record.casesByID
        paint = { text, shade in color ? "\u{1b}[\(shade.rawValue)m\(text)\u{1b}[0m" : text }
    }

    /// The complete report.
    package var text: String {
        var lines: [String] = []
        for one in record.implementations { lines += self.lines(one) }
        if record.implementations.count > 1 { lines += matrix }
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(_ one: RunRecord.Implementation) -> [String] {
        let summary = Summary(one, cases)
        var lines: [String] = []
        let findings = one.results.filter(\.isOpen)
        let groups = FindingGroup.groups(findings, cases)
        for group in groups.prefix(most) {
            guard let result = group.results.first, let item = cases[result.id] else { continue }
            lines += FailureText(item, result, rerun: one.rerun, paint: paint)
                .lines(isFull: isFull, showsRequest: showsRequest, links: links)
            lines += others(group) + [""]
        }
        let rest = groups.dropFirst(most).map(\.results.count).reduce(0, +)
        if rest > 0 {
            lines += [
                "… and \(Words.count(rest, "more finding")) of \(Words.count(groups.count - most, "cause"));"
                    + " --all shows them, the JSON report has them", "",
            ]
        }
        lines += remarks(one) + skips(one)
        lines += [title(one), ""]
        if let fault = one.fault {
            lines += [paint("HARNESS FAULT", .red) + " " + TextReport.shortened(fault, 2_000), ""]
        }
        lines.append(header("area"))
        for (name, tally) in summary.areas { lines.append(row(name, tally)) }
        lines += ["", header("level")]
        for (level, tally) in summary.levels { lines.append(row(level.rawValue.uppercased(), tally)) }
        return lines + ["", result(one, summary)] + (record.implementations.count > 1 ? [""] : [])
    }

    /// Returns a line with the other findings of a group, whose first one is shown.
    private func others(_ group: FindingGroup) -> [String] {
        let ids = group.results.dropFirst().map(\.id)
        guard !ids.isEmpty else { return [] }
        let named = ids.prefix(most == .max ? .max : 4)
        let more = ids.count > named.count ? ", …" : ""
        return ["  also      \(Words.count(ids.count, "case")) like it: \(named.joined(separator: ", "))\(more)"]
    }

    private func title(_ one: RunRecord.Implementation) -> String {
        let name = TextReport.shortened(one.name, 80)
        let label =
            one.label == one.name || one.label.isEmpty ? name : "\(TextReport.shortened(one.label, 80)): \(name)"
        // A peer on a socket reports neither its version nor its language.
        let said =
            one.language.isEmpty && one.version.isEmpty
            ? "" : " \(TextReport.shortened(one.version, 40)) (\(TextReport.shortened(one.language, 40)))"
        return "\(label)\(said), suite \(record.suite)"
    }

    private func result(_ one: RunRecord.Implementation, _ summary: Summary) -> String {
        let total = summary.total
        let written = total.total - summary.derived
        let time = "\(Double(one.milliseconds / 10) / 100) s"
        let counts =
            "\(total.total) case\(total.total == 1 ? "" : "s") (\(written) written, \(summary.derived) derived), \(summary.requirements) of \(SpecRequirement.all.count) requirements"
        var parts = [paint("\(total[.passed]) passed", .green)]
        if total.findings > 0 { parts.append(paint("\(total.findings) findings", .red)) }
        if total[.skipped] > 0 { parts.append(paint("\(total[.skipped]) skipped", .yellow)) }
        if total.accepted > 0 { parts.append(paint("\(total.accepted) accepted", .yellow)) }
        if total[.erratum] > 0 { parts.append(paint("\(total[.erratum]) disputed", .yellow)) }
        let left = record.selected - total.total
        if left > 0 { parts.append(paint("\(left) not run", .yellow)) }
        let memory = one.peakMemory > 0 ? ", \(one.peakMemory / 1_024) MiB" : ""
        return "\(counts), \(time)\(memory): \(parts.joined(separator: ", "))\(steadiness(one))"
    }

    /// Returns the numbers of cases by steadiness, or an empty string if each case was asked once.
    private func steadiness(_ one: RunRecord.Implementation) -> String {
        guard one.repeats > 1 else { return "" }
        let counts = [CaseResult.Steadiness.deterministic, .flaky, .slow].map { kind in
            "\(one.results.count { $0.steadiness == kind }) \(kind.rawValue)"
        }
        return "; asked \(one.repeats) times: \(counts.joined(separator: ", "))"
    }

    private func name(_ text: String) -> String { "  " + text + String(repeating: " ", count: max(1, 16 - text.count)) }

    private func header(_ name: String) -> String {
        paint(
            self.name(name) + DisplayText.right("cases", 8) + DisplayText.right("passed", 8)
                + DisplayText.right("findings", 10) + DisplayText.right("skipped", 9),
            .grey)
    }

    private func row(_ name: String, _ tally: Tally) -> String {
        func number(_ count: Int, _ width: Int, _ shade: Color) -> String {
            paint(DisplayText.right(count == 0 ? "-" : "\(count)", width), count == 0 ? .grey : shade)
        }
        return self.name(name) + DisplayText.right("\(tally.total)", 8) + number(tally[.passed], 8, .green)
            + number(tally.findings, 10, .red) + number(tally[.skipped], 9, .yellow)
    }

    /// The implementations side by side, with passed cases, and findings if there are any.
    private var matrix: [String] {
        let matrix = RunMatrix(record)
        let heads = record.implementations.map { TextReport.shortened($0.label, 24) }
        func cell(_ tally: Tally) -> String {
            guard tally.total > 0 else { return "." }
            return "\(tally[.passed])/\(tally.total)" + (tally.findings > 0 ? " ✗\(tally.findings)" : "")
        }
        let rows = (matrix.areas + matrix.levels + [matrix.total]).map { ($0.name, $0.tallies.map(cell)) }
        let widths = heads.indices.map { column in
            let cells = [heads[column]] + rows.map { $0.1[column] }
            return max(14, cells.map(DisplayText.cells).max() ?? 0) + 2
        }
        func line(_ name: String, _ cells: [String]) -> String {
            self.name(name) + zip(cells, widths).map { DisplayText.right($0, $1) }.joined()
        }
        return [paint(line("", heads), .grey)] + rows.map { line($0.0, $0.1) }
    }

    /// Returns the remarks on cases that are not open findings.
    private func remarks(_ one: RunRecord.Implementation) -> [String] {
        var lines: [String] = []
        for result in one.results where !result.isOpen {
            if let remark = result.remark {
                lines.append(paint("remark", .yellow) + " \(result.id): \(TextReport.shortened(remark))")
            }
            if let steadiness = result.steadiness, steadiness != .deterministic {
                lines.append(paint(steadiness.rawValue, .yellow) + " \(result.id)")
            }
            if let muted = result.muted {
                lines.append(paint(result.verdict.title, .yellow) + " \(result.id): \(TextReport.shortened(muted))")
            }
        }
        if lines.count > 40 {
            return lines.prefix(40) + ["… and \(lines.count - 40) more remarks; the JSON report has them", ""]
        }
        return lines.isEmpty ? [] : lines + [""]
    }

    /// Returns the reasons for which cases were skipped, each reason once.
    private func skips(_ one: RunRecord.Implementation) -> [String] {
        var reasons: [String: [String]] = [:]
        for result in one.results where result.verdict == .skipped {
            reasons[result.reason ?? "", default: []].append(result.id)
        }
        guard !reasons.isEmpty else { return [] }
        let sorted = reasons.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        var lines = sorted.prefix(12).map { reason, ids in
            // Scenarios are few and distinct, so the skipped ones are named.
            let areStories = ids.count <= 8 && ids.allSatisfy { cases[$0]?.area == "scenario" }
            return paint("skipped", .yellow) + " \(ids.count) × \(TextReport.shortened(reason))"
                + (areStories ? " (" + ids.joined(separator: ", ") + ")" : "")
        }
        if sorted.count > 12 { lines.append("        … and \(sorted.count - 12) more reasons") }
        return lines + [""]
    }

    /// Returns the beginning of external text on one line, without characters that a terminal would act on (TST-108).
    static func shortened(_ text: String, _ limit: Int = 300) -> String {
        let scalars = text.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex) ?? scalars.endIndex
        let line = DisplayText.safe(String(scalars[..<end]))
        return end < scalars.endIndex ? "\(line)… (\(text.utf8.count) bytes)" : line
    }
}
