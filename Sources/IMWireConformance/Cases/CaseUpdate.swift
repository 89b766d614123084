// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

/// A case whose expectation becomes what the codec answers now.
package struct CaseUpdate {
    /// The case's file with the new expectation.
    package let file: [UInt8]
    /// What the case expected; nil where that was in no released version, and needs no entry in `changes.json`.
    package let before: RawJSON?
    /// What was expected beside what is expected now, with `>` before the lines that differ.
    package let lines: [String]

    /// Compares a case with the codec; nil where the case passes as it is.
    ///
    /// - Throws: ``SuiteError`` where the answer is no outcome, or the modes of the case answer differently.
    package init?(_ item: Case, in text: CaseFileText) throws(SuiteError) {
        if try CaseUpdate.passes(item) { return nil }
        let answers = item.codecOutcomes()
        guard let answer = answers.first, answers.allSatisfy({ $0.text == answer.text }) else {
            throw SuiteError("\(item.id): its modes answer differently, or not with one outcome; correct it by hand")
        }
        let old = text.item["expect"] ?? .null
        let outcome = CaseUpdate.outcome(answer, like: old.elements?.first)
        file = text.expecting(.array([outcome ?? .null]))
        let updated = outcome == nil ? nil : try CaseFile.cases(in: file, file: text.area).first { $0.id == item.id }
        guard let outcome, let updated, try CaseUpdate.passes(updated) else {
            throw SuiteError("\(item.id): the answer cannot be told as an outcome; correct it by hand")
        }
        before = item.since == Suite.version ? nil : old
        lines = SideBySide(old, .array([outcome])).rows.map { row in
            "\(row.differs ? ">" : " ") \(DisplayText.pad(row.left ?? "-", 48))  \(row.right ?? "-")"
        }
    }

    private static func passes(_ item: Case) throws(SuiteError) -> Bool {
        try Runner().runInProcess([item]).verdicts.allSatisfy { $0.outcome == .passed }
    }

    /// The members of an answer that the case asks about: those of its old outcome, or all where the kind changed.
    ///
    /// Nil where the answer lacks one of them, such as the text of a round trip: the case would ask for less.
    private static func outcome(_ answer: RawJSON, like old: RawJSON?) -> RawJSON? {
        let was = old?.members ?? []
        guard answer["error"] == nil, old?["error"] == nil, !was.isEmpty else { return answer }
        let kept = (answer.members ?? []).filter { member in was.contains { $0.name == member.name } }
        let manner = was.filter { $0.name == "exact" || $0.name == "only" }
        return kept.count + manner.count == was.count ? .object(kept + manner) : nil
    }
}

extension Case {
    /// What the codec answers to the case now, for each of its modes, in the form of an outcome.
    package func codecOutcomes() -> [RawJSON] {
        Question.all(of: self, 0, places: nil).compactMap { question in
            let line = CodecTestee().answer(line: question.request(of: self).line(id: 1).span)
            guard let json = try? RawJSON(parsing: line.span), let answer = TesteeAnswer(json, id: 1) else {
                return nil
            }
            return answer.outcome.map { .object($0) }
        }
    }

    /// The input as lines for people: bytes field by field, text, or events.
    package func annotatedInput() -> [String] {
        CaseInputText(self, input.modes.first ?? .lenient).lines(
            pointingAt: expectations.compactMap { $0.error?.offset })
    }
}
