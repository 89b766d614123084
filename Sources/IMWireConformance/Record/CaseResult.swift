// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What became of a case on one implementation.
public struct CaseResult: Sendable {
    /// The case.
    public var id: String
    /// The verdict.
    public var verdict: Verdict.Outcome
    /// What is wrong, or why it was skipped.
    public var reason: String?
    /// The error code that was answered, where the finding is about a refusal.
    public var code: String?
    /// A remark: a crash that did not come back, for instance.
    public var remark: String?
    /// Why the case is disputed, or the finding accepted.
    public var muted: String?
    /// How long the implementation took for all requests of the case, in microseconds.
    public var microseconds = 0
    /// How often each verdict came, where the case was asked more than once.
    public var counts: [Verdict.Outcome: Int] = [:]
    /// What repeating the case has shown; nil where it was asked once.
    public var steadiness: Steadiness?
    /// What explains a finding.
    public var failure: Failure?
    /// What went over the wires, where the case was played with a peer on a socket (LIV-050).
    package var wire: [WireEvent] = []

    /// What several runs of a case have shown.
    public enum Steadiness: String, Sendable, CaseIterable {
        /// The same verdict each time.
        case deterministic
        /// Different verdicts.
        case flaky
        /// The same verdict, once in more than half of the time that it may take.
        case slow
    }

    /// What explains a finding.
    public struct Failure: Sendable {
        /// What was asked for, in words: the type, or the parameters.
        public var about = ""
        /// The mode in which it went wrong.
        public var mode: String?
        /// How the case was put then.
        public var manner: String?
        /// The input as lines for people: annotated bytes, or the list of events.
        public var input: [String] = []
        /// The line that was asked, cut where it is long.
        public var request = ""
        /// The outcomes that are accepted, in the form of an answer; the one that is nearest to the answer first.
        public var expected: [RawJSON] = []
        /// Whether the answer may have members that the expected outcome has not.
        public var allowsMore = false
        /// The answer in the same form; nil where there is none.
        public var answered: RawJSON?
        /// The line that came, cut where it is long; nil where none came.
        public var line: String?
        /// What the testee wrote to standard error.
        public var stderr = ""

        /// Explains nothing yet.
        public init() {}
    }

    /// Whether it is a finding that nobody has accepted.
    public var isOpen: Bool { verdict.isFinding && muted == nil }
    /// Whether it is a finding that a baseline accepts.
    public var isAccepted: Bool { verdict.isFinding && muted != nil }

    /// Takes the case and its verdict.
    public init(id: String, verdict: Verdict.Outcome) {
        self.id = id
        self.verdict = verdict
    }
}

extension CaseResult {
    /// Tells a verdict.
    ///
    /// - Parameter explains: whether a finding is to be explained.
    public init(_ verdict: Verdict, explains: Bool = true) {
        self.init(id: verdict.item.id, verdict: verdict.outcome)
        reason = verdict.reason
        remark = verdict.remark
        microseconds = Int(verdict.milliseconds * 1_000)
        guard verdict.outcome.isFinding else { return }
        if case .error(let code, _, _) = verdict.answer { self.code = code }
        if explains { failure = FailureReading.failure(of: verdict) }
    }
}
