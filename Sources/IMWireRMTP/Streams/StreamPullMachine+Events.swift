// SPDX-License-Identifier: Apache-2.0

import IMWire

extension StreamPullMachine {
    /// An event that the pull of a stream message handles.
    @nonexhaustive
    public enum Event: SessionEvent {
        /// The application requests the whole text.
        case request
        /// The service has accepted the request.
        case begin
        /// A chunk has arrived.
        case chunk(ContentStreamChunk)
        /// The service has ended the pull, or the pull has failed.
        ///
        /// A code of 0 means success.
        case end(code: Int = 0, stopReason: Int? = nil)
        /// Time passes.
        case tick
    }

    /// An action that the pull of a stream message requests (CNT-147).
    @nonexhaustive
    public enum Action: Hashable, Sendable {
        /// Request the stream from the service.
        case pull
        /// The request is refused.
        case refused(code: Int)
        /// The pull begins without the chunks of an earlier pull (CNT-142).
        case initialized
        /// A chunk has been taken.
        ///
        /// `length` is the length of the whole text in bytes of UTF-8.
        case delta(sequence: Int64, content: String, length: Int)
        /// The pull has ended.
        case completed(StreamPullResult)
    }
}

/// The result of the pull of a stream message.
public struct StreamPullResult: Hashable, Sendable {
    /// The code for the end of the pull, which is 0 for success.
    public var code: Int
    /// The text up to the first missing number, or nil if no chunk was taken.
    public var content: String?
    /// Whether the last chunk of the text was taken.
    public var isComplete: Bool
    /// The business server's reason for ending the text early, from the last chunk (CNT-145).
    public var completeReason: JSONNumber?
    /// The service's reason for ending the stream, which is 0 for the normal end (CNT-145).
    public var stopReason: Int?
    /// Whether the message is synchronized now (CNT-146).
    public var isSynchronized: Bool
    /// The missing numbers between the chunks, in ascending order (CNT-144).
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
