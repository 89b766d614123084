// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What became of a case.
public struct Verdict: Sendable {
    /// The kinds of outcome; a skip is none of the others.
    public enum Outcome: String, Sendable, CaseIterable {
        /// An accepted outcome.
        case passed = "pass"
        /// Another outcome.
        case failed = "fail"
        /// The testee does not do this.
        case skipped = "skip"
        /// The testee's process ended.
        case crashed = "crash"
        /// No answer in time.
        case timedOut = "timeout"
        /// The answer is none: the harness around the implementation is broken.
        case malformed = "harness-fault"
        /// Another outcome, of a case that is disputed.
        case erratum

        /// The outcome in words.
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

        /// Whether it counts against the testee.
        public var isFinding: Bool { self != .passed && self != .skipped && self != .erratum }
    }

    /// The case.
    public var item: Case
    /// What became of it.
    public var outcome: Outcome
    /// What is wrong, or why it was skipped.
    public var reason: String?
    /// A remark: a crash that did not come back, for instance.
    public var remark: String?
    /// How long the testee took for all its requests, in milliseconds.
    public var milliseconds = 0.0
    /// How long it took for the slowest of them.
    public var slowest = 0.0

    // Of findings alone:

    /// The mode in which it went wrong.
    public var mode: DecodingMode?
    /// How the case was put then: whole, divided, cut.
    public var manner: String?
    /// What was asked then.
    public var request: TesteeRequest?
    /// What was answered; nil where the line is too long to be kept.
    public var answer: TesteeAnswer?
    /// The beginning of the line that came.
    public var line: [UInt8]?
    /// How long that line was.
    public var lineLength = 0
    /// What the testee wrote to standard error.
    public var stderr: String = ""

    package init(item: Case, outcome: Outcome) {
        self.item = item
        self.outcome = outcome
    }
}
