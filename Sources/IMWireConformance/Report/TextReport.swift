// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

/// A run as text for people.
public struct TextReport {
    private let verdicts: [Verdict]
    private let hello: TesteeHello
    private let rerun: String
    private let paint: (String, Colour) -> String

    /// The colours in use.
    public enum Colour: String, Sendable {
        /// Fine.
        case green = "32"
        /// Not fine.
        case red = "31"
        /// Left out.
        case yellow = "33"
        /// Beside the point.
        case grey = "90"
    }

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - rerun: the command that a case's id is appended to.
    ///   - colour: whether to colour.
    public init(_ verdicts: [Verdict], hello: TesteeHello, rerun: String, colour: Bool) {
        self.verdicts = verdicts
        self.hello = hello
        self.rerun = rerun
        paint = { text, shade in colour ? "\u{1b}[\(shade.rawValue)m\(text)\u{1b}[0m" : text }
    }

    /// The whole report.
    ///
    /// - Parameter most: how many findings are told in full.
    public func text(most: Int = 20, seconds: Double) -> String {
        let summary = Summary(verdicts)
        var lines: [String] = []
        let findings = verdicts.filter(\.outcome.isFinding)
        for verdict in findings.prefix(most) { lines += finding(verdict) + [""] }
        if findings.count > most {
            lines += ["… and \(findings.count - most) more findings; --all shows them, the JSON report has them", ""]
        }
        lines += skips()
        let (name, version, language) = (
            TextReport.shortened(hello.name, 80), TextReport.shortened(hello.version, 40),
            TextReport.shortened(hello.language, 40)
        )
        lines.append("\(name) \(version) (\(language)), suite \(Suite.version)")
        lines.append("")
        lines.append(row("area", summary.areas.isEmpty ? nil : Tally()))
        for (name, tally) in summary.areas { lines.append(row(name, tally, isHeader: false)) }
        lines.append("")
        lines.append(row("level", Tally()))
        for (level, tally) in summary.levels {
            lines.append(row(level.rawValue.uppercased(), tally, isHeader: false))
        }
        lines.append("")
        lines.append(result(summary, seconds))
        return lines.joined(separator: "\n") + "\n"
    }

    private func result(_ summary: Summary, _ seconds: Double) -> String {
        let total = summary.total
        let written = total.total - summary.derived
        let time = "\(Double(Int(seconds * 100)) / 100) s"
        let counts =
            "\(total.total) case\(total.total == 1 ? "" : "s") (\(written) written, \(summary.derived) derived), \(summary.requirements) of \(SpecRequirement.all.count) requirements"
        var parts = [paint("\(total[.passed]) passed", .green)]
        if total.findings > 0 { parts.append(paint("\(total.findings) findings", .red)) }
        if total[.skipped] > 0 { parts.append(paint("\(total[.skipped]) skipped", .yellow)) }
        return "\(counts), \(time): \(parts.joined(separator: ", "))"
    }

    private func row(_ name: String, _ tally: Tally?, isHeader: Bool = true) -> String {
        func column(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let head = "  " + name + String(repeating: " ", count: max(1, 16 - name.count))
        guard let tally, !isHeader else {
            return paint(
                head + column("cases", 8) + column("passed", 8) + column("findings", 10) + column("skipped", 9), .grey)
        }
        func number(_ count: Int, _ width: Int, _ shade: Colour) -> String {
            let text = column(count == 0 ? "-" : "\(count)", width)
            return count == 0 ? paint(text, .grey) : paint(text, shade)
        }
        return head + column("\(tally.total)", 8) + number(tally[.passed], 8, .green)
            + number(tally.findings, 10, .red) + number(tally[.skipped], 9, .yellow)
    }

    /// Why cases were skipped, each reason once.
    private func skips() -> [String] {
        var reasons: [String: Int] = [:]
        for verdict in verdicts where verdict.outcome == .skipped { reasons[verdict.reason ?? "", default: 0] += 1 }
        guard !reasons.isEmpty else { return [] }
        let sorted = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var lines = sorted.prefix(12).map {
            paint("skipped", .yellow) + " \($0.value) × \(TextReport.shortened($0.key))"
        }
        if sorted.count > 12 { lines.append("        … and \(sorted.count - 12) more reasons") }
        return lines + [""]
    }

    /// A finding that explains itself: what was asked, what is wrong, what the spec says, and how to ask again.
    private func finding(_ verdict: Verdict) -> [String] {
        let item = verdict.item
        var lines = ["\(paint(verdict.outcome.title.uppercased(), .red)) \(item.id)  \(item.title)"]
        let parameters = item.input.members.filter { $0.name != "events" && $0.name != "messages" }
            .map { "\($0.name) \(JSONLine.compact($0.value))" }.joined(separator: ", ")
        let what = item.input.objectName.isEmpty ? parameters : item.input.objectName
        lines.append("  \(item.operation.rawValue) \(what)\(verdict.mode.map { ", \($0.rawValue)" } ?? "")")
        if let value = item.input.value {
            lines.append("  value     \(TextReport.shortened(value.text))")
        } else {
            lines.append("  content   \(TextReport.shortened(String(decoding: item.input.bytes, as: UTF8.self)))")
        }
        lines.append("  wrong     \(TextReport.shortened(verdict.reason ?? "", 600))")
        if let expected = item.expectations.first { lines.append("  expected  \(TextReport.text(expected))") }
        if case .ok(let ok) = verdict.answer {
            let written = ok["bytes"]?.string.flatMap(Base64.decode).map { String(decoding: $0, as: UTF8.self) }
            lines.append("  answered  \(TextReport.shortened(written ?? ok.text))")
        }
        if let remark = verdict.remark { lines.append("  remark    \(TextReport.shortened(remark))") }
        if !verdict.stderr.isEmpty { lines.append("  stderr    \(TextReport.shortened(verdict.stderr))") }
        for id in item.requirements {
            lines.append("  \(paint(id, .grey))   \(SpecRequirement.named(id)?.sentence ?? "")")
        }
        lines.append("  again     \(rerun) \(item.id)")
        return lines
    }

    private static func text(_ expectation: Case.Expectation) -> String {
        if let error = expectation.error {
            let offset = error.offset.map { " at byte \($0)" } ?? ""
            return "\(error.code)\(offset)\(error.path.map { $0.isEmpty ? "" : ", in \($0)" } ?? "")"
        }
        var parts: [String] = []
        if let bytes = expectation.bytes { parts.append(shortened(String(decoding: bytes, as: UTF8.self))) }
        for name in ["items", "actions"] {
            if let list = expectation.json[name] { parts.append(shortened(JSONLine.compact(list))) }
        }
        if let value = expectation.value { parts.append(shortened(JSONLine.compact(value))) }
        if let unknown = expectation.unknown { parts.append("unknown \(unknown)") }
        if let deviations = expectation.deviations { parts.append("deviations \(deviations)") }
        return parts.joined(separator: ", ")
    }

    /// The beginning of a text from outside, on one line, without anything that a terminal would act on (TST-108).
    static func shortened(_ text: String, _ limit: Int = 300) -> String {
        let scalars = text.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex) ?? scalars.endIndex
        let line = DisplayText.safe(String(scalars[..<end]))
        return end < scalars.endIndex ? "\(line)… (\(text.utf8.count) bytes)" : line
    }
}
