// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireFuzzing
import Platform
import TextSupport

/// One process of a run, with its progress and its findings (FUZ-030).
final class FuzzJob {
    let unit: FuzzRun.Unit
    private(set) var isDone = false
    /// Whether the process waits for its next turn.
    private(set) var isIdle = true
    private(set) var findings: [FuzzFinding] = []
    private(set) var row: FuzzRow
    private(set) var findingCount = 0
    /// The work that remains after the process has ended prematurely.
    private(set) var rest: FuzzRun.Unit?

    private let run: FuzzRun
    private let flight: String
    private let inFlight: InFlight
    private var process: ChildProcess
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var errors: [UInt8] = []
    private var lastMove = ContinuousClock.now
    /// The number of the execution that the process is in, or 0 until the seeds are read.
    private var execution = 0

    /// The maximum duration of one execution.
    private static let timeout = Duration.seconds(10)

    init(_ unit: FuzzRun.Unit, _ run: FuzzRun) throws {
        self.unit = unit
        self.run = run
        row = FuzzRow(target: unit.target)
        flight =
            FileManager.default.temporaryPath(
                "imwire-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(unit.target)-\(unit.seed)")
        guard let inFlight = InFlight(path: flight) else {
            throw CommandFailure(message: "\(flight): cannot be written", exit: .broken)
        }
        self.inFlight = inFlight
        process = try ChildProcess(
            command: FuzzJob.command(
                unit, flight, run.files, isReplay: run.isReplay, corpus: run.corpus,
                known: run.isReplay ? nil : run.findings, seeds: run.seeds?.file(for: unit.target)))
    }

    deinit { unlink(flight) }

    /// Returns the command line of a job.
    private static func command(
        _ unit: FuzzRun.Unit, _ flight: String, _ files: [String], isReplay: Bool, corpus: String? = nil,
        known: String? = nil, seeds: String? = nil
    ) -> String {
        let tool =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        var words = [
            "SWIFT_BACKTRACE=enable=no", "exec", ShellWord.quoted(tool), "fuzz-worker", "--target", unit.target,
        ]
        words += ["--seed", String(unit.seed), "--in-flight", ShellWord.quoted(flight)]
        if let corpus { words += ["--corpus", ShellWord.quoted(corpus)] }
        if let known { words += ["--known", ShellWord.quoted(known)] }
        if let seeds { words += ["--seeds", ShellWord.quoted(seeds)] }
        if isReplay { words.append("--replay") }
        return (words + ["--"] + files.map(ShellWord.quoted)).joined(separator: " ")
    }

    /// Starts a turn of the given number of seconds.
    func turn(_ seconds: Double) {
        isIdle = false
        execution = 0
        lastMove = .now
        input += Array("\(seconds)\n".utf8)
    }

    /// Notifies the process that there are no more turns.
    func finish() {
        isIdle = false
        process.endInput()
    }

    /// Waits for events from the process, for at most the given number of milliseconds.
    func wait(_ milliseconds: Int) throws {
        let events = process.wait(offering: input[...], timeout: milliseconds)
        input.removeFirst(events.written)
        output += events.output
        errors += events.error.prefix(max(0, 16_384 - errors.count))
        while let end = output.firstIndex(of: UInt8(ascii: "\n")) {
            read(Array(output[..<end]))
            output.removeFirst(end + 1)
        }
        if events.hasEnded { return try ended(process.end(timeout: 2_000)) }
        let now = ContinuousClock.now
        if inFlight.execution != execution {
            execution = inFlight.execution
            lastMove = now
        } else if execution > 0, now - lastMove > FuzzJob.timeout {
            _ = process.end(timeout: 0)
            try failed(.hang, "did not end within 10 s")
        }
    }

