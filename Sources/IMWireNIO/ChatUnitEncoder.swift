// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// An encoder that writes chat messages into buffers: one message as a unit, several as one batch.
public struct ChatUnitEncoder: ~Copyable {
    /// The framing of the messages.
    public let framing: ChatFraming
    private var writer: ChatWriter
    private let lines: LineEncoder
    private var packets: PacketEncoder
    /// A reusable buffer for a unit, which is moved out while in use because a span of it would borrow `self`.
    private var unit: [UInt8] = []

    /// Creates an encoder for a new stream.
    ///
    /// - Parameter deflates: Whether packets are deflated if that makes them shorter.
    public init(_ framing: ChatFraming, deflates: Bool = false, limits: FramingLimits = FramingLimits()) {
        self.framing = framing
        writer = ChatWriter(heartbeat: framing.heartbeat)
        writer.messageBytes = limits.messageBytes
        writer.batchMessages = limits.batchMessages
        lines = LineEncoder(framing.lines, limits: limits)
        var options = PacketEncoder.Options()
        options.deflate = deflates
        options.limits = limits
        packets = PacketEncoder(options)
    }

    /// Appends messages to `buffer`.
    ///
    /// - Throws: An `encode.*` error if a peer with the same limits would refuse the messages; nothing is then written.
    public mutating func write(_ messages: [ChatMessage], into buffer: inout ByteBuffer) throws(EncodeError) {
        var unit = takeRoom()
        defer { self.unit = unit }
        if messages.count == 1, !messages[0].isHeartbeat(framing.heartbeat) {
            try writer.write(messages[0], into: &unit)
            try put(unit, into: &buffer)
        } else if !messages.isEmpty, framing.isPacket {
            var batch = BatchWriter(limits: lines.limits)
            for message in messages {
                try writer.write(message, into: &unit)
                try batch.append(unit.span)
            }
            try buffer.append { (room) throws(EncodeError) in try packets.encode(batch, into: &room) }
        } else if !messages.isEmpty {
            try writer.write(messages, into: &unit)
            try put(unit, into: &buffer)
        }
    }

    /// Appends a heartbeat to `buffer`.
    public mutating func writeHeartbeat(into buffer: inout ByteBuffer) {
        if framing.isPacket {
            buffer.writeBytes(PacketEncoder.heartbeat)
        } else {
            var unit = takeRoom()
            defer { self.unit = unit }
            writer.writeHeartbeat(into: &unit)
            // The body has at most 64 bytes, which is within every limit.
            try? put(unit, into: &buffer)
        }
    }

    private mutating func takeRoom() -> [UInt8] {
        var room: [UInt8] = []
        swap(&room, &unit)
        return room
    }

    private mutating func put(_ unit: [UInt8], into buffer: inout ByteBuffer) throws(EncodeError) {
        if framing.isPacket {
            try buffer.append { (room) throws(EncodeError) in try packets.encode(unit.span, into: &room) }
        } else {
            try buffer.append { (room) throws(EncodeError) in try lines.encode(unit.span, into: &room) }
        }
    }
}

#endif
