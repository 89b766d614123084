// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

/// The composition of a finding's explanation.
enum FailureReading {
    /// The maximum number of bytes of a request or an answer that are kept.
    private static let longest = 64 << 10

    /// What was asked and answered when a case got its finding.
    struct Evidence {
        var mode: DecodingMode?
        var manner: String?
        var request: TesteeRequest?
        /// The answer; nil if its line is too long to be kept.
        var answer: TesteeAnswer?
        /// The beginning of the line of the answer.
        var line: [UInt8]?
        /// The length of that line, in bytes.
        var lineLength = 0
        var stderr = ""
    }

    static func failure(of item: Case, _ evidence: Evidence) -> CaseResult.Failure {
        var failure = CaseResult.Failure()
        failure.about = about(item)
        failure.mode = evidence.mode?.rawValue
        failure.manner = evidence.manner
        failure.stderr = evidence.stderr
        failure.allowsMore = item.operation == .sessionRun
        failure.line = evidence.line.map { text($0[...], length: evidence.lineLength) }
        if let request = evidence.request {
            let line = request.line(id: 2).dropLast()
            failure.request = text(line, length: line.count)
        }
        var offset: Int?
        if case .error(_, let place, _) = evidence.answer { offset = place }
        let outcomes = item.expectations
        failure.answered = evidence.answer.flatMap { answered($0, item) }
        let isRefused = failure.answered?["error"] != nil
        let nearest = outcomes.firstIndex { ($0.error != nil) == isRefused } ?? 0
        let order = [nearest] + outcomes.indices.filter { $0 != nearest }
        failure.expected = order.map { expected(outcomes[$0], item) }
        failure.input = CaseInputText(item, evidence.mode ?? .lenient)
            .lines(pointingAt: [outcomes[nearest].error?.offset, offset].compactMap(\.self))
        return failure
    }

    /// Returns the type of the content, or the parameters.
    private static func about(_ item: Case) -> String {
        guard item.input.objectName.isEmpty else { return item.input.objectName }
        let shown: Set = ["events", "messages", "frames", "packet", "value"]
        return item.input.members.filter { !shown.contains($0.name) }
            .map { "\($0.name) \(DisplayText.clip(JSONLine.compact($0.value), 80))" }.joined(separator: ", ")
    }

    private static func text(_ bytes: ArraySlice<UInt8>, length: Int) -> String {
        let kept = String(decoding: bytes.prefix(longest), as: UTF8.self)
        return length > min(bytes.count, longest) ? "\(kept)… (\(length) bytes)" : kept
    }

    // MARK: Outcomes in the form of an answer

    private static func answered(_ answer: TesteeAnswer, _ item: Case) -> RawJSON? {
        switch answer {
        case .ok(let ok):
            guard let bytes = ok["bytes"]?.string.flatMap(Base64.decode) else { return .object([("ok", ok)]) }
            return .object([("ok", written(bytes, item))])
        case .error(let code, let offset, let path): return AnswerForm.refusal(code, offset, path)
        case .skipped, .crashed, .timedOut, .malformed: return nil
        }
    }

    private static func expected(_ outcome: Case.Expectation, _ item: Case) -> RawJSON {
        if let bytes = outcome.bytes, outcome.error == nil { return .object([("ok", written(bytes, item))]) }
        let rules: Set = ["exact", "only"]
        let answer = AnswerForm.expected(outcome, item)
        guard let ok = answer["ok"]?.members else { return answer }
        return .object([("ok", .object(ok.filter { !rules.contains($0.name) }))])
    }

    /// Returns encoded bytes in a readable form: the items of a stream, JSON, text, or hexadecimal.
    private static func written(_ bytes: [UInt8], _ item: Case) -> RawJSON {
        switch item.operation {
        case .frameEncode, .chatEncode, .rmtpEncode:
            if let items = StreamReading.items(bytes, like: item) { return .object([("items", items)]) }
        default: break
        }
        if let json = RawJSON(line: bytes) { return .object([("bytes", json)]) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .object([("hex", RawJSON(Words.hex(bytes.prefix(4_096))))])
        }
        return .object([("text", RawJSON(text))])
    }
}
