// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A judge of the answers to questions of any kind.
struct AnswerJudge {
    let hello: TesteeHello

    /// Returns the reason why an answer is not accepted, or nil if it is accepted.
    ///
    /// - Parameter progress: the results of earlier replays of the same stream.
    func fault(
        _ question: Question, _ item: Case, _ answer: TesteeAnswer, _ progress: inout StreamProgress
    ) -> String? {
        let judge = Judge(hello: hello)
        if case .request(let variant) = question.purpose { return fault(requesting: variant, item, answer) }
        guard case .ok(let ok) = answer else {
            switch question.purpose {
            case .decode: return judge.fault(in: answer, decoding: item)
            case .encode, .secondHalf: return judge.fault(in: answer, encoding: item)
            case .stream, .written, .session, .signature, .description, .request:
                return judge.fault(in: answer, refusing: item)
            }
        }
        let fault: String?
        switch question.purpose {
        case .decode: fault = judge.fault(in: answer, decoding: item)
        case .encode, .secondHalf: fault = judge.fault(in: answer, encoding: item)
        case .stream(let replay): return StreamJudge(hello: hello).fault(in: ok, of: item, replay, &progress)
        case .written: fault = StreamJudge(hello: hello).fault(written: ok, of: item)
        case .session(let replay): fault = SessionJudge.fault(in: ok, of: item, replay.expects)
        case .description: fault = judge.fault(description: ok, of: item)
        case .signature: fault = judge.fault(signature: ok["signature"]?.string, of: item)
        case .request: fault = nil
        }
        let operation =
            switch question.purpose {
            case .secondHalf: Case.Operation.encode
            default: item.operation == .roundtrip ? Case.Operation.decode : item.operation
            }
        return fault ?? AnswerShape(hello: hello).fault(in: ok, to: operation.rawValue)
    }

    /// Returns the reason why the answer to a request is not accepted: one that is understood needs an `ok`, and a
    /// variant of it must be skipped (TST-140).
    private func fault(
        requesting variant: WrongRequests.Variant?, _ item: Case, _ answer: TesteeAnswer
    ) -> String? {
        if variant != nil { return "expected skipped, but \(Judge.name(answer))" }
        guard case .ok(let ok) = answer, let operation = item.asked.first else {
            if case .ok = answer { return nil }
            return "expected an answer, but \(Judge.name(answer))"
        }
        return AnswerShape(hello: hello).fault(in: ok, to: operation)
    }
}
