// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The fields of a body that follow from an envelope; all others are written as they came.
///
/// A body of twenty fields costs more to copy than to write, so it is written with these fields in place of its own.
struct UpFields {
    private let sessionId: Int32
    private let classname: String
    private let content: [UInt8]
    private let userId: [String]

    /// Takes from the body what the envelope does not decide alone.
    ///
    /// - Throws: `encode.member` where there is no type.
    init(_ envelope: borrowing Envelope, sessionId: Int32?, content: [UInt8]) throws(EncodeError) {
        guard let objectName = envelope.objectName else { throw EncodeError(.member) }
        self.sessionId = envelope.flags.up(keeping: sessionId ?? 0)
        classname = objectName.rawValue
        self.content = content
        userId = envelope.receivers
    }

    func apply(to body: inout RMTPBody.UpStreamMessage) {
        body.sessionId = sessionId
        body.classname = classname
        body.content = content
        body.userId = userId
    }

    /// Writes the body with these fields behind what `buffer` holds.
    func append(over kept: Envelope.Kept<RMTPBody.UpStreamMessage>, to buffer: inout [UInt8]) {
        var sizer = ProtobufSizer()
        traverse(over: kept, &sizer)
        ProtobufWriter.append(sizer.count, to: &buffer) { writer in traverse(over: kept, &writer) }
    }

    /// Shows the body with these fields to a visitor, as its own `traverse` shows it without them.
    @inline(__always)
    private func traverse(over kept: Envelope.Kept<RMTPBody.UpStreamMessage>, _ visitor: inout some ProtobufVisitor) {
        visitor.int32(8, "sessionId", sessionId)
        visitor.string(18, "classname", classname)
        visitor.byteArray(26, "content", content)
        visitor.string(34, "pushText", kept.message.pushText)
        visitor.string(42, "appData", kept.message.appData)
        visitor.strings(50, "userId", userId)
        visitor.int64(56, "delMsgTime", kept.message.delMsgTime)
        visitor.string(66, "delMsgId", kept.message.delMsgId)
        visitor.int32(72, "configFlag", kept.message.configFlag)
        visitor.int64(80, "clientUniqueId", kept.message.clientUniqueId)
        visitor.string(90, "extraContent", kept.message.extraContent)
        visitor.message(98, "pushExt", kept.message.pushExt)
        visitor.string(106, "busChannel", kept.message.busChannel)
        visitor.unknown(kept.message.unknownFields)
    }
}

/// The same for what the service delivers.
struct DownFields {
    private let sender: String
    private let kind: Int32
    private let groupId: String?
    private let classname: String
    private let content: [UInt8]
    private let sentTime: Int64
    private let status: Int64
    private let messageUId: String?
    private let direction: Int32?
    private let receivers: [String]

    /// Takes from the body what the envelope does not decide alone.
    ///
    /// - Throws: `encode.member` where the sender, the kind of conversation, the type or the time is not known.
    init(
        _ envelope: borrowing Envelope, status: Int64?, direction: Int32?, groupId: String?, content: [UInt8],
        senderId ownId: String?
    ) throws(EncodeError) {
        guard let objectName = envelope.objectName, let conversation = envelope.conversation,
            let sentTime = envelope.sentTime, let sender = envelope.senderId ?? ownId,
            let kind = Int32(exactly: conversation.rawValue)
        else { throw EncodeError(.member) }
        self.sender = sender
        self.kind = kind
        self.content = content
        self.sentTime = sentTime
        classname = objectName.rawValue
        self.status = envelope.flags.down(keeping: status ?? 0)
        messageUId = envelope.messageUId
        receivers = envelope.receivers
        // 2 and no direction at all mean the same, so what arrived stays.
        self.direction = envelope.direction == .send ? 1 : direction == 1 ? 2 : direction
        let named = DownFields.target(kind: kind, direction, groupId: groupId, sender: sender)
        if let target = envelope.targetId, !target.isSame(as: named) {
            self.groupId = target.string
        } else {
            self.groupId = groupId
        }
    }

    /// Whose conversation a delivered message belongs to (RMTP-181).
    static func target(kind: Int32, _ direction: Int32?, groupId: String?, sender: String?) -> String? {
        switch kind {
        case 2, 3, 4, 10, 12: groupId ?? sender
        default: direction == 1 ? groupId ?? sender : sender
        }
    }

    func apply(to body: inout RMTPBody.DownStreamMessage) {
        body.fromUserId = sender
        body.type = RMTPBody.ChannelType(rawValue: kind)
        body.groupId = groupId
        body.classname = classname
        body.content = content
        body.dataTime = sentTime
        body.status = status
        body.msgId = messageUId
        body.direction = direction
        body.toUserId = receivers
    }

    /// Writes the body with these fields behind what `buffer` holds; as an element of the field `outer`, where it is one.
    func append(over kept: Envelope.Kept<RMTPBody.DownStreamMessage>, in outer: UInt32?, to buffer: inout [UInt8]) {
        var sizer = ProtobufSizer()
        traverse(over: kept, &sizer)
        let length = sizer.count
        let prefix = outer.map { ProtobufSizer.varint(UInt64($0)) + ProtobufSizer.varint(UInt64(length)) } ?? 0
        ProtobufWriter.append(prefix + length, to: &buffer) { writer in
            if let outer { writer.open(outer, length) }
            traverse(over: kept, &writer)
        }
    }

    /// Shows the body with these fields to a visitor, as its own `traverse` shows it without them.
    @inline(__always)
    private func traverse(over kept: Envelope.Kept<RMTPBody.DownStreamMessage>, _ visitor: inout some ProtobufVisitor) {
        visitor.string(10, "fromUserId", sender)
        visitor.int32(16, "type", kind)
        visitor.string(26, "groupId", groupId)
        visitor.string(34, "classname", classname)
        visitor.byteArray(42, "content", content)
        visitor.int64(48, "dataTime", sentTime)
        visitor.int64(56, "status", status)
        visitor.int64(64, "extra", kept.message.extra)
        visitor.string(74, "msgId", messageUId)
        visitor.int32(80, "direction", direction)
        visitor.int32(88, "plantform", kept.message.plantform)
        visitor.int32(96, "isRemoved", kept.message.isRemoved)
        visitor.string(106, "source", kept.message.source)
        visitor.int64(112, "clientUniqueId", kept.message.clientUniqueId)
        visitor.string(122, "extraContent", kept.message.extraContent)
        visitor.string(130, "pushContent", kept.message.pushContent)
        visitor.int32(136, "configFlag", kept.message.configFlag)
        visitor.message(146, "pushExt", kept.message.pushExt)
        visitor.string(154, "busChannel", kept.message.busChannel)
        visitor.int64(160, "extStatus", kept.message.extStatus)
        visitor.strings(170, "toUserId", receivers)
        visitor.int32(176, "groupUnpush", kept.message.groupUnpush)
        visitor.unknown(kept.message.unknownFields)
    }
}
