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
    /// The lowest number that has come: streams start where they like (CNT-141).
    private var first: Int64?
    /// The first number that is not in the text yet.
    private var next: Int64 = 0
    private var last: Int64?

    /// The text up to the first missing number.
    public private(set) var text = ""
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
        var gaps: [ClosedRange<Int64>] = []
        var expected = next
        for sequence in chunks.keys.filter({ $0 >= next }).sorted() {
            if sequence > expected { gaps.append(expected...sequence - 1) }
            expected = sequence &+ 1
        }
        return gaps
    }

    /// Whether the pull has ended normally and nothing is missing (CNT-146).
    public var isSynchronized: Bool {
        stopReason == 0 && !chunks.keys.contains { $0 >= next }
    }

    /// The message with what has been pulled so far.
    public var current: StreamMessage {
        var current = message
        if first != nil { current.content = text }
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
        if first.map({ sequence < $0 }) ?? true {
            // The text begins earlier than it seemed: join it anew.
            first = sequence
            next = sequence
            self.text = ""
        }
        while let text = chunks[next] {
            self.text += text
            next += 1
        }
        return .applied
    }
}
