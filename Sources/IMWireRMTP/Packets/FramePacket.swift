// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What the framings write: any packet, or one whose type is known, without being put into an enumeration first.
protocol FramePacket {
    /// The first byte of the packet.
    var header: RMTPHeader { get }
    /// Writes the body.
    @_lifetime(output: copy output)
    func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError)
}

extension RMTPPacket: FramePacket {}

extension PublishPacket: FramePacket {
    var header: RMTPHeader { RMTPHeader(.publish, flags) }
}

extension QueryAckPacket: FramePacket {
    var header: RMTPHeader { RMTPHeader(.queryAck, flags) }
}