    private func read(_ line: [UInt8]) {
        guard let json = try? RawJSON(parsing: line.span) else { return }
        if let finding = json["finding"] {
            if let finding = FuzzFinding(file: Array(finding.text.utf8)) { add(finding) }
            return
        }
        if json["idle"] != nil {
            isIdle = true
            return
        }
        func number(_ name: String) -> Int { Int(json[name]?.number?.int64 ?? 0) }
        row.executions = number("executions")
        row.measured = number("measured")
        row.seconds = json["seconds"]?.number?.double ?? 0
        row.busy = json["busy"]?.number?.double ?? 0
        row.behaviors = number("behaviours")
        row.corpus = number("corpus")
        findingCount = number("findings")
    }

    private func add(_ finding: FuzzFinding) {
        findings.append(finding)
        row.findings = findings.count
    }

    private func ended(_ how: String) throws {
        if how == "exit status 0" {
            isDone = true
            return
        }
        let said = String(decoding: errors, as: UTF8.self)
        if how == "exit status 2" || how == "exit status 3" {
            throw CommandFailure(
                message: said.replacing("imwire: ", with: ""), exit: how.hasSuffix("2") ? .usage : .broken)
        }
        let line = said.split(separator: "\n").first { line in
            ["Fatal error", "ERROR: "].contains { line.firstRange(of: $0) != nil }
        }
        try failed(.trap, line.map { String($0.suffix(120)) } ?? how)
    }

    /// Reports the input of the execution in which the process ended, and assigns the remaining time to another
    /// process.
    private func failed(_ oracle: Oracle, _ how: String) throws {
        isDone = true
        let probe = FuzzProbe(target: unit.target, timeout: oracle == .hang ? 10_000 : 3_000)
        let input = probe.shrink(inFlight.input, hangs: oracle == .hang)
        // A hang that does not recur may be due to a busy machine and is no finding. A crash is one even if it does not
        // recur.
        if let input = input ?? (oracle == .trap ? inFlight.input : nil) {
            add(
                FuzzFinding(
                    target: unit.target, violation: Violation(oracle, at: how, how), input: input, seed: unit.seed,
                    execution: inFlight.execution))
        }
        guard unit.restarts < 20, !run.isReplay else { return }
        rest = FuzzRun.Unit(target: unit.target, seed: unit.seed &+ 1, restarts: unit.restarts + 1)
    }

    /// Runs one file in a process of its own, and returns how the process ended, or nil if it timed out.
    static func probe(_ target: String, _ file: String, timeout: Int) -> String? {
        let unit = FuzzRun.Unit(target: target, seed: 0)
        guard var process = try? ChildProcess(command: command(unit, file + ".flight", [file], isReplay: true))
        else { return "?" }
        let clock = ContinuousClock.now
        while ContinuousClock.now - clock < .milliseconds(timeout) {
            if process.wait(offering: [], timeout: 50).hasEnded { return process.end(timeout: 1_000) }
        }
        return nil
    }
}

/// Shrinks an input that crashes or hangs the process; each attempt runs in a process of its own (FUZ-023).
struct FuzzProbe {
    let target: String
    let timeout: Int

    /// Returns the smallest input found that has the same effect, or nil if the input itself does not reproduce it.
    ///
    /// The number of attempts is limited.
    func shrink(_ input: [UInt8], hangs: Bool) -> [UInt8]? {
        guard let entry = TargetCatalog.named(target) else { return nil }
        let file = FileManager.default.temporaryPath(
            "imwire-probe-\(ProcessInfo.processInfo.processIdentifier)-\(target)")
        defer {
            unlink(file)
            unlink(file + ".flight")
        }
        func shrink(_ target: some FuzzTarget) -> [UInt8]? {
            var minimizer = Minimizer(budget: hangs ? 6 : 250, seconds: 60) { candidate in
                guard (try? OutputFile.write(candidate, to: file)) != nil else { return false }
                let how = FuzzJob.probe(self.target, file, timeout: timeout)
                return hangs ? how == nil : how.map { !$0.hasPrefix("exit status") } ?? false
            }
            return minimizer.shows(input) ? minimizer.shrink(input, of: target) : nil
        }
        return shrink(entry.make())
    }
}

#endif
