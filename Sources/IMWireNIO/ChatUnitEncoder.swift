// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// An encoder that writes chat messages into buffers: one message as a unit, several as one batch.
///
/// ```swift
/// var encoder = ChatUnitEncoder(.packets)
/// try encoder.encode([EncodedChatMessage(ChatMessage(.login))], into: &buffer)
/// ```
public struct ChatUnitEncoder: ~Copyable {
    /// The framing of the messages.
    public let framing: ChatFraming
    private let encoder: ChatMessageEncoder
    private let lines: ChatLineEncoder
    private var packets: ChatPacketEncoder

    /// Creates an encoder for a new stream.
    ///
    /// - Parameters:
    ///   - framing: The framing of the messages.
    ///   - limits: The limits of the peer's decoder.
    ///   - deflates: Whether packets are deflated if that makes them shorter.
    public init(_ framing: ChatFraming, deflates: Bool = false, limits: ChatFramingLimits = ChatFramingLimits()) {
        self.framing = framing
        encoder = ChatMessageEncoder(heartbeat: framing.heartbeat)
        lines = ChatLineEncoder(framing.lines, limits: limits)
        var options = ChatPacketEncoder.Options()
        options.deflate = deflates
        options.limits = limits
        packets = ChatPacketEncoder(options)
    }

    /// Appends messages to `buffer`.
    ///
    /// - Throws: An `encode.*` error if a peer with the same limits would refuse the messages; nothing is then written.
    public mutating func encode(_ messages: [EncodedChatMessage], into buffer: inout ByteBuffer) throws(EncodeError) {
        for message in messages where message.utf8.count > lines.limits.messageBytes { throw EncodeError(.size) }
        if messages.count == 1 {
            try encode(messages[0].utf8, into: &buffer)
        } else if !messages.isEmpty, framing.isPacket {
            var batch = ChatBatchEncoder(limits: lines.limits)
            for message in messages { try batch.append(message.utf8.span) }
            try buffer.append { (room) throws(EncodeError) in try packets.encode(batch, into: &room) }
        } else if !messages.isEmpty {
            if messages.count > lines.limits.batchMessages { throw EncodeError(.size) }
            try encode(array(of: messages), into: &buffer)
        }
    }

    /// Returns messages as one array (CHT-060).
    private func array(of messages: [EncodedChatMessage]) -> [UInt8] {
        var array: [UInt8] = []
        array.reserveCapacity(messages.reduce(2) { $0 + $1.utf8.count + 1 })
        for message in messages {
            array.append(array.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
            array.append(contentsOf: message.utf8)
        }
        array.append(UInt8(ascii: "]"))
        return array
    }

    /// Appends a heartbeat to `buffer`.
    ///
    /// - Throws: An `encode.*` error if the limits do not admit its body; nothing is then written.
    public mutating func encodeHeartbeat(into buffer: inout ByteBuffer) throws(EncodeError) {
        if framing.isPacket {
            buffer.writeBytes(ChatPacketEncoder.heartbeat)
        } else {
            var unit: [UInt8] = []
            encoder.encodeHeartbeat(into: &unit)
            try encode(unit, into: &buffer)
        }
    }

    private mutating func encode(_ unit: [UInt8], into buffer: inout ByteBuffer) throws(EncodeError) {
        if framing.isPacket {
            try buffer.append { (room) throws(EncodeError) in try packets.encode(unit.span, into: &room) }
        } else {
            try buffer.append { (room) throws(EncodeError) in try lines.encode(unit.span, into: &room) }
        }
    }
}

#endif
