// SPDX-License-Identifier: Apache-2.0

import IMWire

extension Deviation.ID {
    /// A packet that ends before the last of its members (RMTP-040).
    static let missingMembers = Deviation.ID(130)
    /// A string that extends beyond its packet (RMTP-042).
    static let longString = Deviation.ID(131)
    /// Bytes after the last member of a packet (RMTP-043).
    static let trailingBytes = Deviation.ID(132)
    /// A packet in the wrong direction (RMTP-045).
    static let otherDirection = Deviation.ID(133)
    /// A flag of a CONNECT that has no meaning (RMTP-374).
    static let strayConnectFlag = Deviation.ID(134)
    /// An unknown flag of a CONNACK (RMTP-034).
    static let unknownFlag = Deviation.ID(135)
    /// A length in more bytes than it needs (RMTP-084).
    static let longLength = Deviation.ID(136)
    /// A header code written without a sign (RMTP-092).
    static let unsignedHeader = Deviation.ID(137)
    /// Polled `data` that is not in a string (RMTP-378).
    static let bareData = Deviation.ID(145)
    /// Polled `data` that is an empty string (RMTP-379).
    static let emptyData = Deviation.ID(146)
    /// A duplicate member (CNT-017).
    static let twice = Deviation.ID(101)
    /// A lone surrogate escape (CNT-016).
    static let loneEscape = Deviation.ID(109)
}

/// The deviations of one packet, stored without allocation: each kind at most once, in this order (RMTP-002).
struct FrameDeviations {
    /// The number of a deviation, or 0 for none, and its offset from the first byte of the packet.
    private struct Slot {
        var offset: UInt32 = 0
        var number: UInt8 = 0
        var member = FrameMember.none
    }

    private var length = Slot()
    private var direction = Slot()
    private var flags = Slot()
    private var string = Slot()
    private var end = Slot()

    /// Whether there are no deviations.
    @inline(__always)
    var isEmpty: Bool {
        length.number | direction.number | flags.number | string.number | end.number == 0
    }

    /// Records a deviation.
    ///
    /// Missing members and trailing bytes share a slot that keeps the first; every other kind occurs at most once in a
    /// packet.
    @inline(never)
    mutating func record(_ id: Deviation.ID, _ member: FrameMember, at offset: Int) {
        let slot = Slot(
            offset: UInt32(clamping: offset), number: UInt8(truncatingIfNeeded: id.number), member: member)
        switch id {
        case .longLength: length = slot
        case .otherDirection: direction = slot
        case .strayConnectFlag, .unknownFlag: flags = slot
        case .longString: string = slot
        default: if end.number == 0 { end = slot }
        }
    }

    /// Returns the deviations in reading order for a packet that begins at `start`.
    func list(from start: Int) -> [Deviation] {
        if isEmpty { return [] }
        return [length, direction, flags, string, end].filter { $0.number != 0 }.map {
            Deviation(Deviation.ID(UInt16($0.number)), offset: start + Int($0.offset), path: $0.member.path)
        }
    }
}
