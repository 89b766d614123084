// SPDX-License-Identifier: Apache-2.0

/// Runs of consecutive numbers, joined as the numbers between them arrive, in constant time each on average.
struct ChunkRuns: Sendable {
    /// A run of consecutive numbers.
    struct Run: Hashable, Sendable {
        /// The first number.
        var start: Int64
        /// The number that follows the last one.
        var end: Int64
        /// The bytes of all texts in the run.
        var bytes: Int

        /// What it costs to join the texts; the run is no longer than there are chunks.
        var cost: Int { bytes + Int(end - start) }
    }

    /// The runs by their first number.
    private var runs: [Int64: Run] = [:]
    /// Their first numbers, by the number that follows the last one.
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
