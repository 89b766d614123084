// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What a decoder of a stream gave: a number for each item, and what was left.
package struct StreamTrace: Equatable {
    /// A number for each item: its kind, fields, place and bytes.
    package var items: [UInt64] = []
    /// How many bytes were not consumed.
    package var pending = 0
    /// How often the decoder was asked.
    package var steps = 0
    /// Whether the connection is over.
    package var isClosed = false

    /// Forgets everything.
    package mutating func clear() {
        items.removeAll(keepingCapacity: true)
        pending = 0
        steps = 0
        isClosed = false
    }

    /// Whether two traces say the same; how often a decoder was asked depends on the division.
    package func says(_ other: StreamTrace) -> Bool {
        items == other.items && pending == other.pending && isClosed == other.isClosed
    }

    /// A number for a fault.
    package static func number(_ fault: StreamFault) -> UInt64 {
        var hash = TextHash.of(fault.error.code) &+ TextHash.of(fault.error.path.utf8.span)
        hash = (hash ^ UInt64(bitPattern: Int64(fault.error.offset))) &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ UInt64(bitPattern: Int64(fault.inner ?? -1))) &* 0xbf58_476d_1ce4_e5b9
        return hash ^ (fault.scope == .connection ? 1 : 2)
    }
}

/// Where the pieces end that a stream is divided into.
package struct Division: Sequence, IteratorProtocol {
    private var place: Int
    private let step: Int
    private let end: Int
    private var isDone = false

    /// All of a stream that ends at `end` in one piece.
    package init(whole end: Int) { self.init(place: end, step: 0, end: end) }

    /// Two pieces, of which the first ends at `place`.
    package init(at place: Int, of end: Int) { self.init(place: place, step: Swift.max(1, end - place), end: end) }

    /// Each byte from `start` on by itself.
    package init(bytesFrom start: Int, of end: Int) { self.init(place: start + 1, step: 1, end: end) }

    private init(place: Int, step: Int, end: Int) {
        self.place = place
        self.step = step
        self.end = end
    }

    /// The end of the next piece.
    @inline(__always)
    package mutating func next() -> Int? {
        guard !isDone else { return nil }
        defer { place += step }
        isDone = place >= end
        return Swift.min(place, end)
    }
}

/// `split`: whole and in any pieces a stream gives the same.
package enum SplitOracle {
    /// Tries divisions of a stream: one quick one that follows from the bytes, now and then each byte by itself, or all.
    ///
    /// - Parameters:
    ///   - seam: a byte right behind which a decoder may go wrong; every other quick division is there.
    ///   - pieces: room for what the decoder gives, used again for every execution.
    ///   - trace: what the decoder gives when the stream comes in these pieces.
    package static func judge(
        _ place: @autoclosure () -> String, _ input: [UInt8], from start: Int, whole: borrowing StreamTrace,
        seam: UInt8? = nil, into pieces: inout StreamTrace, _ observation: inout Observation,
        trace: (Division, inout StreamTrace) -> Void
    ) {
        let count = input.count - start
        guard count > 0 else { return }
        func agrees(_ division: Division) -> Bool {
            pieces.clear()
            trace(division, &pieces)
            if pieces.says(whole) { return true }
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
