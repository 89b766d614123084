// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A QUERYACK has arrived (RMTP-030).
public struct QueryConPacket: Hashable, Sendable {
    /// The lower bits of the header.
    public var flags: RMTPFlags
    /// That of the QUERYACK.
    public var messageId: UInt16?
    /// What follows the last member, as it came (RMTP-043).
    public var trailing: [UInt8] = []

    /// Makes a packet.
    public init(messageId: UInt16, flags: RMTPFlags = RMTPFlags()) {
        self.flags = flags
        self.messageId = messageId
    }

    @_lifetime(reader: copy reader)
    init(_ flags: RMTPFlags, _ reader: inout FrameReader) throws(DecodeError) {
        self.flags = flags
        messageId = try reader.number(.messageId)
        try reader.finish()
    }

    @_lifetime(output: copy output)
    func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        try writer.number(messageId, &output)
    }
}
