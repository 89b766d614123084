// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireFuzzing
import Platform

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
    /// What the targets begin with; not needed where files are named.
    private(set) var seeds: FuzzSeeds?
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
        let end = ContinuousClock.now + .seconds(seconds)
        if files.isEmpty { seeds = try FuzzSeeds(for: targets) }
        defer { seeds = nil }
        var seats = units().map { Seat(unit: $0) }
        var queue = Array(seats.indices)
        var running: [Int] = []
        var tell = ContinuousClock.now
        while true {
            let left = (end - ContinuousClock.now) / .seconds(1)
            if queue.isEmpty, !isReplay { queue = seats.indices.filter { !seats[$0].isOver } }
            // Every target has a turn, however little time there is.
            queue.removeAll { left <= 0 && seats[$0].turns > 0 }
            while running.count < jobs, let place = queue.firstIndex(where: { !running.contains($0) }) {
                let seat = queue.remove(at: place)
                running.append(seat)
                try seats[seat].begin(self, min(turn * seats[seat].share, max(left, 0.05)))
            }
            if running.isEmpty { break }
            for seat in running { try seats[seat].job?.wait(100 / running.count + 1) }
            for seat in running { take(seats[seat].news()) }
            running.removeAll { seats[$0].isResting }
            if Console.isTerminal, ContinuousClock.now - tell > .milliseconds(250) {
                tell = .now
                show(running.compactMap { seats[$0].job }, seats)
            }
        }
        for seat in seats.indices { take(try seats[seat].end()) }
        if Console.isTerminal { Console.write("\r\u{1b}[K") }
        return targets.compactMap { target in
            let rows = seats.filter { $0.unit.target == target.name }.map(\.row)
            return rows.first.map { first in rows.dropFirst().reduce(into: first) { $0.add($1) } }
        }
    }

    /// A part of the run that one process does.
    struct Unit {
        var target: String
        var seed: UInt64
        /// How often a process has already ended in it.
        var restarts = 0
    }

    /// The seconds of a turn: where targets share the time each has several, so that what is found fast is found early.
    private var turn: Double {
        let count = targets.count * max(1, jobs / targets.count)
        if count <= jobs { return seconds }
        return min(5, max(0.1, seconds * Double(jobs) / Double(count * 8)))
    }

    /// Where there are fewer targets than jobs, several work on one with seeds of their own.
    private func units() -> [Unit] {
        if isReplay { return targets.map { Unit(target: $0.name, seed: seed) } }
        let each = max(1, jobs / targets.count)
        return targets.flatMap { entry in
            (0..<each).map { Unit(target: entry.name, seed: seed &+ UInt64($0) &* 0x1_0000) }
        }
    }

    /// Writes what is new.
    private mutating func take(_ new: [FuzzFinding]) {
        for finding in new where !found.contains(where: { $0.key == finding.key }) {
            found.append(finding)
            if isReplay { continue }
            let file = URL(filePath: findings).appending(path: finding.fileName)
            do {
                try OutputFile.write(finding.text(folder: findings), to: file.path)
            } catch {
                Console.complain(error.message)
            }
        }
    }

    private func show(_ running: [FuzzJob], _ seats: [Seat]) {
        let done = seats.reduce(0) { $0 + $1.row.executions }
        let speed = running.reduce(0) { $0 + $1.speed }
        let new = seats.reduce(0) { $0 + $1.row.behaviours }
        let names = running.map(\.unit.target).joined(separator: ", ")
        let count = found.count + running.reduce(0) { $0 + $1.findingCount }
        Console.write(
            "\r\u{1b}[K\(names): \(TextLayout.grouped(done)) executions, \(TextLayout.grouped(speed)) a second,"
                + " \(TextLayout.grouped(new)) behaviours, \(count) findings")
    }
}

/// What a target came to.
struct FuzzRow {
    let target: String
    var executions = 0
    var measured = 0
    var seconds = 0.0
    var busy = 0.0
    var behaviours = 0
    var corpus = 0
    var findings = 0

    init(target: String) {
        self.target = target
    }

    init(_ job: FuzzJob) {
        target = job.unit.target
        executions = job.executions
        measured = job.measured
        seconds = job.seconds
        busy = job.busy
        behaviours = job.behaviours
        corpus = job.corpus
        findings = job.findings.count
    }

    mutating func add(_ other: FuzzRow) {
        executions += other.executions
        measured += other.measured
        seconds += other.seconds
        busy += other.busy
        behaviours = max(behaviours, other.behaviours)
        corpus = max(corpus, other.corpus)
        findings += other.findings
    }

    /// Executions a second of one process.
    var speed: Int { seconds > 0 ? Int(Double(measured) / seconds) : 0 }

    /// Executions a second of processor time: what the speed would be were the machine not busy with something else.
    var busySpeed: Int { busy > 0 ? Int(Double(measured) / busy) : 0 }
}

#endif
