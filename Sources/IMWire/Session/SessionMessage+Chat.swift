// SPDX-License-Identifier: Apache-2.0

/// The conversion between messages of the socket and messages of the machines.
extension SessionMessage {
    /// Creates a message from a received one, with members that no machine interprets in ``payload``.
    ///
    /// Members that are never written (CHT-015, CHT-016) are omitted. A string with a lone surrogate stays in the payload
    /// as it arrived, and is absent for the machines (SES-160).
    ///
    /// - Parameter heartbeat: The `beatID` that makes a message without a kind and a sender a heartbeat (CHT-031).
    public init(_ message: ChatMessage, heartbeat: HeartbeatBody = .standard) {
        let isHeartbeat = message.isHeartbeat(heartbeat)
        var rest = message
        func take(_ name: String, _ value: inout String?) -> String? {
            if message.unknownMembers.hasLoneSurrogate(name, in: value) { return nil }
            defer { value = nil }
            return value
        }
        self.init(isHeartbeat ? .heartbeat : message.kind)
        messageType = take("messageType", &rest.messageType)
        messageID = take("messageID", &rest.messageID)
        clientMessageID = take("clientMessageID", &rest.clientMessageID)
        senderID = take("fromUserID", &rest.senderID)
        recipientID = take("toUserID", &rest.recipientID)
        groupID = take("groupID", &rest.groupID)
        chatType = take("chatType", &rest.chatType.text)
        deviceType = take("deviceType", &rest.deviceType)
        versionCode = take("versionCode", &rest.versionCode)
        sendTime = take("sendTime", &rest.sendTime)
        // A code that is not an `Int` has no meaning for a machine, and stays in the payload as written.
        code = message.code?.int
        if code != nil { rest.code = nil }
        if isHeartbeat || message.messageType != nil || message.senderID != nil { rest.beatID = nil }
        let bytes = rest.encoded()
        payload = bytes.count == 2 ? nil : RawJSON(scanned: String(decoding: bytes, as: UTF8.self))
    }

    /// Removes the sender's key, also one that no machine can read (SES-082).
    mutating func removeKey() {
        clientMessageID = nil
        guard let payload, payload["clientMessageID"] != nil else { return }
        let rest = UnknownMembers(object: payload, without: ["clientMessageID"])
        var writer = ContentWriter()
        writer.open()
        writer.close(rest)
        self.payload = rest.isEmpty ? nil : RawJSON(scanned: String(decoding: writer.bytes, as: UTF8.self))
    }
}

extension ChatType? {
    /// The type as its text.
    fileprivate var text: String? {
        get { self?.rawValue }
        set { self = newValue.map(ChatType.init(rawValue:)) }
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
        let rest = message.payload.map { UnknownMembers(object: $0, without: message.ownNames) } ?? UnknownMembers()
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
    /// The names of the members whose property takes precedence over the payload's member.
    fileprivate var ownNames: [String] {
        let values: [(name: String, isSet: Bool)] = [
            ("messageType", messageType != nil), ("messageID", messageID != nil),
            ("clientMessageID", clientMessageID != nil), ("fromUserID", senderID != nil),
            ("toUserID", recipientID != nil), ("groupID", groupID != nil), ("chatType", chatType != nil),
            ("deviceType", deviceType != nil), ("versionCode", versionCode != nil), ("sendTime", sendTime != nil),
            ("code", code != nil),
        ]
        return values.filter(\.isSet).map(\.name)
    }
}
