// SPDX-License-Identifier: Apache-2.0

/// An event that the pull of a stream message handles.
@nonexhaustive
public enum StreamPullEvent: Hashable, Sendable {
    /// The application asks for the whole text.
    case request
    /// The service has accepted the request.
    case begin
    /// A chunk has arrived.
    case chunk(StreamChunk)
    /// The service has ended the pull, or the pull has failed; a code of 0 is success.
    case end(code: Int = 0, stopReason: Int? = nil)
    /// Time passes.
    case tick
}

/// An action that the pull of a stream message asks for (CNT-147).
@nonexhaustive
public enum StreamPullAction: Hashable, Sendable {
    /// Ask the service for the stream.
    case pull
    /// The request is refused.
    case refused(code: Int)
    /// The pull begins, and the chunks of an earlier pull are forgotten (CNT-142).
    case initialized
    /// A chunk was taken; `length` is the length of the whole text in bytes of UTF-8.
    case delta(sequence: Int64, content: String, length: Int)
    /// The pull has ended.
    case completed(StreamPullResult)
}

/// The result of the pull of a stream message.
public struct StreamPullResult: Hashable, Sendable {
    /// The reason why the pull has ended; 0 is success.
    public var code: Int
    /// The text up to the first missing number, or nil if no chunk was taken.
    public var content: String?
    /// Whether the last chunk of the text was taken.
    public var isComplete: Bool
    /// The reason of the business server for ending the text early, from the last chunk (CNT-145).
    public var completeReason: JSONNumber?
    /// The reason of the service for ending the stream; 0 is the normal end (CNT-145).
    public var stopReason: Int?
    /// Whether the message is synchronised now (CNT-146).
    public var isSynchronized: Bool
    /// The numbers that are missing between the chunks, in ascending order (CNT-144).
    public var missing: [ClosedRange<Int64>]

    package init(
        code: Int, content: String?, isComplete: Bool, completeReason: JSONNumber?, stopReason: Int?,
        isSynchronized: Bool, missing: [ClosedRange<Int64>]
    ) {
        self.code = code
        self.content = content
        self.isComplete = isComplete
        self.completeReason = completeReason
        self.stopReason = stopReason
        self.isSynchronized = isSynchronized
        self.missing = missing
    }
}
