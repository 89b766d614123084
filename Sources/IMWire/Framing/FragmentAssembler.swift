// SPDX-License-Identifier: Apache-2.0

/// Joins fragments by sequence number, in whatever order they come, within limits of bytes, sets and time (FRM-056).
struct FragmentAssembler: Sendable {
    private let limits: FramingLimits
    /// The open sets, the oldest first.
    private var sets: [FragmentSet] = []
    /// The totals of all open sets (FRM-057).
    private(set) var claimed = 0
    /// The unit that was completed last; it lives until the decoder is asked again.
    private(set) var unit: [UInt8] = []

    init(limits: FramingLimits) {
        self.limits = limits
    }

    /// How many sets are open.
    var openSets: Int { sets.count }

    /// Lets go of what was given out.
    @inline(__always)
    mutating func releaseUnit() {
        if !unit.isEmpty { unit = [] }
    }

    /// Forgets everything.
    mutating func clear() {
        self = FragmentAssembler(limits: limits)
    }

    /// Drops the oldest set if its time is over, and returns where its first fragment began (FRM-058).
    mutating func expire(at time: Int64) -> Int? {
        // Times need not rise with the order of the sets if the caller's clock jumps.
        guard let index = sets.firstIndex(where: { $0.age(at: time) > limits.fragmentAge }) else { return nil }
        let place = sets[index].place
        drop(index)
        return place
    }

    /// Takes a fragment in; true if its unit is complete then and stands in ``unit`` (FRM-056).
    mutating func take(_ packet: borrowing Packet, _ fields: FragmentFields, at time: Int64) throws(StreamFault) -> Bool
    {
        let payload = packet.payloadOffset
        let index: Int
        let isNew: Bool
        if let found = sets.firstIndex(where: { $0.sequence == packet.header.sequence }) {
            // FRM-057 comes first, and is about every fragment: a count above the limit can only be a lie here.
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
        unit = sets[index].takeBytes()
        drop(index)
        return true
    }

    private mutating func drop(_ index: Int) {
        claimed -= Int(sets[index].total)
        sets.remove(at: index)
    }
}
