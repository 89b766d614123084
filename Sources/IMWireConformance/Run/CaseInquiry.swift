// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The questions of a run, case by case, and the verdicts that follow from their answers.
///
/// Only the questions of one case are in memory, and each request is created when it is asked. Once a case has a
/// finding, its remaining questions are left out, because the verdict cannot become worse, and a testee that hangs
/// would hang in each.
final class CaseInquiry: Inquiry {
    private let cases: [Case]
    private let hello: TesteeHello
    private let places: Int?
    /// The testee's own replays, if it offers any.
    private let rereader: (any Rereader)?
    private let limits: Runner
    private let checker: AnswerChecker
    private let report: (Int, Int) -> Void
    /// The results of the cases that have begun.
    private(set) var results: [CaseResult] = []
    /// The questions of the current case, and the number of those already asked.
    private var questions: [Question] = []
    private var asked = 0
    /// The questions that follow from an answer: the second half of a round trip, and replays.
    private var followUps: [Question] = []
    /// The questions that were unanswered when their process ended.
    private var unanswered: [Question] = []
    /// The questions that have no reply yet.
    private var open: [Question] = []
    private var progress = StreamProgress()
    private var hasFinding = false
    /// The number of bytes of answers that may still be recorded.
    private var answerBudget = 32 << 20

    /// The maximum number of bytes recorded of one answer.
    private static let longestAnswer = 64 << 10

    init(
        _ cases: [Case], of hello: TesteeHello, places: Int?, rereader: (any Rereader)?, _ limits: Runner,
        _ report: @escaping (Int, Int) -> Void
    ) {
        self.cases = cases
        self.hello = hello
        self.places = places
        self.rereader = rereader
        self.limits = limits
        self.report = report
        checker = AnswerChecker(hello: hello)
        results.reserveCapacity(cases.count)
    }

    /// Whether no further request is asked, because a case has a finding and the run ends with the first one.
    private var isOver: Bool { limits.stopsAtFinding && hasFinding }

    func next() -> TesteeRequest? {
        if isOver { return nil }
        while let question = nextQuestion() {
            // Skip the remaining questions of a case with a finding.
            if results[question.index].verdict.isFinding { continue }
            open.append(question)
            return question.request(of: cases[question.index])
        }
        return nil
    }

    private func nextQuestion() -> Question? {
        if !unanswered.isEmpty { return unanswered.removeFirst() }
        // Replays are asked at once, because they are compared with the whole stream that was asked last.
        if rereader != nil || asked == questions.count, !followUps.isEmpty { return followUps.removeFirst() }
        if asked < questions.count {
            defer { asked += 1 }
            return questions[asked]
        }
        return begin() ? nextQuestion() : nil
    }

    /// Begins the next case, and returns false if there is none or the run must end.
    private func begin() -> Bool {
        while results.count < cases.count {
            if let deadline = limits.deadline, ContinuousClock.now >= deadline { return false }
            let item = cases[results.count]
            report(results.count, cases.count)
            var result = CaseResult(id: item.id, verdict: .passed)
            if let absent = item.asked.first(where: { !hello.operations.contains($0) }) {
                result.verdict = .skipped
                result.reason = "no \(absent)"
                results.append(result)
                continue
            }
            results.append(result)
            questions = Question.all(of: item, results.count - 1, places: places, rereads: rereader != nil)
            asked = 0
            return true
        }
        return false
    }

    func settle(_ reply: TesteeReply) {
        guard !open.isEmpty else { return }
        let question = open.removeFirst()
        if isOver { return }
        if case .stream(let replay) = question.purpose, replay.isWhole { progress = StreamProgress() }
        results[question.index].microseconds += Int(reply.milliseconds * 1_000)
        guard !results[question.index].verdict.isFinding else { return }
        followUps += check(question, reply)
        if results[question.index].verdict.isFinding {
            hasFinding = true
            recordEvidence(question, reply)
            // Cases after the finding have begun only because of the window, and have no verdict.
            if isOver { results.removeLast(results.count - question.index - 1) }
        }
    }

    func rewind() {
        unanswered = open + unanswered
        open = []
    }

