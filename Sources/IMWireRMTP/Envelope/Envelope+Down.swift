// SPDX-License-Identifier: Apache-2.0

import IMWire

extension Envelope {
    /// Takes what the service has delivered, by itself or in an answer to a pull.
    public init(_ body: DownStreamMessage, _ options: Options = Options()) {
        var body = body
        let content = Envelope.take(body.classname, &body.content, options)
        self.init(consume body, consume content)
    }

    /// Reads what the service has delivered out of a body, whose content is decoded where it lies.
    static func delivered(_ bytes: Span<UInt8>, _ options: Options) throws(DecodeError) -> Reading {
        var reader = ProtobufReader(bytes, limits: options.bodyLimits, leaving: 42)
        var body = DownStreamMessage()
        let deviations = try reader.read(&body, options.mode, options.bodyLimits)
        let content = Envelope.take(body.classname, &body.content, reader, options)
        return Reading(envelope: Envelope(consume body, consume content), deviations: deviations)
    }

    private init(_ body: consuming DownStreamMessage, _ content: consuming EnvelopeContent?) {
        objectName = body.classname.map(ObjectName.init(rawValue:))
        self.content = consume content
        conversation = body.type.map { ConversationType(rawValue: Int($0.rawValue)) }
        direction = body.direction == 1 ? .send : .receive
        senderId = body.fromUserId
        sentTime = body.dataTime
        messageUId = body.msgId
        flags = MessageFlags(down: body.status ?? 0)
        receivers = body.toUserId
        targetId = Envelope.target(of: body).map { FrameText($0) }
        self.body = .down(consume body)
    }

    /// Whose conversation a delivered message belongs to (RMTP-181).
    private static func target(of body: DownStreamMessage) -> String? {
        let isGroup = [2, 3, 4, 10, 12].contains(body.type?.rawValue ?? 0)
        return isGroup || body.direction == 1 ? body.groupId ?? body.fromUserId : body.fromUserId
    }

    /// The body as the service delivers it.
    ///
    /// - Parameter senderId: who sent it, where the message itself does not say it because it is that user's own.
    /// - Throws: `encode.member` where the sender, the kind of conversation, the type, the content or the time is not
    ///   known.
    public func downBody(senderId ownId: String? = nil) throws(EncodeError) -> DownStreamMessage {
        guard let objectName, let content, let conversation, let sentTime, let sender = senderId ?? ownId,
            let kind = Int32(exactly: conversation.rawValue)
        else { throw EncodeError(.member) }
        var down = DownStreamMessage()
        switch body {
        case .down(let body): down = body
        case .up(let body):
            down.clientUniqueId = body.clientUniqueId
            down.extraContent = body.extraContent
            down.configFlag = body.configFlag
            down.pushExt = body.pushExt
            down.busChannel = body.busChannel
            down.pushContent = body.pushText
        }
        down.fromUserId = sender
        down.type = ChannelType(rawValue: kind)
        if Envelope.target(of: down) != targetId?.string { down.groupId = targetId?.string }
        down.classname = objectName.rawValue
        down.content = content.bytes
        down.dataTime = sentTime
        down.status = flags.down(keeping: down.status ?? 0)
        down.msgId = messageUId
        down.toUserId = receivers
        // 2 and no direction at all mean the same, so what arrived stays.
        if direction == .send { down.direction = 1 } else if down.direction == 1 { down.direction = 2 }
        return down
    }

    /// The PUBLISH that delivers the message.
    ///
    /// - Parameter frameTarget: what the frame has as its target: the sender's id, as captures show it.
    /// - Throws: as ``downBody(senderId:)``.
    public func delivery(
        messageId: UInt16, date: UInt32, frameTarget: FrameText? = nil, flags: RMTPFlags = RMTPFlags(qos: .atLeastOnce)
    ) throws(EncodeError) -> PublishPacket {
        let body = try downBody()
        return PublishPacket(
            topic: "s_msg", targetId: frameTarget ?? FrameText(body.fromUserId ?? ""), messageId: messageId,
            data: try body.encoded(), date: date, flags: flags)
    }

    /// The messages of an answer to a pull, in their order; a content that cannot be read costs nothing else (RMTP-183).
    public static func messages(of answer: DownStreamMessages, _ options: Options = Options()) -> [Envelope] {
        answer.list.map { Envelope($0, options) }
    }
}
