// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The handling flags of a message in either direction.
///
/// On the wire, their bits differ between up and down.
///
/// ```swift
/// let flags: RMTPMessageFlags = [.persisted, .counted]
/// print(flags.up())   // 3
/// ```
public struct RMTPMessageFlags: OptionSet, Hashable, Sendable {
    /// The bits of the set, which differ from those on the wire.
    public let rawValue: UInt8

    /// Creates a set from its own bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The recipient stores the message.
    public static let persisted = RMTPMessageFlags(rawValue: 1)
    /// The message counts as unread.
    public static let counted = RMTPMessageFlags(rawValue: 2)
    /// The message mentions somebody.
    public static let mentioned = RMTPMessageFlags(rawValue: 4)
    /// The message causes no notification.
    public static let silent = RMTPMessageFlags(rawValue: 8)
    /// The message can be expanded later.
    public static let expandable = RMTPMessageFlags(rawValue: 16)
    /// Another client of the user has received the message; down only.
    public static let receivedElsewhere = RMTPMessageFlags(rawValue: 32)

    /// Creates the flags that follow from the persistence of a content type; for an unknown type, those of a message
    /// (RMTP-171).
    public init(_ persistence: Persistence?) {
        guard let persistence else {
            self = [.persisted, .counted]
            return
        }
        self = []
        if persistence == .status { return }  // the topic expresses it, not a bit (RMTP-170)
        if persistence.contains(.persisted) { insert(.persisted) }
        if persistence.rawValue & 2 != 0 { insert(.counted) }
    }

    /// The flags with their bits in `sessionID` of UpStreamMessage and in `status` of DownStreamMessage.
    private static let bits: [(flag: RMTPMessageFlags, up: Int32?, down: Int64)] = [
        (.persisted, 0x01, 0x10), (.counted, 0x02, 0x20), (.mentioned, 0x04, 0x40), (.silent, 0x20, 0x200),
        (.expandable, 0x40, 0x400), (.receivedElsewhere, nil, 0x02),
    ]

    /// Creates the flags from `sessionID` of an UpStreamMessage (RMTP-171).
    public init(up sessionID: Int32) {
        self = []
        for bit in RMTPMessageFlags.bits {
            if let up = bit.up, sessionID & up != 0 { insert(bit.flag) }
        }
    }

    /// Creates the flags from `status` of a DownStreamMessage (RMTP-172).
    public init(down status: Int64) {
        self = []
        for bit in RMTPMessageFlags.bits where status & bit.down != 0 { insert(bit.flag) }
    }

    /// Returns the flags as `sessionID`, together with the bits of `before` that have no meaning (RMTP-173).
    public func up(keeping before: Int32 = 0) -> Int32 {
        var bits = before
        for bit in RMTPMessageFlags.bits {
            guard let up = bit.up else { continue }
            bits = contains(bit.flag) ? bits | up : bits & ~up
        }
        return bits
    }

    /// Returns the flags as `status`, together with the bits of `before` that have no meaning (RMTP-173).
    public func down(keeping before: Int64 = 0) -> Int64 {
        var bits = before
        for bit in RMTPMessageFlags.bits { bits = contains(bit.flag) ? bits | bit.down : bits & ~bit.down }
        return bits
    }
}
