// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues
import TextSupport

/// The text of a finding: the request, the error, both answers, the requirements, and how to ask again.
struct FailureText {
    private let item: RunRecord.CaseInfo
    private let result: CaseResult
    private let rerun: String
    private let paint: (String, TextReport.Color) -> String

    /// The maximum number of rows of both answers, and the width of each side.
    private static let rows = 24
    private static let column = 56

    init(
        _ item: RunRecord.CaseInfo, _ result: CaseResult, rerun: String = "",
        paint: @escaping (String, TextReport.Color) -> String = { text, _ in text }
    ) {
        self.item = item
        self.result = result
        self.rerun = rerun
        self.paint = paint
    }

    /// Returns the lines of the finding.
    ///
    /// - Parameters:
    ///   - isFull: whether nothing is truncated.
    ///   - showsRequest: whether the line of the request and the line of the response are shown.
    ///   - most: the maximum number of lines of the input.
    ///   - links: the site with the pages of the requirements, or nil if their addresses are not shown.
    func lines(
        isFull: Bool = false, showsRequest: Bool = false, most: Int = 24, links: DocumentLinks? = nil
    ) -> [String] {
        var lines = ["\(paint(result.verdict.title.uppercased(), .red)) \(item.id)  \(DisplayText.safe(item.title))"]
        guard let failure = result.failure else {
            return lines + ["  wrong     \(TextReport.shortened(result.reason ?? "", 600))"] + rest(links)
        }
        let mode = failure.mode.map { ", \($0)" } ?? ""
        lines.append("  \(item.operation) \(TextReport.shortened(failure.about))\(mode)")
        lines.append("  wrong     \(TextReport.shortened(result.reason ?? "", isFull ? 100_000 : 600))")
        lines += input(failure, isFull ? .max : most)
        lines += answers(failure, isFull)
        if showsRequest {
            lines.append("  request   \(DisplayText.safe(failure.request))")
            if let line = failure.line { lines.append("  line      \(DisplayText.safe(line))") }
        } else if result.verdict == .malformed, let line = failure.line {
            lines.append("  line      \(TextReport.shortened(line, isFull ? 100_000 : 400))")
        }
        if !failure.stderr.isEmpty { lines += stderr(failure.stderr, isFull) }
        return lines + rest(links)
    }

    private func rest(_ links: DocumentLinks?) -> [String] {
        var lines: [String] = []
        if let remark = result.remark { lines.append("  remark    \(TextReport.shortened(remark))") }
        if let steadiness = result.steadiness {
            let counts = Verdict.allCases.compactMap { outcome in
                result.counts[outcome].map { "\($0) × \(outcome.title)" }
            }
            lines.append("  repeated  \(steadiness.rawValue): \(counts.joined(separator: ", "))")
        }
        for id in item.requirements {
            lines.append("  \(paint(id, .grey))   \(SpecRequirement.named(id)?.sentence ?? "")")
            if let links { lines.append("            \(paint(links.url(ofID: id), .grey))") }
        }
        if !rerun.isEmpty { lines.append("  again     \(DisplayText.safe(rerun)) \(item.id)") }
        return lines
    }

    /// Returns the first lines of the input, up to `most`.
    private func input(_ failure: CaseResult.Failure, _ most: Int) -> [String] {
        guard !failure.input.isEmpty else { return [] }
        if failure.input.count == 1 {
            return ["  input     \(TextReport.shortened(failure.input[0], most == .max ? 100_000 : 400))"]
        }
        var shown = failure.input.prefix(most).map { "    " + TextReport.shortened($0, most == .max ? 100_000 : 300) }
        if failure.input.count > most {
            shown.append("    … \(failure.input.count - most) more lines; --full shows them")
        }
        return ["  input"] + shown
    }

    private func answers(_ failure: CaseResult.Failure, _ isFull: Bool) -> [String] {
        guard let expected = failure.expected.first else { return [] }
        guard let answered = failure.answered else {
            return ["  expected  \(TextReport.shortened(JSONLine.compact(expected), isFull ? 100_000 : 400))"]
        }
        let sides = SideBySide(expected, answered, allowsMore: failure.allowsMore)
        let (before, rows, behind) = sides.excerpt(isFull ? .max : FailureText.rows)
        let widest = rows.compactMap(\.left).map(DisplayText.cells).max() ?? 0
        let width = isFull ? widest : min(widest, FailureText.column)
        var lines = ["    \(DisplayText.pad("expected", width))  answered"]
        if before > 0 { lines.append("    … \(before) more lines") }
        for row in rows {
            let left = cell(row.left, width), right = cell(row.right, isFull ? .max : FailureText.column * 2)
            let line = "\(row.differs ? ">" : " ") \(DisplayText.pad(left, width))  \(right)"
            lines.append("  " + (row.differs ? paint(line, .red) : line))
        }
        if behind > 0 { lines.append("    … \(behind) more lines; --full shows them") }
        if failure.expected.count > 1 {
            lines.append("    (\(failure.expected.count) outcomes are accepted; this is the closest)")
        }
        return lines
    }

    private func cell(_ text: String?, _ width: Int) -> String {
        guard let text else { return "-" }
        let safe = DisplayText.safe(text)
        return width == .max ? safe : DisplayText.clip(safe, width)
    }

    private func stderr(_ text: String, _ isFull: Bool) -> [String] {
        let lines = text.split(separator: "\n")
        let most = isFull ? 200 : 6
        // The last lines of a trace contain the cause.
        let shown = lines.suffix(most).map { TextReport.shortened(String($0), isFull ? 4_096 : 200) }
        return ["  stderr    \(lines.count > most ? "… " : "")\(shown.first ?? "")"]
            + shown.dropFirst().map { "            \($0)" }
    }
}
