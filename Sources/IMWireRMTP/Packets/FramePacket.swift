// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A packet that the framings can write: any packet, or one of a known type without wrapping it in an enumeration.
protocol FramePacket {
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
