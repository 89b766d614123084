// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The results of a stream decoder: a hash for each item, and the final state.
struct StreamTrace: Equatable {
    /// A hash of the kind, fields, location and bytes of each item.
    var items: [UInt64] = []
    /// The number of bytes that were not consumed.
    var pending = 0
    /// The number of calls to the decoder.
    var steps = 0
    /// Whether the connection is closed.
    var isClosed = false

    /// Removes all results.
    mutating func clear() {
        items.removeAll(keepingCapacity: true)
        pending = 0
        steps = 0
        isClosed = false
    }

    /// Decodes a stream in the chunks of a division, and records the final state.
    ///
    /// - Parameter next: decodes the next item, and returns whether the decoder needs more bytes.
    mutating func read(
        _ input: [UInt8], _ division: Division, mostSteps: Int,
        _ next: (Span<UInt8>, inout Int, inout StreamTrace) -> Bool
    ) {
        var consumed = 1
        for end in division {
            let piece = input.span.extracting(consumed..<end)
            var position = 0
            repeat { steps += 1 } while !next(piece, &position, &self) && steps <= mostSteps
            consumed += position
        }
        pending = input.count - consumed
    }

    /// Returns whether two traces have the same results; the number of calls depends on the split and is ignored.
    func hasSameResults(as other: StreamTrace) -> Bool {
        items == other.items && pending == other.pending && isClosed == other.isClosed
    }

    /// Adds an error of a stream, and checks its offset in the stream and its code.
    mutating func add(
        _ fault: StreamFault, of count: Int, allowed: ErrorCodes? = .streams, at place: String = "stream",
        _ observation: inout Observation
    ) {
        items.append(StreamTrace.number(fault))
        if observation.effort == .silent { return }
        // The offset of the zlib stream is reported even if no bytes are there (FRM-062).
        let last = fault.error.code == .frameInflate ? count + 4 : count
        ErrorOracle.check(fault.error, of: last, allowed: allowed, at: place, &observation)
    }

    private static func number(_ fault: StreamFault) -> UInt64 {
        var hash = TextHash.of(fault.error.code) &+ TextHash.of(fault.error.path.utf8.span)
        hash = (hash ^ UInt64(bitPattern: Int64(fault.error.offset))) &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ UInt64(bitPattern: Int64(fault.inner ?? -1))) &* 0xbf58_476d_1ce4_e5b9
        return hash ^ (fault.scope == .connection ? 1 : 2)
    }
}

/// The offsets at which the chunks of a stream end.
struct Division: Sequence, IteratorProtocol {
    private var place: Int
    private let step: Int
    private let end: Int
    private var isDone = false

    /// Creates the division of a stream that ends at `end` into a single chunk.
    init(whole end: Int) { self.init(place: end, step: 0, end: end) }

    /// Creates the division into two chunks, of which the first ends at `place`.
    init(at place: Int, of end: Int) { self.init(place: place, step: Swift.max(1, end - place), end: end) }

    /// Creates the division into single bytes from `start`.
    init(bytesFrom start: Int, of end: Int) { self.init(place: start + 1, step: 1, end: end) }

    private init(place: Int, step: Int, end: Int) {
        self.place = place
        self.step = step
        self.end = end
    }

    /// Returns the end of the next chunk, or nil at the end of the stream.
    @inline(__always)
    mutating func next() -> Int? {
        guard !isDone else { return nil }
        defer { place += step }
        isDone = place >= end
        return Swift.min(place, end)
    }
}

/// `split`: a stream has the same results whole and in chunks.
enum SplitOracle {
    /// Tries divisions of a stream: one that follows from the bytes and sometimes single bytes, or all if thorough.
    ///
    /// - Parameters:
    ///   - seam: a byte after which a decoder is likely to fail; half of the quick divisions are there.
    ///   - pieces: a buffer for the decoder's results, reused for every execution.
    ///   - trace: decodes the stream in the chunks of a division and records the results.
    static func check(
        _ place: @autoclosure () -> String, _ input: [UInt8], from start: Int, whole: borrowing StreamTrace,
        seam: UInt8? = nil, into pieces: inout StreamTrace, _ observation: inout Observation,
        trace: (Division, inout StreamTrace) -> Void
    ) {
        let count = input.count - start
        guard count > 0 else { return }
        func agrees(_ division: Division) -> Bool {
            pieces.clear()
            trace(division, &pieces)
            if pieces.hasSameResults(as: whole) { return true }
            let first = zip(pieces.items, whole.items).enumerated().first { $1.0 != $1.1 }?.offset
            let kind = first != nil ? "item" : pieces.items.count != whole.items.count ? "count" : "pending"
            let ends = Array(division)
            observation.violate(
                .split, at: "\(place()) \(kind)",
                "in \(ends.count) pieces, the first of \(ends[0] - start): \(pieces.items.count) items and \(pieces.pending) pending, whole \(whole.items.count) and \(whole.pending)"
            )
            return false
        }
        if observation.effort == .thorough {
            for first in stride(from: 0, through: count, by: max(1, count / 512)) {
                guard agrees(Division(at: start + first, of: input.count)) else { return }
            }
            _ = agrees(Division(bytesFrom: start, of: input.count))
        } else {
            let hash = TextHash.of(input.span)
            var end = start + Int(hash % UInt64(count))
            if let seam, hash >> 33 & 1 == 0, let next = input[end...].firstIndex(of: seam) { end = next + 1 }
            guard agrees(Division(at: end, of: input.count)) else { return }
            if hash >> 40 & 63 == 0, count <= 256 { _ = agrees(Division(bytesFrom: start, of: input.count)) }
        }
    }
}
