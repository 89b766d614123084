// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What is to be done with a message, whichever way it goes; up and down it is written with other bits.
public struct MessageFlags: OptionSet, Hashable, Sendable {
    /// The set's own bits, which are not those of the wire.
    public let rawValue: UInt8

    /// Takes the set's own bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// It is stored by whoever receives it.
    public static let persisted = MessageFlags(rawValue: 1)
    /// It counts as unread.
    public static let counted = MessageFlags(rawValue: 2)
    /// It mentions somebody.
    public static let mentioned = MessageFlags(rawValue: 4)
    /// Nobody is notified of it.
    public static let silent = MessageFlags(rawValue: 8)
    /// It can be expanded later.
    public static let expandable = MessageFlags(rawValue: 16)
    /// Another client of the user has received it; down only.
    public static let receivedElsewhere = MessageFlags(rawValue: 32)

    /// What follows from the flags of a content's type; of an unknown one what holds for messages (RMTP-171).
    public init(_ persistence: Persistence?) {
        guard let persistence else {
            self = [.persisted, .counted]
            return
        }
        self = []
        if persistence == .status { return }  // that is said by the topic, never by a bit (RMTP-170)
        if persistence.contains(.persisted) { insert(.persisted) }
        if persistence.rawValue & 2 != 0 { insert(.counted) }
    }

    /// Each flag with its bit in `sessionId` of UpStreamMessage and in `status` of DownStreamMessage.
    private static let bits: [(flag: MessageFlags, up: Int32?, down: Int64)] = [
        (.persisted, 0x01, 0x10), (.counted, 0x02, 0x20), (.mentioned, 0x04, 0x40), (.silent, 0x20, 0x200),
        (.expandable, 0x40, 0x400), (.receivedElsewhere, nil, 0x02),
    ]

    /// Reads `sessionId` of an UpStreamMessage (RMTP-171).
    public init(up sessionId: Int32) {
        self = []
        for bit in MessageFlags.bits {
            if let up = bit.up, sessionId & up != 0 { insert(bit.flag) }
        }
    }

    /// Reads `status` of a DownStreamMessage (RMTP-172).
    public init(down status: Int64) {
        self = []
        for bit in MessageFlags.bits where status & bit.down != 0 { insert(bit.flag) }
    }

    /// The flags as `sessionId`, and of `before` the bits that have no meaning (RMTP-173).
    public func up(keeping before: Int32 = 0) -> Int32 {
        var bits = before
        for bit in MessageFlags.bits {
            guard let up = bit.up else { continue }
            bits = contains(bit.flag) ? bits | up : bits & ~up
        }
        return bits
    }

    /// The flags as `status`, and of `before` the bits that have no meaning (RMTP-173).
    public func down(keeping before: Int64 = 0) -> Int64 {
        var bits = before
        for bit in MessageFlags.bits { bits = contains(bit.flag) ? bits | bit.down : bits & ~bit.down }
        return bits
    }
}
