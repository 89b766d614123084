// SPDX-License-Identifier: Apache-2.0

import IMWire

extension Envelope {
    /// Creates an envelope from a message that the service delivered directly or in the answer to a pull.
    public init(_ body: RMTPBody.DownStreamMessage, _ options: Options = Options()) {
        var body = body
        let content = Envelope.decodeContent(body.classname, &body.content, options)
        self = Envelope.made(consume body, consume content, options)
    }

    /// Decodes a delivered message from the bytes of a body, and its content in place.
    @inline(__always)
    static func delivered(_ bytes: Span<UInt8>, _ options: Options) throws(DecodeError) -> Decoded<Envelope> {
        var reader = ProtobufDecoder(bytes, limits: options.bodyLimits, leaving: RMTPBody.DownStreamMessage.Tag.content)
        var body = RMTPBody.DownStreamMessage()
        let deviations = try reader.read(&body, options.mode, options.bodyLimits)
        let content = Envelope.decodeContent(body.classname, &body.content, reader, options)
        return Decoded(made(consume body, consume content, options), deviations: deviations)
    }

    /// Creates an envelope in one expression: setting the members one by one ends in a copy.
    @inline(__always)
    static func made(
        _ body: consuming RMTPBody.DownStreamMessage, _ content: consuming EnvelopeContent?, _ options: Options
    ) -> Envelope {
        let parties = RMTPMessageParties(
            kind: body.type?.rawValue ?? 0, body.direction, groupID: body.groupID, from: body.fromUserID,
            ownID: options.ownID)
        return Envelope(
            objectName: body.classname.map(ObjectName.init(rawValue:)),
            content: consume content,
            conversation: body.type.map { ConversationType(rawValue: Int($0.rawValue)) },
            targetID: parties.targetID.map(FrameText.init(wellFormed:)),
            senderID: parties.senderID,
            direction: parties.direction,
            sentTime: body.dataTime,
            messageUID: body.msgID,
            flags: RMTPMessageFlags(down: body.status ?? 0),
            receivers: body.toUserID,
            body: Body(consume body))
    }

    /// Returns `fromUserID` of the body: the sender or, for a message that this user has sent to another, the target
    /// (RMTP-305).
    ///
    /// - Parameter ownID: the sender of an own message that does not name its sender.
    func fromUserID(_ ownID: String?) -> String? {
        direction == .send && !isInGroup ? targetID?.string : senderID ?? ownID
    }

    /// Whether the conversation is one whose messages name it as their group.
    private var isInGroup: Bool {
        conversation.flatMap { Int32(exactly: $0.rawValue) }.map(RMTPMessageParties.isGroup) ?? false
    }

    /// Returns a message that a user has sent as its recipients see it.
    ///
    /// - Parameter senderID: the id of the user.
    public func received(from senderID: String) -> Envelope {
        var envelope = self
        envelope.direction = .receive
        envelope.senderID = senderID
        if !envelope.isInGroup { envelope.targetID = FrameText(senderID) }
        return envelope
    }

    /// Returns the body as the service delivers it.
    ///
    /// The body of a sent message is the one for the sender's own devices; ``received(from:)`` gives the message for
    /// its recipients.
    ///
    /// - Parameter senderID: the sender, used if the envelope has none because the message is that user's own.
    /// - Throws: `encode.member` if the conversation type, the object name, the content or the time is missing, or the
    ///   sender or target that the body names.
    public func downBody(senderID: String? = nil) throws(EncodeError) -> RMTPBody.DownStreamMessage {
        guard let content else { throw EncodeError(.member) }
        var down = body.downMessage
        try DownFields(
            self, status: down.status, direction: down.direction, groupID: down.groupID, content: content.bytes,
            senderID: senderID
        ).apply(to: &down)
        return down
    }

    /// Appends the body as the service delivers it; as an element of field `outer` if that is set.
    borrowing func appendDownBody(
        _ content: [UInt8], senderID: String?, in outer: UInt32? = nil, to buffer: inout [UInt8]
    ) throws(EncodeError) {
        let kept: Kept<RMTPBody.DownStreamMessage>
        switch body.storage {
        case .down(let body): kept = body
        case .up: kept = Kept(try downBody(senderID: senderID))
        }
        if kept.message.pushExt?.hasRequiredFields == false { throw EncodeError(.member) }  // PRB-033
        let fields = try DownFields(
            self, status: kept.message.status, direction: kept.message.direction, groupID: kept.message.groupID,
            content: content, senderID: senderID)
        fields.append(over: kept, in: outer, to: &buffer)
    }

    /// Returns the PUBLISH that delivers the message.
    ///
    /// - Parameters:
    ///   - messageID: the number of the packet, from 1 to 65535.
    ///   - date: the time at which the service sends the packet, in seconds since 1970.
    ///   - frameTarget: the `targetID` of the packet, or nil for `fromUserID` of the body, as captures show it.
    ///   - flags: the flags of the packet's header.
    /// - Throws: as ``downBody(senderID:)``.
    public func delivery(
        messageID: UInt16, date: UInt32, frameTarget: FrameText? = nil, flags: RMTPFlags = RMTPFlags(qos: .atLeastOnce)
    ) throws(EncodeError) -> PublishPacket {
        PublishPacket(
            topic: "s_msg", targetID: frameTarget ?? FrameText(fromUserID(nil) ?? ""), messageID: messageID,
            data: try downBody().encoded(), date: date, flags: flags)
    }
}
