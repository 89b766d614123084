// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireValues

/// A draft of a case that is made from a finding: the question that shows the finding, and the codec's current answer
/// (FUZ-042).
///
/// The codec's answer is not known to be right. The tag `review` marks the case until somebody has compared the answer
/// with the specification.
package struct CaseDraft {
    /// The text of the file, for `Fixtures/cases`.
    package let text: String
    package let id: String

    /// Creates a draft, or returns nil if no operation of the testee protocol can ask the question.
    package init?(_ finding: FuzzFinding, target: any FuzzTarget) {
        // A disagreement keeps its question, which may follow from the answer to another one.
        guard let question = finding.exchange?.request ?? target.question(finding.input) else { return nil }
        let digits = String(TextHash.of(finding.key) % 0xff_ffff, radix: 16)
        id = "fuzz-\(finding.target)-\(digits)"
        let line = CodecTestee().answer(line: question.line(id: 1).span)
        guard let json = try? RawJSON(parsing: line.span), let answer = TesteeAnswer(json, id: 1),
            let outcome = CaseDraft.outcome(answer), let input = CaseDraft.input(question)
        else { return nil }
        let (area, requirement) =
            CaseDraft.areas.first { question.operation.hasPrefix($0.operation) }
            .map { ($0.area, $0.requirement) } ?? ("chat", "CHT-001")
        text = """
            {
              "area": "\(area)/fuzz",
              "cases": [
                {
                  "id": "\(id)",
                  "title": \(RawJSON("Found by fuzzing: \(finding.violation.oracle.promise)").text),
                  "requirements": ["\(requirement)"],
                  "level": "MUST",
                  "op": "\(question.operation)",
                  "input": \(input),
                  "expect": [\(outcome)],
                  "tags": ["fuzz", "review"],
                  "provenance": "fuzzing: target \(finding.target), oracle \(finding.violation.oracle.rawValue)"
                }
              ]
            }

            """
    }

    /// The area and a requirement of the cases of an operation, by the beginning of its name.
    private static let areas: [(operation: String, area: String, requirement: String)] = [
        ("content.describe", "describe", "TST-104"), ("content.", "content", "CNT-130"),
        ("frame.", "framing", "FRM-001"), ("rmtp.body.", "rmtp-body", "PRB-020"), ("rmtp.", "rmtp", "RMTP-002"),
        ("session.run", "session", "TST-086"), ("api.sign", "api", "TST-095"),
        ("api.answer.", "api", "TST-181"), ("api.", "api", "TST-180"),
    ]

    private static func outcome(_ answer: TesteeAnswer) -> String? {
        answer.outcome.map { members in
            "{" + members.map { "\(RawJSON($0.name).text): \($0.value.text)" }.joined(separator: ", ") + "}"
        }
    }

    /// Returns the members of the request, with bytes in hexadecimal.
    private static func input(_ question: TesteeRequest) -> String? {
        var members: [String] = []
        for (name, value) in question.members where !(name == "mode" && value.string == "lenient") {
            switch name {
            case "bytes":
                guard let bytes = value.string.flatMap({ Base64.decode($0) }) else { return nil }
                members.append("\"hex\": \"\(HexBytes.text(bytes))\"")
            case "chunks":
                guard let chunk = value.elements?.first?.string else { return nil }
                let isText = question.members.contains { $0.name == "framing" && $0.value.string == "xhr" }
                guard !isText else {
                    members.append("\"text\": \(RawJSON(chunk).text)")
                    continue
                }
                guard let bytes = Base64.decode(chunk) else { return nil }
                members.append("\"hex\": \"\(HexBytes.text(bytes))\"")
            default: members.append("\(RawJSON(name).text): \(value.text)")
            }
        }
        return "{" + members.joined(separator: ", ") + "}"
    }
}
