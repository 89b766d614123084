// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireFuzzing
import Platform

/// A run with all its jobs: it starts and monitors processes, and writes their findings (FUZ-030).
struct FuzzRun {
    let targets: [TargetCatalog.Entry]
    let seconds: Double
    let seed: UInt64
    let jobs: Int
    let corpus: String?
    let findings: String
    let files: [String]
    let isReplay: Bool
    /// The initial inputs of the targets, which are not needed if files are named.
    private(set) var seeds: FuzzSeeds?
    private(set) var found: [FuzzFinding] = []

    /// Runs all jobs, and returns the results of each target.
    mutating func run() throws -> [FuzzRow] {
        let end = ContinuousClock.now + .seconds(seconds)
        if files.isEmpty { seeds = try FuzzSeeds(for: targets) }
        defer { seeds = nil }
        var seats = units().map { Seat(unit: $0) }
        var queue = Array(seats.indices)
        var running: [Int] = []
        while true {
            let left = (end - ContinuousClock.now) / .seconds(1)
            if queue.isEmpty, !isReplay { queue = seats.indices.filter { !seats[$0].isOver } }
            // Every target has a turn, however short the time is.
            queue.removeAll { left <= 0 && seats[$0].turns > 0 }
            while running.count < jobs, let place = queue.firstIndex(where: { !running.contains($0) }) {
                let seat = queue.remove(at: place)
                running.append(seat)
                try seats[seat].begin(self, min(turn * seats[seat].share, max(left, 0.05)))
            }
            if running.isEmpty { break }
            for seat in running { try seats[seat].job?.wait(100 / running.count + 1) }
            for seat in running { record(seats[seat].news()) }
            running.removeAll { seats[$0].isResting }
            Console.progress(progress(running.compactMap { seats[$0].job }, seats))
        }
        for seat in seats.indices { record(try seats[seat].end()) }
        return targets.compactMap { target in
            let rows = seats.filter { $0.unit.target == target.name }.map(\.row)
            return rows.first.map { first in rows.dropFirst().reduce(into: first) { $0.add($1) } }
        }
    }

    /// The part of a run that one process does.
    struct Unit {
        var target: String
        var seed: UInt64
        /// The number of times that a process has ended in this part.
        var restarts = 0
    }

    /// The duration of a turn, in seconds.
    ///
    /// Targets that share the time have several turns each, so that what is found quickly is found early.
    private var turn: Double {
        let count = targets.count * max(1, jobs / targets.count)
        if count <= jobs { return seconds }
        return min(5, max(0.1, seconds * Double(jobs) / Double(count * 8)))
    }

    /// Returns the parts of the run.
    ///
    /// If there are fewer targets than jobs, several processes work on one target, each with its own seed.
    private func units() -> [Unit] {
        if isReplay { return targets.map { Unit(target: $0.name, seed: seed) } }
        let each = max(1, jobs / targets.count)
        return targets.flatMap { entry in
            (0..<each).map { Unit(target: entry.name, seed: seed &+ UInt64($0) &* 0x1_0000) }
        }
    }

    /// Writes the findings that are new.
    private mutating func record(_ new: [FuzzFinding]) {
        for finding in new where !found.contains(where: { $0.key == finding.key }) {
            found.append(finding)
            if isReplay { continue }
            let file = URL(filePath: findings).appending(path: finding.fileName)
            do {
                try OutputFile.makeFolder(findings)
                try OutputFile.write(finding.text(folder: findings), to: file.path)
            } catch {
                Console.complain(error.message)
            }
        }
    }

    private func progress(_ running: [FuzzJob], _ seats: [Seat]) -> String {
        let done = seats.reduce(0) { $0 + $1.row.executions }
        let speed = running.reduce(0) { $0 + $1.row.speed }
        let new = seats.reduce(0) { $0 + $1.row.behaviors }
        let names = running.map(\.unit.target).joined(separator: ", ")
        let count = found.count + running.reduce(0) { $0 + $1.findingCount }
        return "\(names): \(TextLayout.grouped(done)) executions, \(TextLayout.grouped(speed)) a second,"
            + " \(TextLayout.grouped(new)) behaviours, \(count) findings"
    }
}

struct FuzzRow {
    let target: String
    var executions = 0
    var measured = 0
    var seconds = 0.0
    var busy = 0.0
    var behaviors = 0
    var corpus = 0
    var findings = 0

    mutating func add(_ other: FuzzRow) {
        executions += other.executions
        measured += other.measured
        seconds += other.seconds
        busy += other.busy
        behaviors = max(behaviors, other.behaviors)
        corpus = max(corpus, other.corpus)
        findings += other.findings
    }

    /// The number of executions per second of one process.
    var speed: Int { seconds > 0 ? Int(Double(measured) / seconds) : 0 }

    /// The number of executions per second of processor time, which other load on the machine affects less.
    var busySpeed: Int { busy > 0 ? Int(Double(measured) / busy) : 0 }
}

#endif
