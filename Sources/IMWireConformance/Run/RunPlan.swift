// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Synchronization

/// A plan for running implementations: limits, concurrent processes, and repetitions.
package struct RunPlan: Sendable {
    /// The runner, with its limits.
    package var runner: Runner
    /// The maximum time of a request, in milliseconds.
    package var timeout = 5_000
    /// The maximum time until the answer to hello, in milliseconds.
    package var helloTimeout = 10_000
    /// The number of processes of a testee that run at once.
    package var jobs = 1
    /// The number of times each case is asked.
    package var repeats = 1

    /// Creates a plan for one run in one process.
    package init(_ runner: Runner = Runner()) {
        self.runner = runner
    }

    /// An implementation that is tested.
    package enum Target: Sendable {
        /// The codec of this package, in this process.
        case builtIn(CodecTestee)
        /// A command that the shell starts.
        case command(String)
    }

    /// Runs the cases on a target, and records a fault of the target in the result (TST-043).
    ///
    /// - Parameter progress: called from any thread with the number of finished cases and the number of all cases.
    package func run(
        _ cases: [Case], on target: Target, label: String, rerun: String,
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) -> RunRecord.Implementation {
        let start = ContinuousClock.now
        var one = RunRecord.Implementation(label: label)
        one.rerun = rerun
        one.repeats = repeats
        if case .command(let command) = target { one.command = command }
        var rounds: [[CaseResult]] = []
        for round in 0..<max(1, repeats) {
            let parts = parts(cases, target) { progress(round * cases.count + $0, repeats * cases.count) }
            rounds.append(one.add(parts, inOrderOf: cases))
            if one.fault != nil || rounds[round].count < cases.count { break }
        }
        one.results = rounds.count == 1 ? rounds[0] : RunPlan.combined(rounds, timeout: timeout)
        one.milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        return one
    }

    /// Runs the cases once, and returns the results of each process.
    private func parts(
        _ cases: [Case], _ target: Target, _ progress: @escaping @Sendable (Int) -> Void
    ) -> [RunRecord.Implementation] {
        switch target {
        case .builtIn(let codec):
            return [
                part { one throws(SuiteError) in
                    let (hello, outcome) = try runner.conductInProcess(cases, on: codec) { done, _ in progress(done) }
                    one.identify(hello)
                    one.peakMemory = RunPlan.ownMemory
                    one.results = outcome.results
                }
            ]
        case .command(let command):
            let share = max(1, min(jobs, cases.count))
            let parts = Mutex<[RunRecord.Implementation?]>(Array(repeating: nil, count: share))
            let done = Atomic(0)
            let group = DispatchGroup()
            for index in 0..<share {
                // Each job has its own queue and thus its own thread, because jobs mostly wait for their processes.
                DispatchQueue(label: "testee \(index)").async(group: group) {
                    let own = CaseOrder.shard(cases, index + 1, of: share)
                    let part = part { one throws(SuiteError) in
                        var testee = try ProcessTestee(
                            command: command, timeout: timeout, helloTimeout: helloTimeout,
                            memoryLimit: runner.memoryLimit)
                        one.identify(testee.hello)
                        let outcome = runner.conduct(own, on: &testee) { _, _ in
                            progress(done.add(1, ordering: .relaxed).newValue)
                        }
                        one.results = outcome.results
                        one.fault = outcome.fault?.description
                        one.peakMemory = testee.peakMemory
                    }
                    parts.withLock { $0[index] = part }
                }
            }
            group.wait()
            return parts.withLock { $0 }.compactMap(\.self)
        }
    }

    /// Returns the results of a run, which ends with a fault if it throws an error.
    private func part(
        _ run: (inout RunRecord.Implementation) throws(SuiteError) -> Void
    ) -> RunRecord.Implementation {
        var one = RunRecord.Implementation(label: "")
        do throws(SuiteError) { try run(&one) } catch { one.fault = error.description }
        return one
    }

    /// The peak memory of this process, in KiB.
    private static var ownMemory: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Int(usage.ru_maxrss)
    }

    /// Returns the results of several runs as one, with the worst verdict and the steadiness of each case.
    package static func combined(_ rounds: [[CaseResult]], timeout: Int) -> [CaseResult] {
        var byID: [String: [CaseResult]] = [:]
        for result in rounds.joined() { byID[result.id, default: []].append(result) }
        return (rounds.first ?? []).compactMap { first in
            let all = byID[first.id] ?? [first]
            var worst = all.first(where: \.verdict.isFinding) ?? all.first { $0.verdict == .skipped } ?? first
            for result in all { worst.counts[result.verdict, default: 0] += 1 }
            let slowest = all.map(\.microseconds).max() ?? 0
            worst.steadiness = worst.counts.count > 1 ? .flaky : slowest > timeout * 500 ? .slow : .deterministic
            worst.microseconds = slowest
            return worst
        }
    }
}

extension RunRecord.Implementation {
    fileprivate mutating func identify(_ hello: TesteeHello) {
        (name, version, language) = (hello.name, hello.version, hello.language)
    }

    /// Adds what several processes have in common, and returns their results in the order of the cases.
    fileprivate mutating func add(_ parts: [RunRecord.Implementation], inOrderOf cases: [Case]) -> [CaseResult] {
        for part in parts { absorb(part) }
        if parts.count == 1 { return parts[0].results }
        let byID = Dictionary(parts.flatMap(\.results).map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
        return cases.compactMap { byID[$0.id] }
    }
}