    /// Sets the verdicts of the cases that wait for an answer when none can arrive.
    func abandon(_ error: SuiteError) {
        if isOver { return }
        rewind()
        let waiting = Set((unanswered + followUps + questions[asked...]).map(\.index))
        for index in waiting where !results[index].verdict.isFinding {
            results[index].verdict = .malformed
            results[index].reason = error.description
            results[index].failure = FailureReading.failure(of: cases[index], FailureReading.Evidence())
        }
    }

    /// Checks an answer, and returns the questions that follow from it.
    private func check(_ question: Question, _ reply: TesteeReply) -> [Question] {
        func setVerdict(_ verdict: Verdict, _ reason: String?) {
            results[question.index].verdict = verdict
            results[question.index].reason = question.manner.map { "\($0): \(reason ?? "")" } ?? reason
        }
        if let remark = reply.remark { results[question.index].remark = remark }
        switch reply.answer {
        case .skipped(let reason):
            // A variant of a request that was understood before has to be skipped.
            if case .request(.some) = question.purpose { return [] }
            results[question.index].verdict = .skipped
            results[question.index].reason = reason
        case .crashed: setVerdict(.crashed, reply.answer.summary)
        case .timedOut: setVerdict(.timedOut, reply.answer.summary)
        case .malformed: setVerdict(.malformed, reply.answer.summary)
        case .ok, .error:
            let item = cases[question.index]
            if let fault = checker.fault(question, item, reply.answer, &progress) {
                setVerdict(.failed, fault)
            } else if let limit = limits.memoryLimit, let memory = reply.memory, memory > limit {
                setVerdict(.failed, "the testee used \(memory / 1_024) MiB of memory, more than \(limit / 1_024)")
            } else {
                return followUps(of: question, item, reply.answer)
            }
        }
        return []
    }

    /// Returns the questions that follow from an accepted answer.
    private func followUps(of question: Question, _ item: Case, _ answer: TesteeAnswer) -> [Question] {
        func ask(_ purpose: Question.Purpose) -> Question {
            Question(index: question.index, mode: question.mode, purpose: purpose)
        }
        switch question.purpose {
        case .decode:
            guard item.operation == .roundtrip, case .ok(let ok) = answer, let value = ok["value"] else { return [] }
            return [Question(index: question.index, mode: .lenient, purpose: .secondHalf(value))]
        case .stream(let replay):
            guard let rereader, replay.isWhole, let places, Replay.isDivided(item) else { return [] }
            let agrees = timed(question) { rereader.agrees(item, question.mode, with: answer, places: places) }
            let replays = (agrees ? [] : Replay.divisions(of: item, places: places)) + Replay.twice(of: item)
            return replays.map { ask(.stream($0)) }
        case .session(let replay):
            guard let rereader, replay.isWhole, let places else { return [] }
            if timed(question, { rereader.agrees(item, question.mode, with: answer, places: places) }) { return [] }
            return SessionReplay.all(of: item, replays: true).dropFirst().map { ask(.session($0)) }
        case .request(nil): return (item.input.request?.variants ?? []).map { ask(.request($0)) }
        default: return []
        }
    }

    /// Performs work that replaces questions, and adds its duration to the time of the case.
    private func timed(_ question: Question, _ work: () -> Bool) -> Bool {
        let start = ContinuousClock.now
        defer { results[question.index].microseconds += Int((ContinuousClock.now - start) / .microseconds(1)) }
        return work()
    }

    /// Records the evidence of a finding.
    private func recordEvidence(_ question: Question, _ reply: TesteeReply) {
        let item = cases[question.index]
        var evidence = FailureReading.Evidence(
            mode: question.mode, manner: question.manner, request: question.request(of: item), answer: reply.answer,
            stderr: reply.stderr)
        if let line = reply.line {
            let kept = line.prefix(min(CaseInquiry.longestAnswer, answerBudget))
            answerBudget -= kept.count
            evidence.line = Array(kept)
            evidence.lineLength = line.count
            // Only the beginning of the line of a long answer is recorded.
            if kept.count < line.count, case .ok = reply.answer { evidence.answer = nil }
        }
        if case .error(let code, _, _) = reply.answer { results[question.index].code = code }
        results[question.index].failure = FailureReading.failure(of: item, evidence)
    }
}
