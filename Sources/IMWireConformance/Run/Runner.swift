// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Puts cases to a testee and judges the answers.
public struct Runner: Sendable {
    private let places: Int?

    /// Makes a runner.
    ///
    /// - Parameter places: at how many places at most a stream is divided and cut (TST-090); nil asks each case once per
    ///   mode, without the replays of streams and sessions (TST-090 to TST-093).
    public init(places: Int? = 512) {
        self.places = places
    }

    /// Runs all cases; the verdicts come in their order.
    ///
    /// - Parameter report: called with the number of requests that are answered, and how many there are so far.
    public func run(
        _ cases: [Case], on testee: inout some Testee, progress report: (Int, Int) -> Void = { _, _ in }
    ) throws(SuiteError) -> [Verdict] {
        var verdicts = cases.map { Verdict(item: $0, outcome: .passed) }
        var questions: [Question] = []
        for (index, item) in cases.enumerated() {
            if let absent = item.operation.asked.first(where: { !testee.hello.operations.contains($0.rawValue) }) {
                verdicts[index].outcome = .skipped
                verdicts[index].reason = "no \(absent.rawValue)"
                continue
            }
            questions += Question.all(of: item, index, places: places)
        }
        let total = questions.count
        var replies = try testee.answer(questions.map(\.request)) { report($0, total) }
        var halves: [Question] = []
        var progress = StreamProgress()
        for (question, reply) in zip(questions, replies) {
            if case .stream(let replay) = question.purpose, replay.isWhole { progress = StreamProgress() }
            let half = settle(&verdicts[question.index], question, reply, testee.hello, &progress)
            if let half { halves.append(half) }
        }
        guard !halves.isEmpty else { return verdicts }
        // Second halves of round trips: what was decoded is written again.
        replies = try testee.answer(halves.map(\.request)) { report(total + $0, total + halves.count) }
        for (half, reply) in zip(halves, replies) {
            _ = settle(&verdicts[half.index], half, reply, testee.hello, &progress)
        }
        return verdicts
    }

    /// Settles one answer; returns the second half of a round trip whose first half went well.
    private func settle(
        _ verdict: inout Verdict, _ question: Question, _ reply: TesteeReply, _ hello: TesteeHello,
        _ progress: inout StreamProgress
    ) -> Question? {
        guard !verdict.outcome.isFinding else { return nil }
        func note(_ outcome: Verdict.Outcome, _ reason: String?) {
            verdict.outcome = outcome
            verdict.reason = question.manner.map { "\($0): \(reason ?? "")" } ?? reason
            verdict.mode = question.mode
            verdict.answer = reply.answer
            verdict.stderr = reply.stderr
        }
        if let remark = reply.remark { verdict.remark = remark }
        switch reply.answer {
        case .skipped(let reason):
            verdict.outcome = .skipped
            verdict.reason = reason
        case .crashed: note(.crashed, Judge.name(reply.answer))
        case .timedOut: note(.timedOut, Judge.name(reply.answer))
        case .malformed: note(.malformed, Judge.name(reply.answer))
        case .ok, .error:
            if let fault = fault(question, verdict.item, reply.answer, hello, &progress) {
                note(.failed, fault)
            } else if verdict.item.operation == .roundtrip, case .decode = question.purpose,
                case .ok(let ok) = reply.answer, let value = ok["value"]
            {
                return Question.encode(verdict.item, question.index, value, .secondHalf)
            }
        }
        return nil
    }

    private func fault(
        _ question: Question, _ item: Case, _ answer: TesteeAnswer, _ hello: TesteeHello,
        _ progress: inout StreamProgress
    ) -> String? {
        let judge = Judge(hello: hello)
        guard case .ok(let ok) = answer else {
            switch question.purpose {
            case .decode: return judge.fault(in: answer, decoding: item)
            case .encode, .secondHalf: return judge.fault(in: answer, encoding: item)
            case .stream, .written, .session, .signature, .description:
                return judge.fault(in: answer, refusing: item)
            }
        }
        let fault: String?
        switch question.purpose {
        case .decode: fault = judge.fault(in: answer, decoding: item)
        case .encode, .secondHalf: fault = judge.fault(in: answer, encoding: item)
        case .stream(let replay): return StreamJudge(hello: hello).fault(in: ok, of: item, replay, &progress)
        case .written: fault = StreamJudge(hello: hello).fault(written: ok, of: item)
        case .session(let expects, _): fault = SessionJudge.fault(in: ok, of: item, expects)
        case .description: fault = judge.fault(description: ok, of: item)
        case .signature: fault = judge.fault(signature: ok["signature"]?.string, of: item)
        }
        return fault ?? AnswerShape(hello: hello).fault(in: ok, to: question.request.operation)
    }
}
