// SPDX-License-Identifier: Apache-2.0

/// The verdict on a case; a skip counts neither as a pass nor as a failure.
package enum Verdict: String, Sendable, CaseIterable {
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
    package var title: String {
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
    package var isFinding: Bool { self != .passed && self != .skipped && self != .erratum }
}
