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

    /// Decodes the stream after the first byte of an input in chunks that end at the given offsets.
    ///
    /// - Parameter next: decodes the next item, and returns whether the decoder needs more bytes.
    mutating func read(
        _ input: [UInt8], _ ends: [Int], mostSteps: Int,
        _ next: (Span<UInt8>, inout Int, inout StreamTrace) -> Bool
    ) {
        var consumed = 1
        for end in ends {
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

/// `split`: a stream has the same results whole and in chunks.
enum SplitOracle {
    /// Tries divisions of a stream: one that follows from the bytes and sometimes single bytes, or all if thorough.
    ///
    /// - Parameters:
    ///   - seam: a byte after which a decoder is likely to fail; half of the quick divisions are there.
    ///   - trace: decodes the stream after the first byte of the input in chunks that end at the given offsets.
    static func check(
        _ place: @autoclosure () -> String, _ input: [UInt8], whole: StreamTrace, seam: UInt8? = nil,
        _ observation: inout Observation, trace: (_ ends: [Int], inout Observation) -> StreamTrace
    ) {
        let count = input.count - 1
        guard count > 0 else { return }
        func agrees(_ ends: [Int]) -> Bool {
            var silent = Observation(.silent)
            let pieces = trace(ends, &silent)
            if pieces.hasSameResults(as: whole) { return true }
            let first = zip(pieces.items, whole.items).enumerated().first { $1.0 != $1.1 }?.offset
            let kind = first != nil ? "item" : pieces.items.count != whole.items.count ? "count" : "pending"
            observation.violate(
                .split, at: "\(place()) \(kind)",
                "in \(ends.count) pieces, the first of \(ends[0] - 1): \(pieces.items.count) items and \(pieces.pending) pending, whole \(whole.items.count) and \(whole.pending)"
            )
            return false
        }
        func agrees(at end: Int) -> Bool { agrees(end < input.count ? [end, input.count] : [input.count]) }
        if observation.effort == .thorough {
            for first in stride(from: 0, through: count, by: max(1, count / 512)) {
                guard agrees(at: 1 + first) else { return }
            }
            _ = agrees(Array(2...input.count))
        } else {
            let hash = TextHash.of(input.span)
            var end = 1 + Int(hash % UInt64(count))
            if let seam, hash >> 33 & 1 == 0, let next = input[end...].firstIndex(of: seam) { end = next + 1 }
            guard agrees(at: end) else { return }
            if hash >> 40 & 63 == 0, count <= 256 { _ = agrees(Array(2...input.count)) }
        }
    }
}
