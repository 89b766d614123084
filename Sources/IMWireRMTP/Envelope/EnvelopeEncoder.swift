// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An encoder that writes messages, including their contents, as packets into a caller's buffer.
///
/// ```swift
/// var encoder = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.up)))
/// try encoder.publish(envelope, messageID: 7, into: &buffer)
/// ```
/// The encoder reuses its content buffer: once that is large enough, it no longer allocates (RMTP-184).
public struct EnvelopeEncoder: Sendable {
    /// The encoder of the packets that carry the messages.
    public let packets: RMTPMessageEncoder
    /// The registry of known content types.
    public let registry: ContentRegistry
    /// The buffer for the content that is being written.
    private var content: [UInt8] = []

    /// Creates an encoder that writes packets with `packets`.
    public init(_ packets: RMTPMessageEncoder, registry: ContentRegistry = .builtIn) {
        self.packets = packets
        self.registry = registry
    }

    /// Appends the PUBLISH that sends a message.
    ///
    /// If an error is thrown, `buffer` is unchanged.
    ///
    /// - Throws: `encode.*` as ``Envelope/publish(messageID:_:registry:)`` and the packet encoder do.
    public mutating func publish(
        _ envelope: Envelope, messageID: UInt16, _ variant: RMTPMessageTopic.Variant = .usual,
        into buffer: inout [UInt8]
    ) throws(EncodeError) {
        try append(try envelope.emptyPublish(messageID, variant, registry), to: &buffer) {
            (encoder, buffer) throws(EncodeError) in
            try encoder.withContent(of: envelope) { (content) throws(EncodeError) in
                try envelope.appendUpBody(content, to: &buffer)
            }
        }
    }

    /// Appends the PUBLISH that delivers a message.
    ///
    /// If an error is thrown, `buffer` is unchanged.
    ///
    /// - Parameters:
    ///   - envelope: the message.
    ///   - messageID: the number of the packet, from 1 to 65535.
    ///   - date: the time at which the service sends the packet, in seconds since 1970.
    ///   - frameTarget: the `targetID` of the packet, or nil for `fromUserID` of the body, as captures show it.
    ///   - flags: the flags of the packet's header.
    ///   - buffer: the bytes to which the packet is appended.
    /// - Throws: `encode.*` as ``Envelope/delivery(messageID:date:frameTarget:flags:)`` and the packet encoder do.
    public mutating func deliver(
        _ envelope: Envelope, messageID: UInt16, date: UInt32, frameTarget: FrameText? = nil,
        flags: RMTPFlags = RMTPFlags(qos: .atLeastOnce), into buffer: inout [UInt8]
    ) throws(EncodeError) {
        let packet = PublishPacket(
            topic: "s_msg", targetID: frameTarget ?? FrameText(envelope.fromUserID(nil) ?? ""), messageID: messageID,
            data: [],
            date: date, flags: flags)
        try append(packet, to: &buffer) { (encoder, buffer) throws(EncodeError) in
            try encoder.withContent(of: envelope) { (content) throws(EncodeError) in
                try envelope.appendDownBody(content, senderID: nil, to: &buffer)
            }
        }
    }

    /// Appends the QUERYACK that answers a pull.
    ///
    /// If an error is thrown, `buffer` is unchanged.
    ///
    /// - Parameters:
    ///   - answer: the messages and the time up to which they extend.
    ///   - messageID: the number of the QUERY that is answered.
    ///   - date: the time at which the service answers, in seconds since 1970.
    ///   - ownID: the sender of the messages that name none because they are that user's own.
    ///   - buffer: the bytes to which the packet is appended.
    /// - Throws: `encode.*` as ``PullAnswer/body(ownID:)`` and the packet encoder do.
    public mutating func answer(
        _ answer: PullAnswer, messageID: UInt16, date: UInt32, ownID: String? = nil, into buffer: inout [UInt8]
    ) throws(EncodeError) {
        try append(QueryAckPacket(messageID: messageID, date: date), to: &buffer) {
            (encoder, buffer) throws(EncodeError) in
            for index in answer.messages.indices {
                try encoder.withContent(of: answer.messages[index]) { (content) throws(EncodeError) in
                    try answer.messages[index].appendDownBody(
                        content, senderID: ownID, in: RMTPBody.DownStreamMessages.Tag.list, to: &buffer)
                }
            }
            try answer.restAlone.encode(into: &buffer)
        }
    }

    /// Appends a packet whose last member is the body.
    @inline(__always)
    private mutating func append(
        _ packet: some FramePacket, to buffer: inout [UInt8],
        _ body: (inout EnvelopeEncoder, inout [UInt8]) throws(EncodeError) -> Void
    ) throws(EncodeError) {
        let start = buffer.count
        do throws(EncodeError) {
            try packets.append(packet, to: &buffer)
            try body(&self, &buffer)
            // The limit applies to the body, without the header byte.
            if buffer.count - start - 1 > packets.limits.packetBytes { throw EncodeError(.size) }  // RMTP-115
        } catch {
            buffer.removeLast(buffer.count - start)
            throw error
        }
    }

    /// Calls `write` with the encoded content, using the reused buffer where possible.
    @inline(__always)
    private mutating func withContent(
        of envelope: borrowing Envelope, _ write: ([UInt8]) throws(EncodeError) -> Void
    ) throws(EncodeError) {
        if case .decoded(let decoded)? = envelope.content, case .known(let known) = decoded.value {
            known.encode(into: &content)
            return try write(content)
        }
        guard let other = envelope.content else { throw EncodeError(.member) }
        try write(other.bytes)
    }
}
