// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Runs of consecutive numbers, which are joined in amortised constant time as the numbers between them arrive.
struct ChunkRuns: Sendable {
    /// A run of consecutive numbers.
    struct Run: Hashable, Sendable {
        var start: Int64
        /// The number that follows the last one.
        var end: Int64
        /// The size of all texts in the run, in bytes.
        var bytes: Int

        /// The cost of joining the texts of the run, which has at most as many numbers as there are chunks.
        var cost: Int { bytes + Int(end - start) }
    }

    /// The runs by their first numbers.
    private var runs: [Int64: Run] = [:]
    /// The first numbers of the runs, by the numbers that follow the last ones.
    private var starts: [Int64: Int64] = [:]
    /// The lowest number of all runs.
    private var lowest: Int64?

    var count: Int { runs.count }

    /// The run with the lowest number.
    var first: Run? { lowest.flatMap { runs[$0] } }

    /// The runs in ascending order.
    var sorted: [Run] { runs.values.sorted { $0.start < $1.start } }

    /// Inserts a number that is in no run, is positive and is less than `Int64.max`.
    mutating func insert(_ number: Int64, bytes: Int) {
        var run = Run(start: number, end: number + 1, bytes: bytes)
        if let start = starts.removeValue(forKey: number), let below = runs.removeValue(forKey: start) {
            run.start = below.start
            run.bytes += below.bytes
        }
        if let above = runs.removeValue(forKey: run.end) {
            run.end = above.end
            run.bytes += above.bytes
        }
        runs[run.start] = run
        starts[run.end] = run.start
        lowest = min(lowest ?? number, number)
    }
}
