// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP
import IMWireSpec
import TextSupport

/// A report of an inspection as text for human readers.
package struct InspectionText: InspectionReport {
    private let text: AnnotationText

    /// Creates a writer that formats annotations with `text`.
    package init(_ text: AnnotationText) {
        self.text = text
    }

    /// Returns the text of a line or packet: its title, its fields, its hidden bytes, and its findings.
    package func lines(_ part: InspectedPart, of bytes: [UInt8]) -> [String] {
        let name = part.form == "rest" ? "rest" : "\(part.form) \(part.number)"
        let place = "\(Words.bytes(part.range)) (\(Words.offset(part.range.lowerBound)))"
        var lines = ["\(text.paint(name, .heading))  \(DisplayText.safe(part.title))  \(text.paint(place, .offset))"]
        if text.depth == .parts {
            for item in part.items { lines.append("  " + text.paint(line(item), .value)) }
        } else {
            lines += text.lines(part.fields, of: bytes, marks: marks(part))
            if let hidden = part.hidden { lines += self.lines(hidden, part) }
        }
        for finding in part.findings { lines += self.lines(finding) }
        return lines
    }

    /// Returns the bytes to point at: the offsets of faults, and the suspects of checksums.
    private func marks(_ part: InspectedPart) -> Set<Int> {
        var marks: Set<Int> = []
        for finding in part.findings where finding.severity == .fault {
            if finding.inner == nil || part.hidden == nil { marks.insert(finding.offset) }
            if let suspect = finding.suspect { marks.insert(suspect.offset) }
        }
        return marks
    }

    private func line(_ item: InspectedPart.Item) -> String {
        let place = item.place.map { "\($0.index + 1) of \($0.count): " } ?? ""
        return place + DisplayText.clip(DisplayText.safe(item.text), text.width - 12)
    }

    private func lines(_ hidden: HiddenBytes, _ part: InspectedPart) -> [String] {
        let title = "inside: \(Words.count(hidden.bytes.count, "byte")), \(hidden.origin); offsets with + count in them"
        var lines = DisplayText.wrap(title, text.width - 2).map { "  " + text.paint($0, .heading) }
        guard text.depth == .all else { return lines }
        let marks = Set(part.findings.filter { $0.severity == .fault }.compactMap(\.inner))
        lines += text.lines(hidden.fields, of: hidden.bytes, marks: marks, isHidden: true)
        return lines
    }

    // MARK: Beginning and end

    package func head(_ input: InspectedInput) -> [String] {
        let isWritten = input.form != "binary" && input.form != "log"
        let form = isWritten ? ", written as \(input.form == "hex" ? "hex" : "Base64")" : ""
        var sentences: [String] = []
        let reasons = input.reasons.joined(separator: "; ")
        switch input.kind {
        case .chat(let framing):
            sentences.append("\(Words.count(input.bytes, "byte"))\(form): \(name(framing))")
            if !reasons.isEmpty { sentences.append("Detected (FRM-008): \(reasons).") }
        case .rmtp(let framing, let format):
            let way = format.direction == .up ? "up, from the client" : "down, from the service"
            sentences.append(
                "RongCloud packets, \(framing.rawValue), \(way), version \(format.version.rawValue)\(form)")
            if !reasons.isEmpty { sentences.append("Detected: \(reasons).") }
        }
        if input.isCut { sentences.append("The input is longer than the limit; give --max-bytes to read more.") }
        return sentences.flatMap { DisplayText.wrap($0, text.width) }
    }

    package func end(_ summary: InspectionSummary, of input: InspectedInput) -> [String] {
        var counts = [Words.count(summary.bytes, "byte"), input.count(summary.parts)]
        if case .chat = input.kind { counts.append(Words.count(summary.messages, "message")) }
        let clean = input.isCut ? "nothing is wrong in what was read" : "nothing is wrong"
        var verdict =
            summary.faults == 0
            ? text.paint(clean, .clean) : text.paint(Words.count(summary.faults, "error"), .fault)
        if summary.deviations > 0 {
            verdict += ", " + text.paint(Words.count(summary.deviations, "deviation"), .deviation)
        }
        if let first = summary.first { verdict += "; \(place(first, in: summary.firstPart, of: input))" }
        return summary.notes.flatMap { DisplayText.wrap($0, text.width) }
            + ["\(counts.joined(separator: ", ")): \(verdict)"]
    }

    /// Returns the place of the first error, which is the byte that a failed checksum implicates if there is one.
    private func place(_ first: InspectionFinding, in part: Int, of input: InspectedInput) -> String {
        if case .rmtp = input.kind {
            return "the first in \(input.noun) \(part), at byte \(Words.grouped(first.offset))"
        }
        let byte = first.suspect?.offset ?? first.offset
        let name = "\(Words.grouped(byte)) (hex \(String(byte, radix: 16, uppercase: true)))"
        switch first.code {
        case "frame.truncated": return "the stream ends too early, at byte \(name)"
        case "frame.checksum", "frame.header":
            guard first.suspect == nil else { return "the first wrong byte is \(name), if it is the only one" }
            return "the first is told at byte \(name)"
        default: return "the first wrong byte is \(name)"
        }
    }

    private func name(_ framing: StreamFraming) -> String {
        switch framing {
        case .packet: "packets"
        case .line(let delimiter, .base64): "lines of Base64 that end with \(delimiter.rawValue.uppercased())"
        case .line(let delimiter, .json): "lines of JSON that end with \(delimiter.rawValue.uppercased())"
        }
    }

    // MARK: Findings

    /// Returns the text of a finding: the location, the expected content, the requirement, and the receiver's next
    /// step.
    package func lines(_ finding: InspectionFinding) -> [String] {
        let isFault = finding.severity == .fault
        let role: AnnotationText.Role = isFault ? .fault : .deviation
        var place = "byte \(Words.grouped(finding.offset)) (\(Words.offset(finding.offset)))"
        if let inner = finding.inner { place += ", byte \(Words.grouped(inner)) of the payload" }
        let field = finding.field.isEmpty ? "" : ", in \(finding.field.joined(separator: " > "))"
        let title = "\(finding.code) at \(place)\(DisplayText.safe(field))"
        var lines = block(isFault ? "WRONG" : "DEVIATES", title, role)
        if let expected = finding.expected {
            lines += block("expected", expected + (finding.found.map { ", found \($0)" } ?? ""))
        } else if let found = finding.found {
            lines += block("found", found)
        }
        for remark in finding.remarks { lines += block("", remark) }
        if !isFault, let deviation = SpecDeviation.named(finding.code) { lines += block("what", deviation.title) }
        if let id = finding.requirement {
            lines += block("rule", id + (SpecRequirement.named(id).map { ": \(plain($0.sentence))" } ?? ""))
        }
        if let scope = finding.scope { lines += block("costs", "this \(scope.rawValue)") }
        if let next = finding.next { lines += block("next", next) }
        return lines
    }

    /// Returns text with a label in the margin of its first line.
    private func block(_ word: String, _ words: String, _ role: AnnotationText.Role = .meaning) -> [String] {
        DisplayText.wrap(words, text.width - 13).enumerated().map { index, line in
            let label = DisplayText.pad(index == 0 ? word : "", 9)
            return "  \(text.paint(label, role == .meaning ? .field : role))  "
                + (role == .meaning ? line : text.paint(line, role))
        }
    }

    private func plain(_ markdown: String) -> String {
        markdown.replacing("`", with: "")
    }
}
