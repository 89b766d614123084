// SPDX-License-Identifier: Apache-2.0

import IMWireSpec
import TextSupport

/// Inspected parts as text for human readers.
package struct InspectionText {
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

    // MARK: Findings

    /// Returns the text of a finding: the location, the expected content, the requirement, and the receiver's next
    /// step.
    package func lines(_ finding: Finding) -> [String] {
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
