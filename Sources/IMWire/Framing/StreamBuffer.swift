// SPDX-License-Identifier: Apache-2.0

/// Keeps what a decoder has not consumed yet, and never more than its limit.
///
/// ```swift
/// var buffer = StreamBuffer(limit: decoder.maximumPending + 65_536)
/// guard buffer.append(chunk) else { /* more than was agreed came at once */ }
/// var position = 0
/// reading: while true {
///     switch decoder.next(in: buffer.bytes, from: &position) { … }
/// }
/// buffer.removeFirst(position)
/// ```
/// A limit of what the decoder may leave pending and one chunk is always enough.
public struct StreamBuffer: Sendable {
    /// The most bytes that are kept.
    public let limit: Int
    private var storage: [UInt8] = []
    private var start = 0
    private var end = 0

    /// An empty buffer that keeps up to `limit` bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// How many bytes are kept.
    public var count: Int { end - start }

    /// The bytes that are kept.
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { storage.span.slice(start, end) }
    }

    /// Takes bytes in; false, and none are taken, where that would be more than the limit.
    public mutating func append(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= limit - count else { return false }
        if end + bytes.count > storage.count { makeRoom(bytes.count) }
        let place = end
        var room = storage.mutableSpan
        room.copy(bytes, at: place)
        end += bytes.count
        return true
    }

    /// Lets go of the first bytes, which have been consumed.
    public mutating func removeFirst(_ consumed: Int) {
        start += Swift.max(0, Swift.min(consumed, count))
        if start == end {
            start = 0
            end = 0
        }
    }

    /// Moves what is kept to the front, or into a larger storage.
    private mutating func makeRoom(_ added: Int) {
        let kept = count
        let needed = kept + added
        if needed > storage.count {
            var larger = [UInt8](repeating: 0, count: Swift.min(Swift.max(needed, storage.count * 2), limit))
            var room = larger.mutableSpan
            room.copy(bytes, at: 0)
            storage = larger
        } else {
            let place = start
            var room = storage.mutableSpan
            room.move(from: place, to: 0, count: kept)
        }
        start = 0
        end = kept
    }
}
