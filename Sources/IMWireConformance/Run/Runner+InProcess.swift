// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

extension Runner {
    /// The number of consecutive cases that a core runs at a time.
    private static let slice = 32

    /// Runs all cases on the codec of this package, on all cores, and returns the results in the order of the cases.
    ///
    /// - Parameter progress: called from any thread with the number of settled cases and the number of all cases.
    package func runInProcess(
        _ cases: [Case], on codec: CodecTestee = CodecTestee(), progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws(SuiteError) -> (hello: TesteeHello, results: [CaseResult]) {
        let (hello, outcome) = try conductInProcess(cases, on: codec, progress: progress)
        return (hello, outcome.results)
    }

    /// Runs the cases on the codec of this package as far as the limits allow, on all cores.
    package func conductInProcess(
        _ cases: [Case], on codec: CodecTestee = CodecTestee(), progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws(SuiteError) -> (hello: TesteeHello, outcome: Outcome) {
        let testee = try InProcessTestee(codec)
        let count = (cases.count + Runner.slice - 1) / Runner.slice
        let parts = Mutex<[[CaseResult]]>(Array(repeating: [], count: count))
        let state = Mutex((settled: 0, isOver: false))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            if state.withLock({ $0.isOver }) { return }
            let start = index * Runner.slice
            let part = Array(cases[start..<min(cases.count, start + Runner.slice)])
            var own = testee
            let outcome = conduct(part, on: &own)
            let isOver = stopsAtFinding && outcome.results.contains { $0.verdict.isFinding }
            parts.withLock { $0[index] = outcome.results }
            let done = state.withLock { state in
                state.settled += part.count
                state.isOver = state.isOver || isOver
                return state.settled
            }
            progress(done, cases.count)
        }
        let results = parts.withLock { $0.flatMap(\.self) }
        return (testee.hello, Outcome(results: results, left: cases.count - results.count))
    }
}
