// SPDX-License-Identifier: Apache-2.0

import IMWire

/// `checksum`: a packet is accepted only with the checksums that zlib has for it, and with fields that its bytes say.
package enum ChecksumOracle {
    /// Judges a packet that was accepted at `offset` of `bytes`.
    package static func judge(
        _ header: PacketHeader, _ bytes: [UInt8], at offset: Int, _ observation: inout Observation
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
            header.type.rawValue == type && header.flags.rawValue == flags && bytes[offset] == 0xfa
            && bytes[offset + 1] == 0xce && bytes[offset + 2] == 1 && Int(header.headerLength) == Int(bytes[offset + 3])
            && Int(header.sequence) == PacketBuilder.read32(bytes, at: offset + 8)
            && Int(header.payloadLength) == PacketBuilder.read32(bytes, at: offset + 12)
        if !isRight { observation.violate(.checksum, at: "fields") }
        if flags & ~15 != 0 { observation.violate(.checksum, at: "unknown flags") }  // FRM-036
        // FRM-043
        if type == 1, flags != 0 || header.payloadLength != 0 { observation.violate(.checksum, at: "heartbeat") }
    }
}

/// `reassembly`: which fragments are held, which complete a unit and what it is, after a model of FRM-052 to FRM-057
/// that keeps every part and looks at all of them each time.
package struct ReassemblyModel {
    private struct Part {
        var index: Int
        var start: Int
        var bytes: [UInt8]
        var end: Int { start + bytes.count }
    }

    private struct Parts {
        var flags: PacketFlags
        var count: Int
        var total: Int
        var parts: [Part]
    }

    private var sets: [UInt32: Parts] = [:]
    private let limits: FramingLimits
    /// The units that have to be complete: where the payload of the last fragment begins, and the joined bytes.
    package private(set) var complete: [Int: [UInt8]] = [:]
    /// Where the payload of each fragment begins, and whether it does not fit to those before and has to be refused.
    package private(set) var refused: [Int: Bool] = [:]

    /// A model with nothing in it.
    package init(_ limits: FramingLimits) {
        self.limits = limits
    }

    /// Takes in a packet that the packet decoder has accepted.
    package mutating func take(
        _ header: PacketHeader, _ fragment: FragmentFields, _ part: [UInt8], payloadAt place: Int
    ) {
        refused[place] = !isTaken(header, fragment, part, payloadAt: place)
    }

    private mutating func isTaken(
        _ header: PacketHeader, _ fragment: FragmentFields, _ part: [UInt8], payloadAt place: Int
    ) -> Bool {
        let count = Int(fragment.count)
        let total = Int(fragment.total)
        guard count <= limits.fragmentCount else { return false }
        let new = Part(index: Int(fragment.index), start: Int(fragment.offset), bytes: part)
        var set: Parts
        if let open = sets[header.sequence] {
            guard open.flags == header.flags, open.count == count, open.total == total else { return false }
            set = open
            guard !set.parts.contains(where: { $0.index == new.index }) else { return false }
        } else {
            let claimed = sets.values.reduce(0) { $0 + $1.total }
            guard sets.count < limits.openFragments, claimed + total <= limits.fragmentBytes else { return false }
            set = Parts(flags: header.flags, count: count, total: total, parts: [])
        }
        set.parts.append(new)
        set.parts.sort { $0.index < $1.index }
        guard ReassemblyModel.fits(set) else { return false }
        if set.parts.count == count {
            complete[place] = set.parts.flatMap(\.bytes)
            sets[header.sequence] = nil
        } else {
            sets[header.sequence] = set
        }
        return true
    }

    /// Whether the parts lie one behind the other, with room for those that are missing, a byte each at least.
    private static func fits(_ set: Parts) -> Bool {
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
