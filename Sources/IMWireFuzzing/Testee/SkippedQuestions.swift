// SPDX-License-Identifier: Apache-2.0

import IMWireConformance

/// A record of the questions that the testee skips although the codec answers them; a kind of question that is skipped
/// three times and never answered is not asked again.
struct SkippedQuestions {
    private var counts: [String: Int] = [:]

    func contains(_ request: TesteeRequest) -> Bool {
        counts[SkippedQuestions.key(request)] ?? 0 >= 3
    }

    mutating func learn(_ answer: TesteeAnswer, to question: AnsweredQuestion) {
        let key = SkippedQuestions.key(question.request)
        switch (question.answer, answer) {
        case (.skipped, .skipped): break
        case (_, .skipped):
            guard let count = counts[key] ?? (counts.count < 4_096 ? 0 : nil), count >= 0 else { return }
            counts[key] = count + 1
        default: counts[key] = counts.count < 4_096 ? -1 : nil
        }
    }

    private static func key(_ request: TesteeRequest) -> String {
        let name = request["objectName"] ?? request["message"] ?? request["machine"]
        return request.operation + " " + (name?.string ?? "")
    }
}
