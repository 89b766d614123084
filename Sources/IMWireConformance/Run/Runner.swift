// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Puts cases to a testee and judges the answers.
public struct Runner {
    /// Makes a runner.
    public init() {}

    /// A request, and the case it belongs to.
    private struct Question {
        var index: Int
        var mode: DecodingMode
        var isSecondHalf = false
        var request: TesteeRequest
    }

    /// Runs all cases; the verdicts come in their order.
    ///
    /// - Parameter progress: called with the number of requests that are answered, and how many there are so far.
    public func run(
        _ cases: [Case], on testee: inout some Testee, progress: (Int, Int) -> Void = { _, _ in }
    ) throws(SuiteError) -> [Verdict] {
        let judge = Judge(hello: testee.hello)
        var verdicts = cases.map { Verdict(item: $0, outcome: .passed) }
        var questions: [Question] = []
        for (index, item) in cases.enumerated() {
            let needed = item.operation == .roundtrip ? [Case.Operation.decode, .encode] : [item.operation]
            if let absent = needed.first(where: { !testee.hello.operations.contains($0.rawValue) }) {
                verdicts[index].outcome = .skipped
                verdicts[index].reason = "no \(absent.rawValue)"
                continue
            }
            questions += self.questions(item, index)
        }
        let total = questions.count
        var replies = try testee.answer(questions.map(\.request)) { progress($0, total) }
        var halves: [Question] = []
        for (question, reply) in zip(questions, replies) {
            if let half = settle(&verdicts[question.index], question, reply, judge) { halves.append(half) }
        }
        // Second halves of round trips: what was decoded is written again.
        replies = try testee.answer(halves.map(\.request)) { progress(total + $0, total + halves.count) }
        for (half, reply) in zip(halves, replies) { _ = settle(&verdicts[half.index], half, reply, judge) }
        return verdicts
    }

    private func questions(_ item: Case, _ index: Int) -> [Question] {
        if item.operation == .encode {
            let request = TesteeRequest(
                operation: Case.Operation.encode.rawValue, objectName: item.input.objectName, value: item.input.value,
                mode: .lenient, limits: item.input.limits)
            return [Question(index: index, mode: .lenient, request: request)]
        }
        return item.input.modes.map { mode in
            let request = TesteeRequest(
                operation: Case.Operation.decode.rawValue, objectName: item.input.objectName, bytes: item.input.bytes,
                mode: mode, limits: item.input.limits)
            return Question(index: index, mode: mode, request: request)
        }
    }

    /// Settles one answer; returns the second half of a round trip whose first half went well.
    private func settle(
        _ verdict: inout Verdict, _ question: Question, _ reply: TesteeReply, _ judge: Judge
    ) -> Question? {
        guard !verdict.outcome.isFinding else { return nil }
        func note(_ outcome: Verdict.Outcome, _ reason: String?) {
            verdict.outcome = outcome
            verdict.reason = reason
            verdict.mode = question.mode
            verdict.answer = reply.answer
            verdict.stderr = reply.stderr
        }
        if let remark = reply.remark { verdict.remark = remark }
        let item = verdict.item
        switch reply.answer {
        case .skipped(let reason):
            note(.skipped, reason)
        case .crashed:
            note(.crashed, Judge.name(reply.answer))
        case .timedOut:
            note(.timedOut, Judge.name(reply.answer))
        case .malformed:
            note(.malformed, Judge.name(reply.answer))
        case .ok, .error:
            let isEncoding = item.operation == .encode || question.isSecondHalf
            let fault =
                isEncoding
                ? judge.fault(in: reply.answer, encoding: item) : judge.fault(in: reply.answer, decoding: item)
            if let fault { note(.failed, fault) }
            if fault == nil, item.operation == .roundtrip, !isEncoding, case .ok(let ok) = reply.answer,
                let value = ok["value"]
            {
                var half = question
                half.isSecondHalf = true
                half.request = TesteeRequest(
                    operation: Case.Operation.encode.rawValue, objectName: item.input.objectName, value: value,
                    mode: .lenient, limits: item.input.limits)
                return half
            }
        }
        return nil
    }
}
