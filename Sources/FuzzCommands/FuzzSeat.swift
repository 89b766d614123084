// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWireFuzzing

extension FuzzRun {
    /// A unit's place in the run: its process, which waits between its turns, and what earlier ones came to.
    struct Seat {
        private(set) var unit: Unit
        private(set) var job: FuzzJob?
        private(set) var turns = 0
        /// How much of a turn it has: more while it shows what is new, less when it shows nothing.
        private(set) var share = 1.0
        /// Whether no process goes on any more.
        private(set) var isOver = false
        private var past: FuzzRow
        private var told = 0
        private var known = 0

        init(unit: Unit) {
            self.unit = unit
            past = FuzzRow(target: unit.target)
        }

        /// What the unit has come to so far.
        var row: FuzzRow {
            guard let job else { return past }
            var row = past
            row.add(FuzzRow(job))
            return row
        }

        /// Whether its turn is over.
        var isResting: Bool { job?.isIdle ?? true }

        /// Begins a turn; the first one starts the process.
        mutating func begin(_ run: FuzzRun, _ seconds: Double) throws {
            let job = try job ?? FuzzJob(unit, run)
            self.job = job
            turns += 1
            job.turn(seconds)
        }

        /// What was found since the last time.
        mutating func news() -> [FuzzFinding] {
            guard let job else { return [] }
            let new = Array(job.findings.dropFirst(told))
            told = job.findings.count
            if job.isDone {
                past.add(FuzzRow(job))
                self.job = nil
                told = 0
                if let rest = job.rest { unit = rest } else { isOver = true }
            } else if job.isIdle {
                // Twice the time for what grows by more than a tenth, half of it for what does not grow at all.
                let grown = job.behaviours - known
                share = grown == 0 ? 0.5 : grown * 10 > known ? 2 : 1
                known += grown
            }
            return new
        }

        /// Lets the process come to its end, and returns what it has found last.
        mutating func end() throws -> [FuzzFinding] {
            guard let job else { return [] }
            job.finish()
            while !job.isDone { try job.wait(100) }
            return news()
        }
    }
}

#endif
