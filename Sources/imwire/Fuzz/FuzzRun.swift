// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireFuzzing

/// All jobs of a run: processes are started, watched, and what they find is written (FUZ-030).
struct FuzzRun {
    let targets: [TargetCatalog.Entry]
    let seconds: Double
    let seed: UInt64
    let jobs: Int
    let corpus: String?
    let findings: String
    let files: [String]
    let isReplay: Bool
    /// What was found, each once.
    private(set) var found: [FuzzFinding] = []

    init(
        targets: [TargetCatalog.Entry], seconds: Double, seed: UInt64, jobs: Int, corpus: String?, findings: String,
        files: [String], isReplay: Bool
    ) {
        self.targets = targets
        self.seconds = seconds
        self.seed = seed
        self.jobs = jobs
        self.corpus = corpus
        self.findings = findings
        self.files = files
        self.isReplay = isReplay
    }

    /// Runs everything, and returns what each target came to.
    mutating func run() throws -> [FuzzRow] {
        var waiting = units()
        var running: [FuzzJob] = []
        var rows: [String: FuzzRow] = [:]
        var tell = ContinuousClock.now
        while !waiting.isEmpty || !running.isEmpty {
            while running.count < jobs, !waiting.isEmpty { running.append(try FuzzJob(waiting.removeFirst(), self)) }
            for job in running { try job.wait(100 / running.count + 1) }
            for job in running where job.isDone {
                take(job.findings)
                rows[job.unit.target, default: FuzzRow(target: job.unit.target)].add(job)
                if let rest = job.rest { waiting.insert(rest, at: 0) }
            }
            running.removeAll(where: \.isDone)
            #if PLANTED_BUGS
                // What is measured is the time until the bug is found.
                if PlantedBug.isAnyActive, !found.isEmpty { break }
            #endif
            if Console.isTerminal, ContinuousClock.now - tell > .milliseconds(250) {
                tell = .now
                show(running, rows)
            }
        }
        if Console.isTerminal { Console.write("\r\u{1b}[K") }
        return targets.compactMap { rows[$0.name] }
    }

    /// A part of the run that one process does.
    struct Unit {
        var target: String
        var seconds: Double
        var seed: UInt64
        /// How often a process has already ended in it.
        var restarts = 0
    }

    /// The targets share the time; where there are fewer of them than jobs, several work on one with seeds of their own.
    private func units() -> [Unit] {
        if isReplay { return targets.map { Unit(target: $0.name, seconds: 0, seed: seed) } }
        let each = max(1, jobs / targets.count)
        let share = min(seconds, seconds * Double(jobs) / Double(targets.count * each))
        return targets.flatMap { entry in
            (0..<each).map { Unit(target: entry.name, seconds: share, seed: seed &+ UInt64($0) &* 0x1_0000) }
        }
    }

    /// Writes what is new.
    private mutating func take(_ new: [FuzzFinding]) {
        for finding in new where !found.contains(where: { $0.key == finding.key }) {
            found.append(finding)
            if isReplay { continue }
            let folder = URL(filePath: findings)
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: finding.fileName)
            do {
                try Data(finding.text(folder: findings).utf8).write(to: file)
            } catch {
                Console.complain("\(file.path): the finding cannot be written")
            }
        }
    }

    private func show(_ running: [FuzzJob], _ rows: [String: FuzzRow]) {
        let done = rows.values.reduce(0) { $0 + $1.executions }
        let now = running.reduce(0) { $0 + $1.executions }
        let speed = running.reduce(0) { $0 + $1.speed }
        let new = running.reduce(0) { $0 + $1.behaviours }
        let names = running.map(\.unit.target).joined(separator: ", ")
        let count = found.count + running.reduce(0) { $0 + $1.findingCount }
        Console.write(
            "\r\u{1b}[K\(names): \(TextLayout.grouped(done + now)) executions, \(TextLayout.grouped(speed)) a second,"
                + " \(TextLayout.grouped(new)) behaviours, \(count) findings")
    }
}

/// What a target came to.
struct FuzzRow {
    let target: String
    var executions = 0
    var measured = 0
    var seconds = 0.0
    var behaviours = 0
    var edges = 0
    var corpus = 0
    var findings = 0

    init(target: String) {
        self.target = target
    }

    mutating func add(_ job: FuzzJob) {
        executions += job.executions
        measured += job.measured
        seconds += job.seconds
        behaviours = max(behaviours, job.behaviours)
        edges = max(edges, job.edges)
        corpus = max(corpus, job.corpus)
        findings += job.findings.count
    }

    /// Executions a second of one process.
    var speed: Int { seconds > 0 ? Int(Double(measured) / seconds) : 0 }
}
