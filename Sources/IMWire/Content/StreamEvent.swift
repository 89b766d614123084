// SPDX-License-Identifier: Apache-2.0

/// What happens while a stream message is pulled, in this order (CNT-147).
public enum StreamEvent: Hashable, Sendable {
    /// The pull begins.
    case initialized
    /// A chunk has come.
    case delta(StreamChunk)
    /// The pull has ended; 0 is the service's normal end (CNT-145).
    case completed(stopReason: Int)
}
