// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues
import TextSupport

/// An update of a case that replaces its expectation with the current answer of the codec.
package struct CaseUpdate {
    /// The file of the case with the new expectation.
    package let file: [UInt8]
    /// The former expectation; nil if no released version had it, so that `changes.json` needs no entry.
    package let before: RawJSON?
    /// The former and new expectations side by side, with `>` before the lines that differ.
    package let lines: [String]

    /// Creates an update by comparing a case with the codec, or returns nil if the case passes unchanged.
    ///
    /// - Throws: ``SuiteError`` if the answer is not an outcome, or the modes of the case answer differently.
    package init?(_ item: Case, in text: CaseFileText) throws(SuiteError) {
        if try CaseUpdate.passes(item) { return nil }
        let answers = item.codecOutcomes()
        guard let answer = answers.first, answers.allSatisfy({ $0.text == answer.text }) else {
            throw SuiteError("\(item.id): its modes have different answers, or several outcomes; correct it by hand")
        }
        let old = text.item["expect"] ?? .null
        let outcome = CaseUpdate.outcome(answer, like: old.elements?.first)
        file = text.expecting(.array([outcome ?? .null]))
        let updated = outcome == nil ? nil : try CaseFile.cases(in: file, file: text.area).first { $0.id == item.id }
        guard let outcome, let updated, try CaseUpdate.passes(updated) else {
            throw SuiteError("\(item.id): the answer cannot be expressed as an outcome; correct it by hand")
        }
        before = item.since == Suite.version ? nil : old
        lines = SideBySide(old, .array([outcome])).rows.map { row in
            "\(row.differs ? ">" : " ") \(DisplayText.pad(row.left ?? "-", 48))  \(row.right ?? "-")"
        }
    }

    private static func passes(_ item: Case) throws(SuiteError) -> Bool {
        try Runner().runInProcess([item]).results.allSatisfy { $0.verdict == .passed }
    }

    /// Returns the members of an answer that the case checks: those of its former outcome, or all if the kind changed.
    ///
    /// Returns nil if the answer lacks one of these members, such as the text of a round trip, because the case would
    /// check less.
    private static func outcome(_ answer: RawJSON, like old: RawJSON?) -> RawJSON? {
        let was = old?.members ?? []
        guard answer["error"] == nil, old?["error"] == nil, !was.isEmpty else { return answer }
        let kept = (answer.members ?? []).filter { member in was.contains { $0.name == member.name } }
        let manner = was.filter { $0.name == "exact" || $0.name == "only" }
        return kept.count + manner.count == was.count ? .object(kept + manner) : nil
    }
}

extension Case {
    /// Returns the codec's current answers to the case, one for each mode, in the form of outcomes.
    package func codecOutcomes() -> [RawJSON] {
        Question.all(of: self, 0, places: nil).compactMap { question in
            let line = CodecTestee().answer(line: question.request(of: self).line(id: 1).span)
            guard let json = try? RawJSON(parsing: line.span), let answer = TesteeAnswer(json, id: 1) else {
                return nil
            }
            return answer.outcome.map { .object($0) }
        }
    }

    /// Returns the input as lines for human readers: bytes field by field, text, or events.
    package func annotatedInput() -> [String] {
        CaseInputText(self, input.modes.first ?? .lenient).lines(
            pointingAt: expectations.compactMap { $0.error?.offset })
    }
}
