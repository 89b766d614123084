// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The text of the chunks received in one pull, joined by their numbers (CNT-141, CNT-144).
struct ChunkText: Sendable {
    /// The text of each chunk, by number.
    private var chunks: [Int64: String] = [:]
    private var runs = ChunkRuns()
    /// The text joined so far, and the part of the first run that it covers.
    private var joined = (text: "", run: ChunkRuns.Run(start: 0, end: 0, bytes: 0))
    /// The cost that may be spent on joining.
    ///
    /// Each chunk adds twice its own cost, so that the total cost of joining stays linear.
    private var credit = 0
    /// The number of chunks and bytes that were joined so far.
    private(set) var steps = 0
    /// The size of all chunks in bytes.
    private(set) var bytes = 0
    /// The highest number taken.
    private(set) var highest: Int64?

    var count: Int { chunks.count }

    /// The text up to the first missing number.
    var text: String {
        guard let run = runs.first, run != joined.run else { return joined.text }
        return joinedText(to: run)
    }

    /// The length of ``text`` in bytes.
    var length: Int { runs.first?.bytes ?? 0 }

    /// The missing numbers between the chunks.
    var gaps: [ClosedRange<Int64>] {
        let sorted = runs.sorted
        return zip(sorted, sorted.dropFirst()).map { run, other in run.end...other.start - 1 }
    }

    /// Whether no number is missing between the chunks.
    var isWhole: Bool { runs.count <= 1 }

    func contains(_ number: Int64) -> Bool {
        chunks[number] != nil
    }

    /// Inserts a chunk whose number is new, positive and less than `Int64.max`.
    mutating func insert(_ number: Int64, _ text: String) {
        bytes += text.utf8.count
        chunks[number] = text
        highest = max(highest ?? number, number)
        runs.insert(number, bytes: text.utf8.count)
        credit += 2 * (text.utf8.count + 1)
        join()
    }

    /// Joins the text up to the first gap if the credit covers the cost, and leaves it to ``text`` otherwise.
    ///
    /// Without the credit, chunks in descending order would each cause the whole text to be joined again.
    private mutating func join() {
        guard let run = runs.first else { return }
        let cost = joined.run.start == run.start ? run.cost - joined.run.cost : run.cost
        guard cost <= credit else { return }
        credit -= cost
        steps += cost
        if joined.run.start == run.start {
            ChunkText.append(chunks, joined.run.end..<run.end, to: &joined.text)
        } else {
            joined.text = joinedText(to: run)
        }
        joined.run = run
    }

    /// Returns the text of the first run.
    private func joinedText(to run: ChunkRuns.Run) -> String {
        let isBegun = joined.run.start == run.start
        var text = isBegun ? joined.text : ""
        ChunkText.append(chunks, (isBegun ? joined.run.end : run.start)..<run.end, to: &text)
        return text
    }

    private static func append(_ chunks: [Int64: String], _ numbers: Range<Int64>, to text: inout String) {
        for number in numbers { if let chunk = chunks[number] { text += chunk } }
    }
}
