// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CAllocations
import CommandSupport
import IMWire
import IMWireFuzzing
import IMWireValues
import Platform

/// A command that runs one job of `imwire fuzz` in a process of its own, and writes one JSON object per line to
/// standard output.
package struct FuzzWorkerCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "fuzz-worker", abstract: "One job of imwire fuzz.", shouldDisplay: false)

    @Option var target: String
    @Option var seed: UInt64
    @Option var inFlight: String
    @Option var corpus: String?
    @Option var known: String?
    @Option var seeds: String?
    @Flag var replay = false
    @Argument var files: [String] = []

    package func run() throws {
        guard let entry = TargetCatalog.named(target), let inFlight = InFlight(path: inFlight) else {
            throw CommandFailure(message: "the job cannot start", exit: .broken)
        }
        imwire_keep_memory()  // The next execution requests the same memory again.
        let target = entry.make()
        if replay {
            try replay(target, inFlight)
        } else {
            try fuzz(target, inFlight)
        }
    }

    /// Fuzzes in turns: each line on standard input is the length of a turn in seconds, and the job ends with the
    /// input.
    private func fuzz(_ target: any FuzzTarget, _ inFlight: borrowing InFlight) throws {
        var driver = Driver(target, seed: seed, known: knownKeys)
        let out = Output()
        let clock = ContinuousClock()
        var reported = clock.now
        var count = 0
        var spent = Duration.zero
        var spentBusy = 0.0
        var first: Int?
        while let line = readLine(), let seconds = Double(line) {
            let end = clock.now + .seconds(seconds)
            if first == nil { driver.replay(try inputs(target)) { inFlight.begin($0 + 1, $1) } }
            let seeds = first ?? driver.progress.executions
            first = seeds
            let start = clock.now
            let startBusy = FuzzWorkerCommand.busySeconds
            func report(_ progress: borrowing Driver.Progress, at now: ContinuousClock.Instant) {
                reported = now
                FuzzWorkerLine.progress(
                    progress, measured: progress.executions - seeds, seconds: (spent + (now - start)) / .seconds(1),
                    busy: spentBusy + FuzzWorkerCommand.busySeconds - startBusy, to: out)
            }
            driver.run(before: { inFlight.begin($0 + 1, $1) }) { progress in
                let now = clock.now
                if now - reported > .milliseconds(200) { report(progress, at: now) }
                return now >= end
            }
            let now = clock.now
            report(driver.progress, at: now)
            spent += now - start
            spentBusy += FuzzWorkerCommand.busySeconds - startBusy
            for finding in driver.findings[count...] { FuzzWorkerLine.finding(finding, to: out) }
            count = driver.findings.count
            inFlight.begin(0, [])  // Nothing is executing any more.
            FuzzWorkerLine.idle(to: out)
        }
        if let corpus { try keep(driver.entries, in: corpus, target) }
    }

    /// The processor time that this process has used, in seconds.
    static var busySeconds: Double {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Runs inputs with all checks, each in isolation.
    private func replay(_ target: any FuzzTarget, _ inFlight: borrowing InFlight) throws {
        let out = Output()
        var progress = Driver.Progress()
        var reported: Set<String> = []
        for input in try inputs(target) {
            inFlight.begin(progress.executions + 1, input)
            progress.executions += 1
            for violation in Driver.violations(of: input, target) where reported.insert(violation.key).inserted {
                progress.findings += 1
                FuzzWorkerLine.finding(
                    FuzzFinding(
                        target: target.name, violation: violation, input: input, seed: seed,
                        execution: progress.executions),
                    to: out)
            }
        }
        progress.corpus = progress.executions
        FuzzWorkerLine.progress(progress, measured: 0, seconds: 0, busy: 0, to: out)
        out.flush()
    }

    private var knownKeys: Set<String> {
        guard let known else { return [] }
        return Set(FixtureFolder.findings(in: URL(filePath: known)).map(\.key))
    }

    /// Returns the initial inputs of the job: the seeds of the run and the caller's own corpus, or the named files.
    private func inputs(_ target: any FuzzTarget) throws -> [[UInt8]] {
        if !files.isEmpty { return try files.flatMap { try named($0, target) } }
        var inputs: [[UInt8]] = []
        if let seeds {
            guard let read = FuzzSeeds.read(seeds) else {
                throw CommandFailure(message: "\(seeds): cannot be read", exit: .broken)
            }
            inputs = read
        }
        if let corpus { inputs += FixtureFolder.inputs(in: URL(filePath: corpus).appending(path: target.name)) }
        return inputs
    }

    /// Returns the inputs at a path, which names a finding, an input, or a folder of either.
    private func named(_ path: String, _ target: any FuzzTarget) throws -> [[UInt8]] {
        let url = URL(filePath: path)
        guard let isFolder = FileManager.default.isFolder(path) else {
            throw CommandFailure.usage("\(path): there is no such file")
        }
        if isFolder {
            return FixtureFolder.findings(in: url).filter { $0.target == target.name }.map(\.input)
                + FixtureFolder.inputs(in: url.appending(path: target.name))
        }
        guard let data = try? Data(contentsOf: url) else { throw CommandFailure.usage("\(path): cannot be read") }
        if let finding = FuzzFinding(file: Array(data)) { return finding.target == target.name ? [finding.input] : [] }
        return [Array(data)]
    }

    private func keep(_ inputs: [[UInt8]], in folder: String, _ target: any FuzzTarget) throws {
        let place = URL(filePath: folder).appending(path: target.name)
        try CorpusFolder.add(CorpusReduction.reduce(inputs, for: target), to: place)
    }

    package init() {}
}

/// The lines that a job sends to the run.
enum FuzzWorkerLine {
    static func progress(
        _ progress: borrowing Driver.Progress, measured: Int, seconds: Double, busy: Double, to out: Output
    ) {
        let object = RawJSON.object([
            "executions": progress.executions, "measured": measured, "seconds": RawJSON(scanned: "\(seconds)"),
            "busy": RawJSON(scanned: "\(busy)"), "behaviours": progress.behaviors, "corpus": progress.corpus,
            "findings": progress.findings,
        ])
        out.record(object.text)
        out.flush()
    }

    static func idle(to out: Output) {
        out.record(#"{"idle":true}"#)
        out.flush()
    }

    static func finding(_ finding: FuzzFinding, to out: Output) {
        out.record(#"{"finding":"# + finding.text(folder: "") + "}")
    }
}

#endif
