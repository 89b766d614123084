// SPDX-License-Identifier: Apache-2.0

/// The conversion between messages of the socket and messages of the machines.
extension SessionMessage {
    /// Creates a message from a received one, with members that no machine interprets in ``payload``.
    ///
    /// Members that are never written (CHT-015, CHT-016) are omitted.
    ///
    /// - Parameter heartbeat: The `beatID` that makes a message without a kind and a sender a heartbeat (CHT-031).
    public init(_ message: ChatMessage, heartbeat: HeartbeatBody = .standard) {
        let isHeartbeat = message.isHeartbeat(heartbeat)
        self.init(isHeartbeat ? .heartbeat : message.kind, messageID: message.messageID)
        messageType = message.messageType
        clientMessageID = message.clientMessageID
        senderID = message.senderID
        recipientID = message.recipientID
        groupID = message.groupID
        chatType = message.chatType?.rawValue
        deviceType = message.deviceType
        versionCode = message.versionCode
        sendTime = message.sendTime
        // A code that is not an `Int` has no meaning for a machine, and stays in the payload as written.
        code = message.code?.int
        payload = SessionMessage.payload(of: message, isHeartbeat: isHeartbeat, keepsCode: code == nil)
    }

    private static func payload(of message: ChatMessage, isHeartbeat: Bool, keepsCode: Bool) -> RawJSON? {
        var rest = message
        if isHeartbeat || message.messageType != nil || message.senderID != nil { rest.beatID = nil }
        rest.messageType = nil
        rest.messageID = nil
        rest.clientMessageID = nil
        rest.senderID = nil
        rest.recipientID = nil
        rest.groupID = nil
        rest.chatType = nil
        rest.deviceType = nil
        rest.versionCode = nil
        rest.sendTime = nil
        if !keepsCode { rest.code = nil }
        let bytes = rest.encoded()
        return bytes.count == 2 ? nil : RawJSON(scanned: String(decoding: bytes, as: UTF8.self))
    }
}

extension ChatMessage {
    /// Creates a message to be written, or to be read by an application.
    ///
    /// - Parameter heartbeat: The form in which a heartbeat is written.
    /// - Throws: The errors of ``ChatReader/message(_:)``, if the payload is not a JSON object that can be read.
    public init(_ message: SessionMessage, heartbeat: HeartbeatBody = .standard) throws(DecodeError) {
        if message.kind == .heartbeat {
            self.init(heartbeat: heartbeat)
            return
        }
        // The kind and other members determine how a content is read (CHT-020), so the whole message is read at once.
        var writer = ContentWriter()
        var rest = UnknownMembers()
        for (name, value) in message.payload?.members ?? [] where !SessionMessage.isTaken(name, by: message) {
            rest.append(name, value)
        }
        writer.open()
        writer.member("messageType", message.messageType)
        writer.member("messageID", message.messageID)
        writer.member("clientMessageID", message.clientMessageID)
        writer.member("fromUserID", message.senderID)
        writer.member("toUserID", message.recipientID)
        writer.member("groupID", message.groupID)
        writer.member("chatType", message.chatType)
        writer.member("deviceType", message.deviceType)
        writer.member("versionCode", message.versionCode)
        writer.member("sendTime", message.sendTime)
        writer.member("code", message.code.map { JSONNumber($0) })
        writer.close(rest)
        var limits = DecodingLimits.unbounded
        limits.depth = DecodingLimits.unlimited.depth
        var reader = ChatReader(limits: limits, heartbeat: heartbeat)
        reader.messageBytes = .max
        self = try reader.message(writer.bytes.span).content
    }
}

extension SessionMessage {
    /// Returns whether a property takes precedence over the payload's member with this name.
    fileprivate static func isTaken(_ name: String, by message: SessionMessage) -> Bool {
        switch name {
        case "messageType": message.messageType != nil
        case "messageID": message.messageID != nil
        case "clientMessageID": message.clientMessageID != nil
        case "fromUserID": message.senderID != nil
        case "toUserID": message.recipientID != nil
        case "groupID": message.groupID != nil
        case "chatType": message.chatType != nil
        case "deviceType": message.deviceType != nil
        case "versionCode": message.versionCode != nil
        case "sendTime": message.sendTime != nil
        case "code": message.code != nil
        default: false
        }
    }
}
