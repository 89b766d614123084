// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWireFuzzing

extension FuzzRun {
    /// The state of a ``Unit``: its process, which waits between turns, and the results of earlier processes.
    struct Seat {
        private(set) var unit: Unit
        private(set) var job: FuzzJob?
        private(set) var turns = 0
        /// The factor for the length of the next turn, which grows with new behaviors and shrinks without any.
        private(set) var share = 1.0
        /// Whether no further process runs for this ``Unit``.
        private(set) var isOver = false
        private var past: FuzzRow
        private var reported = 0
        private var known = 0

        init(unit: Unit) {
            self.unit = unit
            past = FuzzRow(target: unit.target)
        }

        var row: FuzzRow {
            guard let job else { return past }
            var row = past
            row.add(job.row)
            return row
        }

        /// Whether the current turn has ended.
        var isResting: Bool { job?.isIdle ?? true }

        /// Begins a turn; the first turn starts the process.
        mutating func begin(_ run: FuzzRun, _ seconds: Double) throws {
            let job = try job ?? FuzzJob(unit, run)
            self.job = job
            turns += 1
            job.turn(seconds)
        }

        /// Returns the findings since the last call.
        mutating func news() -> [FuzzFinding] {
            guard let job else { return [] }
            let new = Array(job.findings.dropFirst(reported))
            reported = job.findings.count
            if job.isDone {
                past.add(job.row)
                self.job = nil
                reported = 0
                if let rest = job.rest { unit = rest } else { isOver = true }
            } else if job.isIdle {
                // Double the time if the behaviors grew by more than a tenth, and halve it if they did not grow.
                let grown = job.row.behaviors - known
                share = grown == 0 ? 0.5 : grown * 10 > known ? 2 : 1
                known += grown
            }
            return new
        }

        /// Waits for the process to end, and returns its last findings.
        mutating func end() throws -> [FuzzFinding] {
            guard let job else { return [] }
            job.finish()
            while !job.isDone { try job.wait(100) }
            return news()
        }
    }
}

#endif
