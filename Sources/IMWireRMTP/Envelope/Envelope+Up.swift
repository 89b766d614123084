// SPDX-License-Identifier: Apache-2.0

import IMWire

extension Envelope {
    /// Decodes the message of a PUBLISH, or returns nil if messages do not have its topic (RMTP-162).
    ///
    /// The deviations are those of the body, with offsets into it; those of the content are in ``content``.
    ///
    /// - Throws: `proto.*` or `limit.*` for the body, with offsets into the body. A content that cannot be decoded is
    ///   not an error (RMTP-183).
    public static func decode(
        _ packet: PublishPacket, _ direction: RMTPDirection, _ options: Options = Options()
    ) throws(DecodeError) -> Decoded<Envelope>? {
        guard let topic = packet.topic, let data = packet.data else { return nil }
        if direction == .down, !packet.flags.isSynced, topic == "s_msg" { return try delivered(data.span, options) }
        guard let messageTopic = RMTPMessageTopic(topic) else { return nil }
        return try sent(data.span, on: messageTopic, packet.targetID, options)
    }

    /// Decodes the message of a PUBLISH in place, copying only what the envelope holds.
    ///
    /// - Throws: as ``decode(_:_:_:)``.
    public static func decode(
        _ packet: borrowing PublishView, _ direction: RMTPDirection, _ options: Options = Options()
    ) throws(DecodeError) -> Decoded<Envelope>? {
        guard let topic = packet.topic, let data = packet.data else { return nil }
        if direction == .down, !packet.flags.isSynced, topic.equals("s_msg") { return try delivered(data, options) }
        guard let messageTopic = RMTPMessageTopic(topic.text) else { return nil }
        return try sent(data, on: messageTopic, packet.targetID?.text, options)
    }

    /// Decodes a message sent by a client from the bytes of a body, and its content in place.
    @inline(__always)
    private static func sent(
        _ bytes: Span<UInt8>, on topic: RMTPMessageTopic, _ targetID: FrameText?, _ options: Options
    ) throws(DecodeError) -> Decoded<Envelope> {
        var reader = ProtobufDecoder(bytes, limits: options.bodyLimits, leaving: RMTPBody.UpStreamMessage.Tag.content)
        var body = RMTPBody.UpStreamMessage()
        let deviations = try reader.read(&body, options.mode, options.bodyLimits)
        let content = Envelope.decodeContent(body.classname, &body.content, reader, options)
        return Decoded(
            made(consume body, consume content, on: topic, targetID: targetID), deviations: deviations)
    }

    /// Creates an envelope from a message sent by a client, received from that client or as a synced copy.
    public init(
        _ body: RMTPBody.UpStreamMessage, on topic: RMTPMessageTopic, targetID: FrameText?,
        _ options: Options = Options()
    ) {
        var body = body
        let content = Envelope.decodeContent(body.classname, &body.content, options)
        self = Envelope.made(consume body, consume content, on: topic, targetID: targetID)
    }

    @inline(__always)
    private static func made(
        _ body: consuming RMTPBody.UpStreamMessage, _ content: consuming EnvelopeContent?, on topic: RMTPMessageTopic,
        targetID: FrameText?
    ) -> Envelope {
        Envelope(
            objectName: body.classname.map(ObjectName.init(rawValue:)),
            content: consume content,
            conversation: topic.conversation,
            targetID: targetID,
            senderID: nil,
            direction: .send,
            sentTime: nil,
            messageUID: nil,
            flags: RMTPMessageFlags(up: body.sessionID ?? 0),
            receivers: body.userID,
            body: Body(consume body))
    }

    /// Returns the PUBLISH that sends the message; its topic follows from the conversation and the object name
    /// (RMTP-170).
    ///
    /// - Throws: `encode.topic` if the conversation has no topic for the message, `encode.member` if the object name,
    ///   the content, the conversation or the target is missing.
    public func publish(
        messageID: UInt16, _ variant: RMTPMessageTopic.Variant = .usual, registry: ContentRegistry = .builtIn
    ) throws(EncodeError) -> PublishPacket {
        var packet = try emptyPublish(messageID, variant, registry)
        packet.data = try upBody().encoded()
        return packet
    }

    /// Returns the PUBLISH that sends the message, without its body.
    @inline(__always)
    borrowing func emptyPublish(
        _ messageID: UInt16, _ variant: RMTPMessageTopic.Variant, _ registry: ContentRegistry
    ) throws(EncodeError) -> PublishPacket {
        guard let objectName, let conversation, let targetID else { throw EncodeError(.member) }
        let isStatus = registry.persistence(of: objectName) == .status
        let topic =
            objectName == RMTPMessageTopic.recallName
            ? RMTPMessageTopic.recall : try RMTPMessageTopic(conversation, isStatus: isStatus, variant)
        return PublishPacket(
            topic: FrameText(wellFormed: topic.name), targetID: targetID, messageID: messageID, data: [])
    }

    /// Returns the body as a client sends it.
    ///
    /// - Throws: `encode.member` if the object name or the content is missing.
    public func upBody() throws(EncodeError) -> RMTPBody.UpStreamMessage {
        guard let content else { throw EncodeError(.member) }
        var up = body.upMessage
        try UpFields(self, sessionID: up.sessionID, content: content.bytes).apply(to: &up)
        return up
    }

    /// Appends the body as a client sends it.
    borrowing func appendUpBody(_ content: [UInt8], to buffer: inout [UInt8]) throws(EncodeError) {
        switch body.storage {
        case .up(let kept):
            let fields = try UpFields(self, sessionID: kept.message.sessionID, content: content)
            if kept.message.pushExt?.hasRequiredFields == false { throw EncodeError(.member) }  // PRB-033
            fields.append(over: kept, to: &buffer)
        case .down:
            try upBody().encode(into: &buffer)
        }
    }

    /// Sets the time and the id to those in the PUBACK of a sent or synced message (RMTP-030).
    public mutating func acknowledge(_ packet: PubAckPacket) {
        if let date = packet.date {
            sentTime = Int64(date) * 1_000 + Int64(packet.millisecond ?? 0)
        }
        messageUID = packet.messageUID?.displayed ?? messageUID
    }

    /// Decodes the content and removes its bytes from the body, which need not hold them twice.
    static func decodeContent(_ classname: String?, _ content: inout [UInt8]?, _ options: Options) -> EnvelopeContent? {
        guard let classname, let bytes = content else { return nil }
        content = nil
        return EnvelopeContent(ObjectName(rawValue: classname), bytes.span, options)
    }

    /// Decodes the content that `reader` has left in place.
    ///
    /// A content without an object name is copied into the body.
    static func decodeContent(
        _ classname: String?, _ content: inout [UInt8]?, _ reader: borrowing ProtobufDecoder, _ options: Options
    ) -> EnvelopeContent? {
        guard let place = reader.left.place else { return nil }
        guard let classname else {
            content = reader.copy(place.lowerBound, place.upperBound)
            return nil
        }
        content = nil
        return EnvelopeContent(
            ObjectName(rawValue: classname), reader.slice(place.lowerBound, place.upperBound), options)
    }
}
