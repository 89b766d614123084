// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The result of a case on one implementation.
package struct CaseResult: Sendable {
    package var id: String
    package var verdict: Verdict
    /// The reason for a finding or a skip.
    package var reason: String?
    /// The error code of the answer, if the finding is about a refusal.
    package var code: String?
    /// A remark, such as one about a crash that did not recur.
    package var remark: String?
    /// The reason why the case is disputed or the finding is accepted.
    package var muted: String?
    /// The time that the implementation took for all requests of the case, in microseconds.
    package var microseconds = 0
    /// The number of times each verdict occurred, if the case was asked more than once.
    package var counts: [Verdict: Int] = [:]
    /// The steadiness of a repeated case; nil if the case was asked once.
    package var steadiness: Steadiness?
    /// The explanation of a finding.
    package var failure: Failure?
    /// The wire log of a case that was played with a peer on a socket (LIV-050).
    package var wire: [WireEvent] = []

    /// The steadiness of a case over several runs.
    package enum Steadiness: String, Sendable, CaseIterable {
        /// Every run had the same verdict.
        case deterministic
        /// The verdicts of the runs differ.
        case flaky
        /// Every run had the same verdict, but one took more than half of the time limit.
        case slow
    }

    /// The explanation of a finding.
    package struct Failure: Sendable {
        /// A description of the request: the type, or the parameters.
        package var about = ""
        /// The mode in which the case failed.
        package var mode: String?
        /// The manner in which the case was asked when it failed.
        package var manner: String?
        /// The input as lines for human readers: annotated bytes, or the list of events.
        package var input: [String] = []
        /// The line of the request, truncated if it is long.
        package var request = ""
        /// The accepted outcomes in the form of an answer, with the one nearest to the answer first.
        package var expected: [RawJSON] = []
        /// Whether the answer may have members that the expected outcome does not have.
        package var allowsMore = false
        /// The answer in the same form; nil if there is none.
        package var answered: RawJSON?
        /// The line of the response, truncated if it is long; nil if none arrived.
        package var line: String?
        /// The testee's output on standard error.
        package var stderr = ""

        /// Creates an empty explanation.
        package init() {}
    }

    /// Whether the result is a finding that has not been accepted.
    package var isOpen: Bool { verdict.isFinding && muted == nil }
    /// Whether the result is a finding that a baseline accepts.
    package var isAccepted: Bool { verdict.isFinding && muted != nil }

    package init(id: String, verdict: Verdict) {
        self.id = id
        self.verdict = verdict
    }
}
