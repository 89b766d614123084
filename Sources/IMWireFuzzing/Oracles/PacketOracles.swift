// SPDX-License-Identifier: Apache-2.0

import IMWire

/// `checksum`: a packet is accepted only with the checksums that zlib computes, and its fields match its bytes.
enum ChecksumOracle {
    /// Checks a packet that was accepted at `offset` in `bytes`.
    static func check(
        _ header: ChatPacketHeader, _ bytes: [UInt8], at offset: Int, _ observation: inout Observation
    ) {
        let end = offset + header.packetLength
        guard offset >= 0, end <= bytes.count, header.headerLength >= 24 else {
            return observation.violate(.checksum, at: "length")
        }
        let check = PacketBuilder.crc(bytes, offset..<offset + 16, 0)
        if PacketBuilder.read32(bytes, at: offset + 16) != Int(check) { observation.violate(.checksum, at: "header") }
        let all = PacketBuilder.crc(bytes, offset + 24..<end, check)
        if PacketBuilder.read32(bytes, at: offset + 20) != Int(all) {
            observation.violate(.checksum, at: header.payloadLength == 0 ? "empty payload" : "payload")
        }
        let type = bytes[offset + 4]
        let flags = UInt16(bytes[offset + 6]) << 8 | UInt16(bytes[offset + 7])
        let isRight =
            header.type.rawValue == type && header.flags.rawValue == flags
            && bytes[offset...].starts(with: PacketBuilder.magic)
            && bytes[offset + 2] == 1 && Int(header.headerLength) == Int(bytes[offset + 3])
            && Int(header.sequence) == PacketBuilder.read32(bytes, at: offset + 8)
            && Int(header.payloadLength) == PacketBuilder.read32(bytes, at: offset + 12)
        if !isRight { observation.violate(.checksum, at: "fields") }
        if flags & ~15 != 0 { observation.violate(.checksum, at: "unknown flags") }  // FRM-036
        // FRM-043.
        if type == 1, flags != 0 || header.payloadLength != 0 { observation.violate(.checksum, at: "heartbeat") }
    }
}

/// `reassembly`: a model of FRM-052 to FRM-057 that determines which fragments are held, and which complete a unit.
///
/// The model keeps every fragment and looks at all of them each time.
struct ReassemblyModel {
    /// A fragment, with the range of its bytes in the input.
    private struct Part {
        var index: Int
        var start: Int
        var bytes: Range<Int>
        var end: Int { start + bytes.count }
    }

    /// The fragments of an incomplete unit, ordered by index.
    private struct Parts {
        var sequence: UInt32
        var flags: ChatPacketFlags
        var count: Int
        var total: Int
        var parts: [Part]
    }

    /// The expected outcome of a fragment.
    struct Outcome {
        /// The offset of the fragment's payload.
        let place: Int
        /// Whether the fragment conflicts with earlier ones and must be refused.
        fileprivate(set) var isRefused = false
        /// The number of fragments of its unit that are held, including this one.
        fileprivate(set) var held = 0
        /// Whether a fragment is missing between those that are held.
        fileprivate(set) var hasHole = false
        /// The reassembled unit, if this fragment completes it.
        fileprivate(set) var unit: [UInt8]?
    }

    private var sets: [Parts] = []
    private let limits: ChatFramingLimits
    /// The expected outcome of each fragment, in the order of arrival.
    private(set) var outcomes: [Outcome] = []

    /// Creates an empty model.
    init(_ limits: ChatFramingLimits) {
        self.limits = limits
    }

    /// Adds a fragment that the packet decoder has accepted, with the range of its bytes in the input.
    mutating func add(
        _ header: ChatPacketHeader, _ fragment: ChatFragmentFields, _ part: Range<Int>, payloadAt place: Int,
        _ input: [UInt8]
    ) {
        var outcome = Outcome(place: place)
        outcome.isRefused = !accepts(header, fragment, part, &outcome, input)
        outcomes.append(outcome)
    }

    private mutating func accepts(
        _ header: ChatPacketHeader, _ fragment: ChatFragmentFields, _ part: Range<Int>, _ outcome: inout Outcome,
        _ input: [UInt8]
    ) -> Bool {
        let count = Int(fragment.count)
        let total = Int(fragment.total)
        guard count <= limits.fragmentCount else { return false }
        let new = Part(index: Int(fragment.index), start: Int(fragment.offset), bytes: part)
        let isKnown: Bool
        let set: Int
        if let open = sets.firstIndex(where: { $0.sequence == header.sequence }) {
            guard sets[open].flags == header.flags, sets[open].count == count, sets[open].total == total else {
                return false
            }
            guard !sets[open].parts.contains(where: { $0.index == new.index }) else { return false }
            (set, isKnown) = (open, true)
        } else {
            let claimed = sets.reduce(0) { $0 + $1.total }
            guard sets.count < limits.openFragments, claimed + total <= limits.fragmentBytes else { return false }
            sets.append(
                Parts(sequence: header.sequence, flags: header.flags, count: count, total: total, parts: []))
            (set, isKnown) = (sets.count - 1, false)
        }
        let order = sets[set].parts.firstIndex { $0.index > new.index } ?? sets[set].parts.count
        sets[set].parts.insert(new, at: order)
        outcome.held = sets[set].parts.count
        outcome.hasHole = sets[set].parts[outcome.held - 1].index - sets[set].parts[0].index >= outcome.held
        guard ReassemblyModel.fits(sets[set]) else {
            if isKnown { sets[set].parts.remove(at: order) } else { sets.removeLast() }
            return false
        }
        if sets[set].parts.count == count {
            var joined: [UInt8] = []
            joined.reserveCapacity(total)
            for part in sets[set].parts { joined += input[part.bytes] }
            outcome.unit = joined
            sets.remove(at: set)
        }
        return true
    }

    /// Returns whether the fragments are in order without overlap, with at least one byte for each missing fragment.
    private static func fits(_ set: borrowing Parts) -> Bool {
        var end = 0
        var index = -1
        func leavesRoom(_ next: Int, _ start: Int) -> Bool {
            let missing = next - index - 1
            let gap = start - end
            return missing == 0 ? gap == 0 : gap >= missing
        }
        for part in set.parts {
            guard leavesRoom(part.index, part.start) else { return false }
            end = part.end
            index = part.index
        }
        return leavesRoom(set.count, set.total)
    }
}
