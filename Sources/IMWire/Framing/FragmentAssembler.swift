// SPDX-License-Identifier: Apache-2.0

/// Joins fragments by sequence number, in any order and within limits of bytes, sets and time (FRM-056).
struct FragmentAssembler: Sendable {
    private let limits: ChatFramingLimits
    /// The open sets, oldest first.
    private var sets: [FragmentSet] = []
    /// The sum of the totals of all open sets (FRM-057).
    private(set) var claimed = 0
    /// The unit completed last, which is valid until the next call of the decoder.
    private(set) var unit: [UInt8] = []

    init(limits: ChatFramingLimits) {
        self.limits = limits
    }

    /// The number of open sets.
    var openSets: Int { sets.count }

    /// Releases the unit returned last.
    @inline(__always)
    mutating func releaseUnit() {
        if !unit.isEmpty { unit = [] }
    }

    /// Drops all sets and the last unit.
    mutating func clear() {
        self = FragmentAssembler(limits: limits)
    }

    /// Drops the oldest expired set, and returns the stream offset of its first fragment (FRM-058).
    mutating func expire(at time: Int64) -> Int? {
        // Times are not always in the order of the sets, because the caller's clock may jump.
        guard let index = sets.firstIndex(where: { $0.age(at: time) > limits.fragmentAge }) else { return nil }
        let place = sets[index].place
        drop(index)
        return place
    }

    /// Adds a fragment, and returns whether it completes its unit, which is then in ``unit`` (FRM-056).
    mutating func add(_ packet: borrowing ChatPacket, _ fields: ChatFragmentFields, at time: Int64) throws(StreamFault)
        -> Bool
    {
        let payload = packet.payloadOffset
        let index: Int
        let isNew: Bool
        if let found = sets.firstIndex(where: { $0.sequence == packet.header.sequence }) {
            // FRM-057 is checked first for every fragment. A count above the limit cannot match that of an open set.
            if Int(fields.count) > limits.fragmentCount { throw StreamFault(.frameFragmentLimit, at: payload) }
            guard sets[found].agrees(with: packet.header, fields) else {
                throw StreamFault(.frameFragmentConflict, at: payload)  // FRM-053
            }
            index = found
            isNew = false
        } else {
            guard sets.count < limits.openFragments, Int(fields.count) <= limits.fragmentCount,
                Int(fields.total) <= limits.fragmentBytes - claimed
            else { throw StreamFault(.frameFragmentLimit, at: payload) }  // FRM-057
            index = sets.count
            isNew = true
            sets.append(FragmentSet(packet.header, fields, at: packet.offset, time))
            claimed += Int(fields.total)
        }
        let part = packet.part
        if !isNew, let refusal = sets[index].refusal(fields, length: part.count) {
            throw StreamFault(refusal, at: refusal == .frameFragmentOverlap ? payload + 8 : payload)
        }
        sets[index].place(part, fields)
        guard sets[index].isComplete else { return false }
        unit = sets[index].removeBytes()
        drop(index)
        return true
    }

    private mutating func drop(_ index: Int) {
        claimed -= Int(sets[index].total)
        sets.remove(at: index)
    }
}
