// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A runner that asks a testee cases and checks the answers.
package struct Runner: Sendable {
    private let places: Int?
    /// The time after which no further case is begun; nil for no limit.
    package var deadline: ContinuousClock.Instant?
    /// Whether no further case is begun after the first finding.
    package var stopsAtFinding = false
    /// The maximum memory of a testee, in KiB; nil for no limit.
    package var memoryLimit: Int?

    /// Creates a runner.
    ///
    /// - Parameter places: the maximum number of places at which a stream is split and cut (TST-090); nil asks each
    ///   case once per mode, without the replays of streams and sessions (TST-090 to TST-093).
    package init(places: Int? = 512) {
        self.places = places
    }

    /// The results of the cases that were begun, in order.
    package struct Outcome: Sendable {
        /// The results, in the order of the cases.
        package var results: [CaseResult]
        /// The reason why the testee could not be asked any more; nil if it could.
        package var fault: SuiteError?
        /// The number of cases that were not begun.
        package var left: Int
    }

    /// Runs all cases, and returns the results in the order of the cases.
    ///
    /// - Parameter report: called with the number of cases that have begun and the number of all cases.
    /// - Throws: ``SuiteError`` if the testee cannot be asked any more.
    package func run(
        _ cases: [Case], on testee: inout some Testee, progress report: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(SuiteError) -> [CaseResult] {
        let outcome = conduct(cases, on: &testee, progress: report)
        if let fault = outcome.fault { throw fault }
        return outcome.results
    }

    /// Runs the cases as far as the testee can be asked and the limits allow, without losing earlier results.
    package func conduct(
        _ cases: [Case], on testee: inout some Testee, progress report: @escaping (Int, Int) -> Void = { _, _ in }
    ) -> Outcome {
        let inquiry = CaseInquiry(
            cases, of: testee.hello, places: places, rereader: testee.rereader, self, report)
        do throws(SuiteError) {
            try testee.converse(inquiry)
            return Outcome(results: inquiry.results, left: cases.count - inquiry.results.count)
        } catch {
            inquiry.abandon(error)
            return Outcome(results: inquiry.results, fault: error, left: cases.count - inquiry.results.count)
        }
    }
}
