// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Puts cases to a testee and judges the answers.
public struct Runner: Sendable {
    private let places: Int?
    /// When no further case is begun; nil for never.
    public var deadline: ContinuousClock.Instant?
    /// Whether no further case is begun behind the first finding.
    public var stopsAtFinding = false
    /// The most memory that a testee may take, in KiB; nil for any.
    public var memoryLimit: Int?

    /// Creates a runner.
    ///
    /// - Parameter places: at how many places at most a stream is divided and cut (TST-090); nil asks each case once per
    ///   mode, without the replays of streams and sessions (TST-090 to TST-093).
    public init(places: Int? = 512) {
        self.places = places
    }

    /// What became of the cases that were begun, in their order.
    public struct Outcome: Sendable {
        /// The verdicts.
        public var verdicts: [Verdict]
        /// Why the testee could not be asked any more; nil where it could.
        public var fault: SuiteError?
        /// How many cases were not begun.
        public var left: Int
    }

    /// Runs all cases; the verdicts come in their order.
    ///
    /// - Parameter report: called with the number of cases that are begun, and how many there are.
    /// - Throws: ``SuiteError`` where the testee cannot be asked any more.
    public func run(
        _ cases: [Case], on testee: inout some Testee, progress report: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(SuiteError) -> [Verdict] {
        let outcome = conduct(cases, on: &testee, progress: report)
        if let fault = outcome.fault { throw fault }
        return outcome.verdicts
    }

    /// Runs the cases as far as the testee can be asked and the limits allow: what was found is never lost.
    public func conduct(
        _ cases: [Case], on testee: inout some Testee, progress report: @escaping (Int, Int) -> Void = { _, _ in }
    ) -> Outcome {
        let inquiry = CaseInquiry(
            cases, of: testee.hello, places: places, rereads: testee is InProcessTestee, self, report)
        do throws(SuiteError) {
            try testee.converse(inquiry)
            return Outcome(verdicts: inquiry.verdicts, left: cases.count - inquiry.verdicts.count)
        } catch {
            inquiry.abandon(error)
            return Outcome(verdicts: inquiry.verdicts, fault: error, left: cases.count - inquiry.verdicts.count)
        }
    }
}
