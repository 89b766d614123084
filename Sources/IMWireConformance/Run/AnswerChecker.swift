// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A comparison of a testee's answers with the outcomes that a case accepts.
struct AnswerChecker {
    let hello: TesteeHello

    /// Returns the reason why an answer is not accepted, or nil if it is accepted.
    ///
    /// - Parameter progress: the results of earlier replays of the same stream.
    func fault(
        _ question: Question, _ item: Case, _ answer: TesteeAnswer, _ progress: inout StreamProgress
    ) -> String? {
        if case .request(let variant) = question.purpose { return requestFault(variant, item, answer) }
        let streams = StreamChecker(hello: hello)
        let fault: String?
        switch (question.purpose, answer) {
        case (.decode, _):
            if case .error = answer, item.isRefused(by: hello.profile) { return nil }
            fault = item.accepted(from: hello.profile).difference { decodeFault(answer, $0) }
        case (.encode, _), (.secondHalf, _): fault = item.expectations.difference { encodeFault(answer, $0) }
        case (.stream(let replay), .ok(let ok)): return streams.fault(in: ok, of: item, replay, &progress)
        case (.written, .ok(let ok)): fault = streams.fault(written: ok, of: item)
        case (.session(let replay), .ok(let ok)): fault = item.expectations.difference { replay.fault(in: ok, $0) }
        case (.description, .ok(let ok)): fault = item.expectations.difference { descriptionFault(ok, $0) }
        case (.signature, .ok(let ok)): fault = signatureFault(ok["signature"]?.string, item)
        default: fault = item.expectations.difference { wholeFault(answer, $0) }
        }
        guard fault == nil, case .ok(let ok) = answer else { return fault }
        return AnswerShape(hello: hello).fault(in: ok, to: question.operation(of: item).rawValue)
    }

    /// Returns the reason why the answer to a request is not accepted: one that is understood needs an `ok`, and a
    /// variant of it must be skipped (TST-140).
    private func requestFault(_ variant: WrongRequests.Variant?, _ item: Case, _ answer: TesteeAnswer) -> String? {
        if variant != nil { return "expected skipped, but \(answer.summary)" }
        guard case .ok(let ok) = answer else { return "expected an answer, but \(answer.summary)" }
        return item.asked.first.flatMap { AnswerShape(hello: hello).fault(in: ok, to: $0) }
    }

    /// Compares the refusal of a stream or session as a whole.
    private func wholeFault(_ answer: TesteeAnswer, _ expectation: Case.Expectation) -> String? {
        guard let refusal = expectation.error else { return "expected an answer, but \(answer.summary)" }
        return refusalFault(answer, refusal)
    }

    /// Compares a signature (TST-095).
    private func signatureFault(_ signature: String?, _ item: Case) -> String? {
        guard let signature else { return "the answer has no signature" }
        let accepted = item.expectations.compactMap { $0.json["signature"]?.string }
        if accepted.contains(signature) { return nil }
        return "the signature is \(signature), not \(accepted.joined(separator: " or "))"
    }

    /// Compares the description of a type (TST-104).
    private func descriptionFault(_ ok: RawJSON, _ expectation: Case.Expectation) -> String? {
        for name in ["category", "persistence", "digest"] {
            guard let expected = expectation.json[name] else { continue }
            let actual = ok[name] ?? .null
            if JSONEquality.difference(expected, actual, spelling: false) != nil {
                return "the \(name) is \(actual.text), not \(expected.text)"
            }
        }
        return nil
    }

    private func decodeFault(_ answer: TesteeAnswer, _ expectation: Case.Expectation) -> String? {
        if let refusal = expectation.error { return refusalFault(answer, refusal) }
        guard case .ok(let ok) = answer else { return "expected an accepted input, but \(answer.summary)" }
        if let value = expectation.value {
            guard let actual = ok["value"] else { return "the answer has no value" }
            if let fault = JSONEquality.fault("value", value, actual, spelling: expectation.isExact) { return fault }
        }
        // Names are compared as JSON, because a name with a lone surrogate is not valid text.
        if let unknown = expectation.json["unknown"], let actual = ok["unknown"],
            JSONEquality.difference(unknown, actual, spelling: false) != nil
        {
            return "the unknown members are \(actual), not \(unknown)"
        }
        return AnswerChecker.deviationFault(expectation.deviations, ok["deviations"])
    }

    private func encodeFault(_ answer: TesteeAnswer, _ expectation: Case.Expectation) -> String? {
        if let refusal = expectation.error { return refusalFault(answer, refusal) }
        guard case .ok(let ok) = answer else { return "expected bytes, but \(answer.summary)" }
        guard let bytes = ok["bytes"]?.string.flatMap(Base64.decode) else { return "the answer has no Base64 bytes" }
        if let departures = expectation.json["departures"] {
            let actual = ok["departures"] ?? .null
            if let fault = JSONEquality.fault("departures", departures, actual, spelling: false) { return fault }
        }
        guard let expected = expectation.bytes else { return nil }
        guard !expectation.isExact, !hello.isCanonical, let wanted = RawJSON(line: expected),
            let written = RawJSON(line: bytes)
        else { return AnswerChecker.byteFault(expected, bytes) }
        return JSONEquality.fault("written JSON", wanted, written, spelling: false)
    }

    private func refusalFault(_ answer: TesteeAnswer, _ refusal: Case.Refusal) -> String? {
        guard case .error(let code, let offset, let path) = answer else {
            return "expected \(refusal.code), but \(answer.summary)"
        }
        // Only the refusal itself is checked of a testee that does not use the suite's codes (TST-014).
        guard hello.hasErrorCodes else { return nil }
        if code != refusal.code { return "the error is \(code), not \(refusal.code)" }
        if let expected = refusal.offset, let offset, expected != offset {
            return "the offset is \(offset), not \(expected)"
        }
        if let expected = refusal.path, let path, expected != path { return "the path is \(path), not \(expected)" }
        return nil
    }

    /// Compares the ids of deviations in any order; nil stands for ids that are not compared.
    static func deviationFault(_ expected: [String]?, _ actual: RawJSON?) -> String? {
        guard let expected, let actual = actual?.elements else { return nil }
        let ids = Set(actual.compactMap(\.string))
        return ids == Set(expected) ? nil : "the deviations are \(ids.sorted()), not \(expected.sorted())"
    }

    /// Returns the first difference between bytes, or nil if they are equal.
    static func byteFault(_ expected: [UInt8], _ actual: [UInt8]) -> String? {
        if expected == actual { return nil }
        let offset = zip(expected, actual).enumerated().first { $1.0 != $1.1 }?.offset
        return "the bytes differ from offset \(offset ?? min(expected.count, actual.count)) on"
    }
}

extension [Case.Expectation] {
    /// Returns nil if a comparison finds no difference from one of the outcomes, or the difference from the first one.
    func difference(_ compare: (Case.Expectation) -> String?) -> String? {
        let differences = map(compare)
        return differences.contains { $0 == nil } ? nil : differences.first.flatMap { $0 }
    }
}

extension TesteeAnswer {
    /// A description of the answer, as the end of a sentence.
    var summary: String {
        switch self {
        case .ok: "it was accepted"
        case .error(let code, let offset, let path):
            "it was refused: \(code)\(offset.map { " at byte \($0)" } ?? "")\(path.map { $0.isEmpty ? "" : ", in \($0)" } ?? "")"
        case .skipped: "it was skipped"
        case .crashed(let how): "the process ended (\(how))"
        case .timedOut: "no answer arrived in time"
        case .malformed(let what): "the answer is malformed (\(what))"
        }
    }
}
