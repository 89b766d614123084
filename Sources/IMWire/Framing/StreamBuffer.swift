// SPDX-License-Identifier: Apache-2.0

/// A buffer for the bytes that a decoder has not consumed yet, with a maximum size.
///
/// ```swift
/// var buffer = StreamBuffer(limit: decoder.maximumPending + 65_536)
/// guard buffer.append(chunk) else { /* the chunk is larger than agreed */ }
/// var position = 0
/// reading: while true {
///     switch decoder.next(in: buffer.bytes, from: &position) { … }
/// }
/// buffer.removeFirst(position)
/// ```
/// A limit of the decoder's maximum of pending bytes plus one chunk is always sufficient.
package struct StreamBuffer: Sendable {
    /// The maximum number of bytes kept.
    package let limit: Int
    private var storage: [UInt8] = []
    private var start = 0
    private var end = 0

    /// Creates an empty buffer that keeps up to `limit` bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The number of bytes kept.
    package var count: Int { end - start }

    /// The bytes kept.
    package var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { storage.span.slice(start, end) }
    }

    /// Appends bytes, or returns false and appends none if the limit would be exceeded.
    package mutating func append(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= limit - count else { return false }
        if end + bytes.count > storage.count { makeRoom(bytes.count) }
        let place = end
        var room = storage.mutableSpan
        room.copy(bytes, at: place)
        end += bytes.count
        return true
    }

    /// Removes the first bytes, which have been consumed.
    package mutating func removeFirst(_ consumed: Int) {
        start += Swift.max(0, Swift.min(consumed, count))
        if start == end {
            start = 0
            end = 0
        }
    }

    /// Removes the rest of an ended stream, and returns the error that `finish` finds in it.
    package mutating func finish(_ finish: (Span<UInt8>) -> StreamFault?) -> StreamFault? {
        let fault = finish(bytes)
        removeFirst(count)
        return fault
    }

    /// Moves the kept bytes to the front of the storage, or to a larger storage.
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
