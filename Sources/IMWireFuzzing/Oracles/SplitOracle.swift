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
        var hash = TextHash.of(fault.error.code.rawValue) &+ TextHash.of(fault.error.path)
        hash = (hash ^ UInt64(bitPattern: Int64(fault.error.offset))) &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ UInt64(bitPattern: Int64(fault.inner ?? -1))) &* 0xbf58_476d_1ce4_e5b9
        return hash ^ (fault.scope == .connection ? 1 : 2)
    }
}

/// `split`: whole and in any pieces a stream gives the same.
package enum SplitOracle {
    /// Tries divisions of a stream: two quick ones that follow from the bytes, or all of them.
    ///
    /// - Parameters:
    ///   - seam: a byte right behind which a decoder may go wrong; every other quick division is there.
    ///   - trace: what the decoder gives when the stream comes in pieces that end at these places.
    package static func judge(
        _ place: String, _ input: [UInt8], from start: Int, whole: StreamTrace, seam: UInt8? = nil,
        _ observation: inout Observation, trace: (_ ends: [Int]) -> StreamTrace
    ) {
        let count = input.count - start
        guard count > 0 else { return }
        let hash = TextHash.of(input.span)
        var divisions: [[Int]] = []
        if observation.effort == .thorough {
            let step = max(1, count / 512)
            divisions = stride(from: 0, through: count, by: step).map { [start + $0, input.count] }
            divisions.append(Array(start + 1...input.count))
        } else {
            var end = start + Int(hash % UInt64(count))
            if let seam, hash >> 33 & 1 == 0, let next = input[end...].firstIndex(of: seam) { end = next + 1 }
            divisions = [[end, input.count]]
            if hash >> 40 & 63 == 0, count <= 256 { divisions.append(Array(start + 1...input.count)) }
        }
        for ends in divisions {
            let result = trace(ends)
            if result.says(whole) { continue }
            let first = zip(result.items, whole.items).enumerated().first { $1.0 != $1.1 }?.offset
            let kind = first != nil ? "item" : result.items.count != whole.items.count ? "count" : "pending"
            observation.violate(
                .split, at: "\(place) \(kind)",
                "in \(ends.count) pieces, the first of \(ends[0] - start): \(result.items.count) items and \(result.pending) pending, whole \(whole.items.count) and \(whole.pending)"
            )
            return
        }
    }
}
