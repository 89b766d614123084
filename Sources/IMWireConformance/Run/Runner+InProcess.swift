// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Dispatch
import Synchronization

extension Runner {
    /// How many cases go to one core in a row.
    private static let slice = 32

    /// Runs all cases on the codec of this package, on all cores; the verdicts come in their order.
    ///
    /// - Parameter progress: called with the number of cases that are settled, and how many there are; from any thread.
    public func runInProcess(
        _ cases: [Case], on codec: CodecTestee = CodecTestee(), progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws(SuiteError) -> (hello: TesteeHello, verdicts: [Verdict]) {
        let testee = try InProcessTestee(codec)
        let count = (cases.count + Runner.slice - 1) / Runner.slice
        let results = Mutex<[Result<[Verdict], SuiteError>]>(Array(repeating: .success([]), count: count))
        let settled = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let start = index * Runner.slice
            let part = Array(cases[start..<min(cases.count, start + Runner.slice)])
            var own = testee
            let result = Result { () throws(SuiteError) in try run(part, on: &own) }
            results.withLock { $0[index] = result }
            let done = settled.withLock { total in
                total += part.count
                return total
            }
            progress(done, cases.count)
        }
        var verdicts: [Verdict] = []
        for result in results.withLock({ $0 }) { verdicts += try result.get() }
        return (testee.hello, verdicts)
    }
}
