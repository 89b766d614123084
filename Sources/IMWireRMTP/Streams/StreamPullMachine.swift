// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A pure state machine for the pull of one stream message (seed 004).
///
/// ```
///          request: pull              begin: init               end: complete, isSync true
///   idle ----------------> requested ------------> pulling -------------------------------> synced
///    ^ ^    end: refused       |                    |    chunk: delta
///    | +-----------------------+                    |
///    +----------------------------------------------+
///       end, or a chunk over a limit: complete, isSync false
/// ```
/// Chunks may arrive in any order and more than once. The text ends at the first missing number, so that text after a
/// gap is never presented as complete.
/// ```swift
/// var pull = StreamPullMachine()
/// for step in pull.handle(.request, at: now) { carryOut(step.action) }
/// show(pull.text)
/// ```
public struct StreamPullMachine: RuledMachine, ~Copyable, Sendable {
    private enum Phase {
        case idle
        case requested
        case pulling
        case synced
    }

    private let configuration: Configuration
    private var state: Phase
    private var chunks = ChunkText()
    /// Whether a chunk without a usable number has arrived, so that its text cannot be placed (SES-134).
    private var hasUnplacedChunk = false
    /// The number of the last chunk, or nil until that chunk is taken.
    private var last: Int64?
    private var completeReason: JSONNumber?
    private var stopReason: Int?
    @usableFromInline package var core = MachineCore<Never, Action>()

    /// Creates the machine for one message.
    public init(_ configuration: Configuration = Configuration()) {
        let configuration = configuration.limited
        self.configuration = configuration
        state = configuration.isSynchronized ? .synced : .idle
    }

    /// The text up to the first missing number (SES-133).
    public var text: String { chunks.text }
    /// The missing numbers between the chunks that have arrived (CNT-144).
    public var missing: [ClosedRange<Int64>] { chunks.gaps }
    /// Whether the message is synchronized (CNT-146).
    public var isSynchronized: Bool {
        switch state {
        case .synced: true
        case .idle, .requested, .pulling: false
        }
    }

    /// Nil, because the machine has no timers.
    public var nextDue: Int64? { firstDue }
    /// The number of chunks and bytes that were joined so far, the measure of the machine's work.
    package var steps: Int { chunks.steps }

    /// Handles an event and returns the actions to carry out.
    ///
    /// A time earlier than that of the previous event is replaced by that time (SES-002).
    public mutating func handle(_ event: Event, at time: Int64) -> [TimedAction<Action>] {
        run(event, at: time)
    }

    @usableFromInline package mutating func apply(_ event: Event) {
        if let action = action(for: event) { emit(action) }
    }

    /// Returns the announced message with the text pulled so far.
    public func message(_ announced: StreamMessage) -> StreamMessage {
        var message = announced
        if chunks.count > 0 {
            message.content = text
            message.isComplete = last != nil
        }
        message.completeReason = completeReason ?? announced.completeReason
        message.stopReason = stopReason.map { JSONNumber($0) } ?? announced.stopReason
        message.isSynchronized = isSynchronized
        return message
    }

    /// Handles an event, and returns its action if there is one (SES-139).
    private mutating func action(for event: Event) -> Action? {
        switch (event, state) {
        case (.request, .idle):
            state = .requested
            return .pull
        case (.request, .requested), (.request, .pulling):
            return .refused(code: StreamCode.inProgress)
        case (.request, .synced):
            return .refused(code: StreamCode.synchronized)
        case (.begin, .requested):
            begin()
            return .initialized
        case (.chunk(let chunk), .pulling):
            return receive(chunk)
        case (.end(let code, _), .requested) where code != 0:
            state = .idle
            return .refused(code: code)  // SES-131
        case (.end(let code, let reason), .pulling):
            return end(code, reason)
        case (.begin, .idle), (.begin, .pulling), (.begin, .synced), (.chunk, .idle), (.chunk, .requested),
            (.chunk, .synced), (.end, .idle), (.end, .requested), (.end, .synced), (.tick, _):
            return nil
        }
    }

    /// Begins a pull without the chunks of an earlier one (CNT-142).
    private mutating func begin() {
        state = .pulling
        chunks = ChunkText()
        hasUnplacedChunk = false
        last = nil
        completeReason = nil
        stopReason = nil
    }

    private mutating func receive(_ chunk: ContentStreamChunk) -> Action? {
        guard let sequence = chunk.sequence.int64, sequence > 0, sequence < .max else {
            hasUnplacedChunk = true
            return nil
        }
        if let last, sequence > last { return nil }  // SES-135
        if chunks.contains(sequence) { return nil }  // CNT-143
        let text = chunk.content
        guard chunks.count < configuration.chunks, text.utf8.count <= configuration.textBytes - chunks.bytes else {
            return end(StreamCode.failed, nil)  // SES-138
        }
        if chunk.isComplete, sequence > chunks.highest ?? 0 {
            last = sequence
            completeReason = chunk.completeReason
        }
        chunks.insert(sequence, text)
        return .delta(sequence: sequence, content: text, length: chunks.length)
    }

    private mutating func end(_ code: Int, _ reason: Int?) -> Action {
        state = code == 0 && chunks.isWhole && !hasUnplacedChunk ? .synced : .idle  // SES-137
        stopReason = reason
        return .completed(
            StreamPullResult(
                code: code, content: chunks.count > 0 ? text : nil, isComplete: last != nil,
                completeReason: completeReason, stopReason: reason, isSynchronized: isSynchronized,
                missing: missing))
    }
}

/// The iOS SDK's codes for the outcome of a request.
private enum StreamCode {
    /// The request has failed.
    static let failed = 39_005
    /// An earlier request is being processed.
    static let inProgress = 39_006
    /// The message is synchronized already.
    static let synchronized = 39_007
}
