// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The result of a case on one implementation.
public struct CaseResult: Sendable {
    /// The id of the case.
    public var id: String
    /// The verdict.
    public var verdict: Verdict
    /// The reason for a finding or a skip.
    public var reason: String?
    /// The error code of the answer, if the finding is about a refusal.
    public var code: String?
    /// A remark, such as a note about a crash that did not recur.
    public var remark: String?
    /// The reason why the case is disputed or the finding is accepted.
    public var muted: String?
    /// The time that the implementation took for all requests of the case, in microseconds.
    public var microseconds = 0
    /// The number of times each verdict occurred, if the case was asked more than once.
    public var counts: [Verdict: Int] = [:]
    /// The steadiness of a repeated case; nil if the case was asked once.
    public var steadiness: Steadiness?
    /// The explanation of a finding.
    public var failure: Failure?
    /// The wire log of a case that was played with a peer on a socket (LIV-050).
    package var wire: [WireEvent] = []

    /// The steadiness of a case over several runs.
    public enum Steadiness: String, Sendable, CaseIterable {
        /// Every run had the same verdict.
        case deterministic
        /// The verdicts of the runs differ.
        case flaky
        /// Every run had the same verdict, but one took more than half of the time limit.
        case slow
    }

    /// The explanation of a finding.
    public struct Failure: Sendable {
        /// A description of the request: the type, or the parameters.
        public var about = ""
        /// The mode in which the case failed.
        public var mode: String?
        /// The manner in which the case was asked when it failed.
        public var manner: String?
        /// The input as lines for human readers: annotated bytes, or the list of events.
        public var input: [String] = []
        /// The line of the request, truncated if it is long.
        public var request = ""
        /// The accepted outcomes in the form of an answer, with the one nearest to the answer first.
        public var expected: [RawJSON] = []
        /// Whether the answer may have members that the expected outcome does not have.
        public var allowsMore = false
        /// The answer in the same form; nil if there is none.
        public var answered: RawJSON?
        /// The line of the response, truncated if it is long; nil if none arrived.
        public var line: String?
        /// The testee's output on standard error.
        public var stderr = ""

        /// Creates an empty explanation.
        public init() {}
    }

    /// Whether the result is a finding that has not been accepted.
    public var isOpen: Bool { verdict.isFinding && muted == nil }
    /// Whether the result is a finding that a baseline accepts.
    public var isAccepted: Bool { verdict.isFinding && muted != nil }

    /// Creates a result from the id of a case and its verdict.
    public init(id: String, verdict: Verdict) {
        self.id = id
        self.verdict = verdict
    }
}
