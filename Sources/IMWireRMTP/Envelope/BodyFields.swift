// SPDX-License-Identifier: Apache-2.0

import IMWire

// The fields of a body that follow from an envelope; all others are written as they came.
//
// A body of twenty fields costs more to copy than to write, so it is written with these fields in place of its own.

extension UpFields {
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

    /// Writes the body with these fields behind what `buffer` holds.
    func append(over kept: Envelope.Kept<RMTPBody.UpStreamMessage>, to buffer: inout [UInt8]) {
        var sizer = ProtobufSizer()
        traverse(over: kept, &sizer)
        ProtobufWriter.append(sizer.count, to: &buffer) { writer in traverse(over: kept, &writer) }
    }
}

extension DownFields {
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
        fromUserId = sender
        type = RMTPBody.ChannelType(rawValue: kind)
        self.content = content
        dataTime = sentTime
        classname = objectName.rawValue
        self.status = envelope.flags.down(keeping: status ?? 0)
        msgId = envelope.messageUId
        toUserId = envelope.receivers
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
}
