// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The service ends a connection (RMTP-030).
public struct DisconnectPacket: Hashable, Sendable {
    /// The lower bits of the header.
    public var flags: RMTPFlags
    /// A byte that nobody looks at (RMTP-036).
    public var ignored: UInt8?
    /// Why, known or not (RMTP-037).
    public var status: UInt8?
    /// What follows the last member, as it came (RMTP-043).
    public var trailing: [UInt8] = []

    /// Makes a packet.
    public init(status: UInt8, ignored: UInt8 = 0, flags: RMTPFlags = RMTPFlags()) {
        self.flags = flags
        self.ignored = ignored
        self.status = status
    }

    @_lifetime(reader: copy reader)
    init(_ flags: RMTPFlags, _ reader: inout FrameReader) throws(DecodeError) {
        self.flags = flags
        ignored = try reader.number(.ignored)
        status = try reader.number(.status)
        try reader.finish()
    }

    @_lifetime(output: copy output)
    func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        try writer.number(ignored, &output)
        try writer.number(status, &output)
    }
}
