// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What became of a case.
public struct Verdict: Sendable {
    /// The kinds of outcome; a skip is none of the others.
    public enum Outcome: String, Sendable, CaseIterable {
        /// An accepted outcome.
        case passed
        /// Another outcome.
        case failed
        /// The testee does not do this.
        case skipped
        /// The testee's process ended.
        case crashed
        /// No answer in time.
        case timedOut
        /// The answer is none.
        case malformed

        /// The outcome in words.
        public var title: String { self == .timedOut ? "timed out" : rawValue }

        /// Whether it counts against the testee.
        public var isFinding: Bool { self != .passed && self != .skipped }
    }

    /// The case.
    public var item: Case
    /// What became of it.
    public var outcome: Outcome
    /// What is wrong, or why it was skipped.
    public var reason: String?
    /// What was answered last.
    public var answer: TesteeAnswer?
    /// The mode in which it went wrong.
    public var mode: DecodingMode?
    /// What the testee wrote to standard error.
    public var stderr: String = ""
    /// A remark: a crash that did not come back, for instance.
    public var remark: String?
}
