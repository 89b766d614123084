// SPDX-License-Identifier: Apache-2.0

import IMWireConformance

/// A record of the questions that the testee skips; one that is skipped three times and never answered is not asked
/// again.
struct SkippedQuestions {
    private var counts: [String: Int] = [:]

    func contains(_ request: TesteeRequest) -> Bool {
        counts[SkippedQuestions.key(request)] ?? 0 >= 3
    }

    mutating func learn(_ answer: TesteeAnswer, to request: TesteeRequest) {
        let key = SkippedQuestions.key(request)
        switch answer {
        case .skipped:
            guard let count = counts[key] ?? (counts.count < 4_096 ? 0 : nil), count >= 0 else { return }
            counts[key] = count + 1
        case .ok, .error, .crashed, .timedOut, .malformed: counts[key] = counts.count < 4_096 ? -1 : nil
        }
    }

    private static func key(_ request: TesteeRequest) -> String {
        let name = request.members.first { $0.name == "objectName" || $0.name == "message" }?.value.string ?? ""
        return request.operation + " " + name
    }
}
