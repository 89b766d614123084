// SPDX-License-Identifier: Apache-2.0

/// Joins the chunks of a stream message by their sequence numbers (seed 004, CNT-141 to CNT-147).
///
/// Chunks may come in any order and more than once. The text shown so far ends at the first missing number, so that what
/// comes behind a gap never passes for what follows.
/// ```swift
/// var stream = StreamAccumulator(message)
/// stream.apply(.initialized)
/// stream.apply(.delta(chunk))
/// show(stream.text)
/// ```
public struct StreamAccumulator: Sendable {
    /// How much a stream may make the accumulator keep.
    public struct Limits: Hashable, Sendable {
        /// Bytes of text in all chunks together.
        public var textBytes = 4 << 20
        /// Chunks of one stream.
        public var chunks = 65_536

        /// The documented defaults.
        public init() {}
    }

    /// What became of an event.
    public enum Outcome: Hashable, Sendable {
        /// It changed the stream.
        case applied
        /// A chunk with this number has been taken already (CNT-143).
        case repeated
        /// The chunk has no positive sequence number, so it has no place.
        case withoutSequence
        /// It came before the pull began, after it ended, or behind the last chunk.
        case outOfPlace
        /// It would take more than the limits allow; the stream keeps what it has.
        case overLimit
    }

    /// The message as it arrived, before anything was pulled.
    private let message: StreamMessage
    private let limits: Limits
    private var isOpen = false
    /// The text of every chunk, by number.
    private var chunks: [Int64: String] = [:]
    private var bytes = 0
    /// The numbers that have come; the lowest one begins the text: streams start where they like (CNT-141).
    private var runs = ChunkRuns()
    private var last: Int64?
    /// The text as far as it is joined, and what part of the first run that is.
    private var joined = (text: "", run: ChunkRuns.Run(start: 0, end: 0, cost: 0))
    /// What may be spent on joining: each chunk brings twice what it costs, so that all of it together stays linear.
    private var credit = 0

    /// The text up to the first missing number.
    public var text: String {
        guard let run = runs.first, run != joined.run else { return joined.text }
        return joinedText(to: run)
    }
    /// Whether the last chunk says that the text is whole.
    public private(set) var isComplete = false
    /// Why the business server ended the text early; nil where it did not say (CNT-145).
    public private(set) var completeReason: JSONNumber?
    /// Why the service ended the pull: 0 is the normal end; nil while it goes on (CNT-145).
    public private(set) var stopReason: Int?

    /// Starts with the message that announced the stream.
    public init(_ message: StreamMessage, limits: Limits = Limits()) {
        self.message = message
        self.limits = limits
    }

    /// Takes one event in.
    @discardableResult
    public mutating func apply(_ event: StreamEvent) -> Outcome {
        switch event {
        case .initialized:
            clear()
            isOpen = true
            return .applied
        case .delta(let chunk):
            return isOpen ? take(chunk) : .outOfPlace
        case .completed(let reason):
            guard isOpen else { return .outOfPlace }
            isOpen = false
            stopReason = reason
            return .applied
        }
    }

    /// The numbers that are missing between the chunks that have come (CNT-144).
    public var gaps: [ClosedRange<Int64>] {
        let sorted = runs.sorted
        return zip(sorted, sorted.dropFirst()).map { run, other in run.end...other.start - 1 }
    }

    /// Whether the pull has ended normally and nothing is missing (CNT-146).
    public var isSynchronized: Bool {
        stopReason == 0 && runs.count <= 1
    }

    /// The message with what has been pulled so far.
    public var current: StreamMessage {
        var current = message
        if runs.count > 0 { current.content = text }
        current.isComplete = isComplete
        current.completeReason = completeReason ?? message.completeReason
        current.stopReason = stopReason.map { JSONNumber($0) } ?? message.stopReason
        current.isSynchronized = isSynchronized
        return current
    }

    /// Forgets what an earlier, broken pull has left behind (CNT-142).
    private mutating func clear() {
        self = StreamAccumulator(message, limits: limits)
    }

    private mutating func take(_ chunk: StreamChunk) -> Outcome {
        guard let sequence = chunk.sequence?.int64, sequence > 0, sequence < .max else { return .withoutSequence }
        if let last, sequence > last { return .outOfPlace }
        if chunks[sequence] != nil { return .repeated }
        let text = chunk.content ?? ""
        guard bytes + text.utf8.count <= limits.textBytes, chunks.count < limits.chunks else { return .overLimit }
        bytes += text.utf8.count
        chunks[sequence] = text
        if chunk.isComplete == true {
            isComplete = true
            completeReason = chunk.completeReason
            last = sequence
        }
        let cost = text.utf8.count + 1
        runs.insert(sequence, cost: cost)
        credit += 2 * cost
        join()
        return .applied
    }

    /// Joins the text up to the first gap, as soon as that is paid for; until then ``text`` does it when it is asked.
    ///
    /// Numbers that fall would otherwise join the whole text again with each of them.
    private mutating func join() {
        guard let run = runs.first else { return }
        let cost = joined.run.start == run.start ? run.cost - joined.run.cost : run.cost
        guard cost <= credit else { return }
        credit -= cost
        if joined.run.start == run.start {
            StreamAccumulator.append(chunks, joined.run.end..<run.end, to: &joined.text)
        } else {
            joined.text = joinedText(to: run)
        }
        joined.run = run
    }

    /// The text of the first run.
    private func joinedText(to run: ChunkRuns.Run) -> String {
        let isBegun = joined.run.start == run.start
        var text = isBegun ? joined.text : ""
        StreamAccumulator.append(chunks, (isBegun ? joined.run.end : run.start)..<run.end, to: &text)
        return text
    }

    private static func append(_ chunks: [Int64: String], _ numbers: Range<Int64>, to text: inout String) {
        for number in numbers { if let chunk = chunks[number] { text += chunk } }
    }
}
