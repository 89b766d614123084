// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A PINGREQ or a PINGRESP: a header and nothing else (RMTP-030).
public struct PingPacket: Hashable, Sendable {
    /// The lower bits of the header.
    public var flags: RMTPFlags
    /// What follows the last member, as it came (RMTP-043).
    public var trailing: [UInt8] = []

    /// Makes a packet.
    public init(flags: RMTPFlags = RMTPFlags()) {
        self.flags = flags
    }

    @_lifetime(reader: copy reader)
    init(_ flags: RMTPFlags, _ reader: inout FrameReader) throws(DecodeError) {
        self.flags = flags
        try reader.finish()
    }
}
