// SPDX-License-Identifier: Apache-2.0

import Platform
import Schemas
import TypeGenerator

/// The requirements and deviations that the tools describe, read from the chapters of `Spec`.
struct SpecText {
    var requirements: [(id: String, level: String, sentence: String)] = []
    var deviations: [(id: String, title: String, facts: [String: String])] = []

    init(_ spec: URL) throws {
        let chapters = try FileManager.default.contentsOfDirectory(atPath: spec.path).filter { $0.hasSuffix(".md") }
            .sorted()
        for chapter in chapters where chapter != "README.md" {
            read(try String(contentsOf: spec.appending(path: chapter), encoding: .utf8))
        }
        let ids = requirements.map(\.id)
        guard Set(ids).count == ids.count else { throw SpecError("a requirement's id is used twice") }
        guard !requirements.isEmpty, !deviations.isEmpty else { throw SpecError("the chapters hold no requirements") }
    }

    /// Reads the requirements and deviations of a chapter.
    ///
    /// A requirement is a paragraph `**CNT-014** (MUST) Sentence. …`, and a deviation is a section `### DEV-08 ·
    /// Title`.
    private mutating func read(_ chapter: String) {
        var paragraph: [Substring] = []
        let lines: [Substring] = chapter.split(separator: "\n", omittingEmptySubsequences: false) + [""]
        for line in lines {
            if line.hasPrefix("### DEV-") {
                let parts = line.dropFirst(4).split(separator: "·", maxSplits: 1)
                deviations.append(
                    (
                        id: SpecText.trimmed(parts[0]),
                        title: parts.count > 1 ? SpecText.trimmed(parts[1]) : "", facts: [:]
                    ))
            } else if line.hasPrefix("- "), let colon = line.firstIndex(of: ":"), !deviations.isEmpty {
                let key = String(line[line.index(line.startIndex, offsetBy: 2)..<colon])
                deviations[deviations.count - 1].facts[key] =
                    SpecText.trimmed(line[line.index(after: colon)...])
            }
            if line.isEmpty {
                requirement(paragraph)
                paragraph = []
            } else {
                paragraph.append(line)
            }
        }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " }
        return String(String(start.reversed()).drop { $0 == " " }.reversed())
    }

    private mutating func requirement(_ paragraph: [Substring]) {
        let text = paragraph.joined(separator: " ")
        guard text.hasPrefix("**"), let close = text.firstRange(of: "** (") else { return }
        let id = String(text[text.index(text.startIndex, offsetBy: 2)..<close.lowerBound])
        guard let end = text[close.upperBound...].firstRange(of: ") ") else { return }
        let level = String(text[close.upperBound..<end.lowerBound])
        requirements.append((id, level, String(text[end.upperBound...])))
    }

    /// Returns the Swift file that makes the requirements and deviations available to the tools.
    func file() -> String {
        let all = requirements.map { "SpecRequirement(\(quoted($0)), .\($1.lowercased()), \(quoted($2)))," }
        let labels = [
            ("kind", "Class"), ("types", "Types"), ("canonical", "Canonical"), ("lenient", "Lenient"),
            ("cannotRepair", "Cannot repair"), ("seenFrom", "Seen from"), ("strict", "Strict"), ("source", "Source"),
        ]
        let sections: [SwiftText] = deviations.map { id, title, facts in
            """
            SpecDeviation(
                id: \(quoted(id)), title: \(quoted(title)),
                \(labels.map { "\($0): \(quoted(facts[$1] ?? ""))" }.joined(separator: ",\n"))
            ),
            """
        }
        let text: SwiftText = """
            extension SpecRequirement {
                /// Every numbered requirement, in the order of the chapters.
                package static let all: [SpecRequirement] = [
                    \(all)
                ]
            }

            extension SpecDeviation {
                /// Every numbered deviation.
                package static let all: [SpecDeviation] = [
                    \(SwiftText.joined(sections))
                ]
            }
            """
        return text.file(source: "the chapters of Spec")
    }
}
