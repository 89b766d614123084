// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Writes messages as packets, down to their contents, into a buffer of the caller's.
///
/// ```swift
/// var encoder = EnvelopeEncoder(MessageEncoder(RMTPFormat(.up)))
/// try encoder.publish(envelope, messageId: 7, into: &buffer)
/// ```
/// It keeps its room for the next message: nothing is allocated once that is large enough (RMTP-184).
public struct EnvelopeEncoder: Sendable {
    /// Writes the packets around the messages.
    public let packets: MessageEncoder
    /// The types of contents that are known.
    public let registry: ContentRegistry
    /// The content that is being written.
    private var content: [UInt8] = []

    /// Writes packets as `packets` does.
    public init(_ packets: MessageEncoder, registry: ContentRegistry = .builtIn) {
        self.packets = packets
        self.registry = registry
    }

    /// Appends the PUBLISH that sends a message; nothing where it throws.
    ///
    /// - Throws: `encode.*` as ``Envelope/publish(messageId:_:registry:)`` and the encoder of packets do.
    public mutating func publish(
        _ envelope: Envelope, messageId: UInt16, _ variant: MessageTopic.Variant = .usual, into buffer: inout [UInt8]
    ) throws(EncodeError) {
        try append(try envelope.emptyPublish(messageId, variant, registry), to: &buffer) {
            (encoder, buffer) throws(EncodeError) in
            try encoder.withContent(of: envelope) { (content) throws(EncodeError) in
                try envelope.appendUpBody(content, to: &buffer)
            }
        }
    }

    /// Appends the PUBLISH that delivers a message; nothing where it throws.
    ///
    /// - Parameters:
    ///   - date: when the service sends it, in seconds from 1970.
    ///   - frameTarget: what the frame has as its target; nil for the sender's id, as captures show it.
    /// - Throws: `encode.*` as ``Envelope/delivery(messageId:date:frameTarget:flags:)`` and the encoder of packets do.
    public mutating func deliver(
        _ envelope: Envelope, messageId: UInt16, date: UInt32, frameTarget: FrameText? = nil,
        flags: RMTPFlags = RMTPFlags(qos: .atLeastOnce), into buffer: inout [UInt8]
    ) throws(EncodeError) {
        let packet = PublishPacket(
            topic: "s_msg", targetId: frameTarget ?? FrameText(envelope.senderId ?? ""), messageId: messageId, data: [],
            date: date, flags: flags)
        try append(packet, to: &buffer) { (encoder, buffer) throws(EncodeError) in
            try encoder.withContent(of: envelope) { (content) throws(EncodeError) in
                try envelope.appendDownBody(content, senderId: nil, to: &buffer)
            }
        }
    }

    /// Appends the QUERYACK that answers a pull; nothing where it throws.
    ///
    /// - Parameters:
    ///   - date: when the service answers, in seconds from 1970.
    ///   - ownId: who sent the messages that do not say it because they are that user's own.
    /// - Throws: `encode.*` as ``PullAnswer/body(ownId:)`` and the encoder of packets do.
    public mutating func answer(
        _ answer: PullAnswer, messageId: UInt16, date: UInt32, ownId: String? = nil, into buffer: inout [UInt8]
    ) throws(EncodeError) {
        try append(QueryAckPacket(messageId: messageId, date: date), to: &buffer) {
            (encoder, buffer) throws(EncodeError) in
            for index in answer.messages.indices {
                try encoder.withContent(of: answer.messages[index]) { (content) throws(EncodeError) in
                    try answer.messages[index].appendDownBody(
                        content, senderId: ownId, in: RMTPBody.DownStreamMessages.Tag.list, to: &buffer)
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
            // The header is no part of what the limit is for.
            if buffer.count - start - 1 > packets.limits.packetBytes { throw EncodeError(.size) }  // RMTP-115
        } catch {
            buffer.removeLast(buffer.count - start)
            throw error
        }
    }

    /// Lends the content as it is sent, in the room that is kept for it.
    @inline(__always)
    private mutating func withContent(
        of envelope: borrowing Envelope, _ write: ([UInt8]) throws(EncodeError) -> Void
    ) throws(EncodeError) {
        // One pattern: a content in an enumeration is copied for each step that takes it apart.
        if case .decoded(.known(let known), _)? = envelope.content {
            known.encode(into: &content)
            return try write(content)
        }
        guard let other = envelope.content else { throw EncodeError(.member) }
        try write(other.bytes)
    }
}
