// SPDX-License-Identifier: Apache-2.0

import IMWire

extension Deviation.ID {
    /// A packet ends before all of its members (RMTP-040).
    static let missingMembers = Deviation.ID(130)
    /// A string reaches beyond its packet (RMTP-042).
    static let longString = Deviation.ID(131)
    /// Something follows the last member of a packet (RMTP-043).
    static let trailingBytes = Deviation.ID(132)
    /// A packet goes the other way (RMTP-045).
    static let otherDirection = Deviation.ID(133)
    /// A flag of a CONNECT means nothing (RMTP-032).
    static let strayConnectFlag = Deviation.ID(134)
    /// A flag of a CONNACK is unknown (RMTP-034).
    static let unknownFlag = Deviation.ID(135)
    /// A length takes more bytes than it needs (RMTP-084).
    static let longLength = Deviation.ID(136)
    /// A header code is written without its sign (RMTP-092).
    static let unsignedHeader = Deviation.ID(137)
    /// `data` in polling is not held in a string (RMTP-095).
    static let bareData = Deviation.ID(145)
    /// `data` in polling is an empty string (RMTP-095).
    static let emptyData = Deviation.ID(146)
    /// A member occurs twice (CNT-017).
    static let twice = Deviation.ID(101)
    /// A surrogate escape stands alone (CNT-016).
    static let loneEscape = Deviation.ID(109)
}

/// What deviated in one packet, without any allocation: each kind occurs once at most, and in this order (RMTP-002).
struct FrameDeviations {
    /// The kind of deviation, or 0, and where it was met, counted from the packet's first byte.
    private struct Place {
        var offset: UInt32 = 0
        var number: UInt8 = 0
        var member = FrameMember.none
    }

    private var length = Place()
    private var direction = Place()
    private var flags = Place()
    private var string = Place()
    private var end = Place()

    /// Whether there is nothing to report.
    @inline(__always)
    var isEmpty: Bool {
        length.number | direction.number | flags.number | string.number | end.number == 0
    }

    /// Notes a deviation; a second one of its kind is left out.
    @inline(never)
    mutating func note(_ id: Deviation.ID, _ member: FrameMember, at offset: Int) {
        let place = Place(
            offset: UInt32(clamping: offset), number: UInt8(truncatingIfNeeded: id.number), member: member)
        switch id {
        case .longLength: length = place
        case .otherDirection: direction = place
        case .strayConnectFlag, .unknownFlag: flags = place
        case .longString: string = place
        default: if end.number == 0 { end = place }
        }
    }

    /// The list, in reading order, for a packet that begins at `start`.
    func list(from start: Int) -> [Deviation] {
        if isEmpty { return [] }
        return [length, direction, flags, string, end].filter { $0.number != 0 }.map {
            Deviation(Deviation.ID(UInt16($0.number)), offset: start + Int($0.offset), path: $0.member.path)
        }
    }
}
