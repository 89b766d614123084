// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The verdict on a case.
public struct Verdict: Sendable {
    /// A kind of verdict; a skip counts neither as a pass nor as a failure.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The answer is an accepted outcome.
        case passed = "pass"
        /// The answer is not an accepted outcome.
        case failed = "fail"
        /// The testee does not have what the case asks for.
        case skipped = "skip"
        /// The testee's process ended.
        case crashed = "crash"
        /// No answer arrived in time.
        case timedOut = "timeout"
        /// The answer is not a valid response, because the harness around the implementation is broken.
        case malformed = "harness-fault"
        /// The case would have a finding, but is disputed.
        case erratum

        /// The name of the verdict for reports.
        public var title: String {
            switch self {
            case .passed: "passed"
            case .failed: "failed"
            case .skipped: "skipped"
            case .crashed: "crashed"
            case .timedOut: "timed out"
            case .malformed: "harness fault"
            case .erratum: "erratum"
            }
        }

        /// Whether the verdict counts against the testee.
        public var isFinding: Bool { self != .passed && self != .skipped && self != .erratum }
    }

    /// The case.
    public var item: Case
    /// The kind of the verdict.
    public var outcome: Outcome
    /// The reason for a finding or a skip.
    public var reason: String?
    /// A remark, such as a note about a crash that did not recur.
    public var remark: String?
    /// The time that the testee took for all requests of the case, in milliseconds.
    public var milliseconds = 0.0
    /// The time that the testee took for the slowest of these requests, in milliseconds.
    public var slowest = 0.0

    // The following properties are set for findings only.

    /// The mode in which the case failed.
    public var mode: DecodingMode?
    /// The manner in which the case was asked when it failed: whole, split, or cut.
    public var manner: String?
    /// The request that failed.
    public var request: TesteeRequest?
    /// The answer to the request; nil if its line is too long to be kept.
    public var answer: TesteeAnswer?
    /// The beginning of the line of the answer.
    public var line: [UInt8]?
    /// The length of that line, in bytes.
    public var lineLength = 0
    /// The testee's output on standard error.
    public var stderr: String = ""

    package init(item: Case, outcome: Outcome) {
        self.item = item
        self.outcome = outcome
    }
}
