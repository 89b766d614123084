// SPDX-License-Identifier: Apache-2.0

/// Runs of numbers without a gap, joined as the numbers between them come: each step takes constant time on average.
struct ChunkRuns: Sendable {
    /// A run, from its first number to the one behind its last.
    struct Run: Hashable, Sendable {
        var start: Int64
        var end: Int64
        /// What it costs to join its texts.
        var cost: Int
    }

    /// The runs by their first number.
    private var runs: [Int64: Run] = [:]
    /// Their first numbers, by the number behind the last one.
    private var starts: [Int64: Int64] = [:]
    /// The lowest number.
    private var lowest: Int64?

    /// How many runs there are.
    var count: Int { runs.count }

    /// The run with the lowest number.
    var first: Run? { lowest.flatMap { runs[$0] } }

    /// The runs in order.
    var sorted: [Run] { runs.values.sorted { $0.start < $1.start } }

    /// Adds a number that is in no run, is positive and not the largest there is.
    mutating func insert(_ number: Int64, cost: Int) {
        var run = Run(start: number, end: number + 1, cost: cost)
        if let start = starts.removeValue(forKey: number), let below = runs.removeValue(forKey: start) {
            run.start = below.start
            run.cost += below.cost
        }
        if let above = runs.removeValue(forKey: run.end) {
            run.end = above.end
            run.cost += above.cost
        }
        runs[run.start] = run
        starts[run.end] = run.start
        lowest = min(lowest ?? number, number)
    }
}
