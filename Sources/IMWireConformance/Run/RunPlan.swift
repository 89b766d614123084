// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Synchronization

/// A plan for running implementations: limits, concurrent processes, and repetitions.
package struct RunPlan: Sendable {
    /// The runner, with its limits.
    package var runner: Runner
    /// The time that a testee may take for a request, in milliseconds.
    package var timeout = 5_000
    /// The time that a testee may take to answer hello, in milliseconds.
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
        var rounds: [[CaseResult]] = []
        for round in 0..<max(1, repeats) {
            let outcome = self.round(cases, target, &one) { progress(round * cases.count + $0, repeats * cases.count) }
            rounds.append(outcome)
            if one.fault != nil || outcome.count < cases.count { break }
        }
        one.results = rounds.count == 1 ? rounds[0] : RunPlan.combined(rounds, timeout: timeout)
        one.milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        return one
    }

    private func round(
        _ cases: [Case], _ target: Target, _ one: inout RunRecord.Implementation,
        _ progress: @escaping @Sendable (Int) -> Void
    ) -> [CaseResult] {
        switch target {
        case .builtIn(let codec):
            do throws(SuiteError) {
                let (hello, outcome) = try runner.conductInProcess(cases, on: codec) { done, _ in progress(done) }
                note(hello, &one)
                one.peakMemory = RunPlan.ownMemory
                return outcome.results
            } catch {
                one.fault = error.description
                return []
            }
        case .command(let command):
            one.command = command
            let share = max(1, min(jobs, cases.count))
            let parts = (0..<share).map { CaseOrder.shard(cases, $0 + 1, of: share) }
            let outcomes = Mutex<[JobOutcome?]>(Array(repeating: nil, count: share))
            let done = Atomic(0)
            let group = DispatchGroup()
            for (index, part) in parts.enumerated() {
                // Each job has its own queue and thus its own thread, because jobs mostly wait for their processes.
                DispatchQueue(label: "testee \(index)").async(group: group) {
                    let outcome = job(part, command) { progress(done.add(1, ordering: .relaxed).newValue) }
                    outcomes.withLock { $0[index] = outcome }
                }
            }
            group.wait()
            return join(outcomes.withLock { $0 }.compactMap(\.self), cases, &one)
        }
    }

    /// The result of a job, which runs one process at a time.
    private struct JobOutcome {
        var hello: TesteeHello?
        var results: [CaseResult] = []
        var memory = 0
        var fault: String?
    }

    private func job(_ cases: [Case], _ command: String, _ progress: @escaping () -> Void) -> JobOutcome {
        var outcome = JobOutcome()
        do throws(SuiteError) {
            var testee = try ProcessTestee(
                command: command, timeout: timeout, helloTimeout: helloTimeout, memoryLimit: runner.memoryLimit)
            outcome.hello = testee.hello
            let conducted = runner.conduct(cases, on: &testee) { _, _ in progress() }
            outcome.results = conducted.results
            outcome.fault = conducted.fault?.description
            outcome.memory = testee.peakMemory
        } catch {
            outcome.fault = error.description
        }
        return outcome
    }

    private func join(
        _ outcomes: [JobOutcome], _ cases: [Case], _ one: inout RunRecord.Implementation
    ) -> [CaseResult] {
        if let hello = outcomes.lazy.compactMap(\.hello).first { note(hello, &one) }
        one.fault = one.fault ?? outcomes.lazy.compactMap(\.fault).first
        one.peakMemory = max(one.peakMemory, outcomes.map(\.memory).max() ?? 0)
        if outcomes.count == 1 { return outcomes[0].results }
        let byID = Dictionary(outcomes.flatMap(\.results).map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
        return cases.compactMap { byID[$0.id] }
    }

    private func note(_ hello: TesteeHello, _ one: inout RunRecord.Implementation) {
        one.name = hello.name
        one.version = hello.version
        one.language = hello.language
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
