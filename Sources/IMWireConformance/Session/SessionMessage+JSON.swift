// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Messages in scripts: the JSON object of the wire under its own member names.
extension SessionMessage {
    /// Members that are never written (CHT-015, CHT-016).
    private static let local: Set<String> = [
        "beatID", "byMyself", "isSend", "isRead", "isSending", "progress", "unreadCount", "lastMessage",
        "lastTimeString",
    ]

    /// Members that a login has none of (CHT-040).
    private static let beyondLogin: Set<String> = [
        "messageID", "toUserID", "groupID", "chatType", "contenType", "objectName", "content",
    ]

    /// Reads a message; a number in the place of a text is read as its text.
    init(_ json: RawJSON, beatBody: String) {
        self.init(.unknown)
        let members = ScriptObject(json, "a message").members
        var payload = ScriptWriter()
        var hasPayload = false
        var beatID: String?
        for (name, value) in members {
            let text = value.string ?? value.number?.text
            switch name {
            case "messageType": messageType = text
            case "messageID": messageID = text
            case "clientMessageID": clientMessageID = text
            case "fromUserID": senderID = text
            case "toUserID": recipientID = text
            case "groupID": groupID = text
            case "chatType": chatType = text
            case "deviceType": deviceType = text
            case "versionCode": versionCode = text
            case "sendTime": sendTime = text
            case "code": code = value.number?.int64.map { Int(truncatingIfNeeded: $0) }
            case "beatID": beatID = text
            default:
                guard !SessionMessage.local.contains(name) else { continue }
                payload.member(name, value)
                hasPayload = true
            }
        }
        if hasPayload { self.payload = payload.json }
        let names = Set(members.map(\.name))
        kind = MessageKind(messageType: messageType)
        guard messageType == nil else { return }
        if senderID == nil, let beatID, beatID.utf8.elementsEqual(beatBody.utf8) {
            kind = .heartbeat  // CHT-031
        } else if senderID != nil, deviceType != nil, versionCode != nil,
            names.isDisjoint(with: SessionMessage.beyondLogin)
        {
            kind = .login  // CHT-040
        }
    }

    /// The message as it is written (CHT-010).
    var json: RawJSON {
        var writer = ScriptWriter()
        writer.member("messageType", messageType)
        writer.member("messageID", messageID)
        writer.member("clientMessageID", clientMessageID)
        writer.member("fromUserID", senderID)
        writer.member("toUserID", recipientID)
        writer.member("groupID", groupID)
        writer.member("chatType", chatType)
        for (name, value) in payload?.members ?? [] { writer.member(name, value) }
        writer.member("deviceType", deviceType)
        writer.member("versionCode", versionCode)
        writer.member("sendTime", sendTime)
        writer.member("code", code)
        return writer.json
    }
}

extension Timed {
    /// The beginning of an action in an answer.
    func writer(_ name: String) -> ScriptWriter {
        var writer = ScriptWriter()
        writer.member("at", time)
        writer.member("action", name)
        return writer
    }
}
