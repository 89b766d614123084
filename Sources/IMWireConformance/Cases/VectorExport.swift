// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

/// An export of cases as flat, self-contained files, one per operation, for tests without a testee
/// (`Spec/vectors.schema.json`).
package struct VectorExport: Sendable {
    private let cases: [Case]

    /// The version of the file format.
    private static let version = 1

    package init(_ cases: [Case]) {
        self.cases = cases
    }

    /// The names of the files and their JSON text, with one test per line.
    package var files: [(name: String, text: String)] {
        let groups = Dictionary(grouping: cases, by: \.operation)
        // The cases of `request` concern the protocol of testees alone.
        return Case.Operation.allCases.filter { $0 != .request }.compactMap { operation in
            groups[operation].map { ("\(operation.rawValue.replacing(".", with: "-")).json", text($0, operation)) }
        }
    }

    private func text(_ cases: [Case], _ operation: Case.Operation) -> String {
        let vectors = cases.flatMap(VectorExport.vectors)
        let ids = Set(cases.flatMap(\.requirements)).sorted()
        let notes = ids.compactMap { id in
            SpecRequirement.named(id).map { requirement in
                let level = requirement.level.rawValue.uppercased()
                let note: RawJSON = .object([("level", RawJSON(level)), ("text", RawJSON(requirement.sentence))])
                return (name: id, value: note)
            }
        }
        var file = JSONBuilder()
        file.add("kind", "vectors")
        file.add("vectors", VectorExport.version)
        file.add("suite", Suite.version)
        file.add("operation", operation.rawValue)
        file.add("numberOfTests", vectors.count)
        file.breakLine()
        file.add("notes", RawJSON.object(lines: notes))
        file.breakLine()
        file.add("tests", RawJSON.array(lines: vectors))
        return file.json.text + "\n"
    }

    /// Returns a test for each mode of a case; streams and sessions have no replays.
    private static func vectors(_ item: Case) -> [RawJSON] {
        var seen: Set<String> = []
        return Question.all(of: item, 0, places: nil).compactMap { question in
            let isModal = item.input.modes.count > 1
            let id = isModal ? "\(item.id)/\(question.mode.rawValue)" : item.id
            guard seen.insert(id).inserted else { return nil }
            let outcomes = item.expectations
            let refusals = outcomes.count { $0.error != nil }
            let result = refusals == 0 ? "valid" : refusals == outcomes.count ? "invalid" : "acceptable"
            return .object([
                ("id", RawJSON(id)), ("comment", RawJSON(item.title)), ("area", RawJSON(item.area)),
                ("level", RawJSON(item.level.rawValue.uppercased())),
                ("requirements", .array(item.requirements.map { RawJSON($0) })),
                ("flags", .array(item.tags.map { RawJSON($0) })), ("result", RawJSON(result)),
                ("request", JSONLine.onOneLine(.object(question.request(of: item).members))),
                ("expected", .array(outcomes.map { JSONLine.onOneLine(AnswerForm.expected($0, item)) })),
            ])
        }
    }
}
