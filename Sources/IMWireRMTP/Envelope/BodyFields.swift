// SPDX-License-Identifier: Apache-2.0

import IMWire

// The fields of a body that follow from an envelope. All other fields are written as they arrived.
//
// Copying a body of twenty fields costs more than writing it, so it is written with these fields in place of its own.

extension UpFields {
    /// Creates the fields from an envelope and from the parts of the body that the envelope does not determine alone.
    ///
    /// - Throws: `encode.member` if the envelope has no object name.
    init(_ envelope: borrowing Envelope, sessionID: Int32?, content: [UInt8]) throws(EncodeError) {
        guard let objectName = envelope.objectName else { throw EncodeError(.member) }
        self.sessionID = envelope.flags.up(keeping: sessionID ?? 0)
        classname = objectName.rawValue
        self.content = content
        userID = envelope.receivers
    }

    /// Appends the body, with these fields in place of its own, to `buffer`.
    func append(over kept: Envelope.Kept<RMTPBody.UpStreamMessage>, to buffer: inout [UInt8]) {
        ProtobufEncoder.append(to: &buffer) { writer in traverse(over: kept, &writer) }
    }
}

extension DownFields {
    /// Creates the fields from an envelope and from the parts of the body that the envelope does not determine alone.
    ///
    /// - Throws: `encode.member` if the sender, the conversation type, the object name or the time is missing, or the
    ///   target of a message that this user has sent to another.
    init(
        _ envelope: borrowing Envelope, status: Int64?, direction: Int32?, groupID: String?, content: [UInt8],
        senderID ownID: String?
    ) throws(EncodeError) {
        guard let objectName = envelope.objectName, let conversation = envelope.conversation,
            let sentTime = envelope.sentTime, let kind = Int32(exactly: conversation.rawValue),
            let from = envelope.fromUserID(ownID)
        else { throw EncodeError(.member) }
        fromUserID = from
        type = RMTPBody.ChannelType(rawValue: kind)
        self.content = content
        dataTime = sentTime
        classname = objectName.rawValue
        self.status = envelope.flags.down(keeping: status ?? 0)
        msgID = envelope.messageUID
        toUserID = envelope.receivers
        // A direction of 2 and an absent direction both mean "received", so the arrived value is kept.
        self.direction = envelope.direction == .send ? 1 : direction == 1 ? 2 : direction
        let isInGroup = RMTPMessageParties.isGroup(kind)
        if envelope.direction == .send, !isInGroup {
            // A group id that is now in `fromUserID` is not written twice (RMTP-305).
            self.groupID = envelope.targetID?.isSame(as: groupID) == true ? nil : groupID
        } else if let target = envelope.targetID, !target.isSame(as: isInGroup ? groupID ?? from : from) {
            self.groupID = target.string
        } else {
            self.groupID = groupID
        }
    }

    /// Appends the body, with these fields in place of its own, to `buffer`; as an element of field `outer` if that is
    /// set.
    func append(over kept: Envelope.Kept<RMTPBody.DownStreamMessage>, in outer: UInt32?, to buffer: inout [UInt8]) {
        ProtobufEncoder.append(to: &buffer) { writer in
            guard let outer else { return traverse(over: kept, &writer) }
            writer.nested(outer) { writer in traverse(over: kept, &writer) }
        }
    }
}

extension Envelope.Body {
    /// The body as the service delivers it, with what both directions have.
    var downMessage: RMTPBody.DownStreamMessage {
        switch storage {
        case .down(let kept): kept.message
        case .up(let kept): RMTPBody.DownStreamMessage(carrying: kept.message)
        }
    }

    /// The body as a client sends it, with what both directions have.
    var upMessage: RMTPBody.UpStreamMessage {
        switch storage {
        case .up(let kept): kept.message
        case .down(let kept): RMTPBody.UpStreamMessage(carrying: kept.message)
        }
    }
}

/// The fields that a message has on its way up and on its way down, and which no envelope holds.
private protocol CarriedFields {
    var clientUniqueID: Int64? { get set }
    var extraContent: String? { get set }
    var configFlag: Int32? { get set }
    var pushExt: RMTPBody.PushExtra? { get set }
    var busChannel: String? { get set }
}

extension CarriedFields {
    fileprivate mutating func copyFields(of body: some CarriedFields) {
        clientUniqueID = body.clientUniqueID
        extraContent = body.extraContent
        configFlag = body.configFlag
        pushExt = body.pushExt
        busChannel = body.busChannel
    }
}

extension RMTPBody.DownStreamMessage: CarriedFields {
    fileprivate init(carrying up: RMTPBody.UpStreamMessage) {
        self.init()
        copyFields(of: up)
        pushContent = up.pushText
    }
}

extension RMTPBody.UpStreamMessage: CarriedFields {
    fileprivate init(carrying down: RMTPBody.DownStreamMessage) {
        self.init()
        copyFields(of: down)
        pushText = down.pushContent
    }
}
