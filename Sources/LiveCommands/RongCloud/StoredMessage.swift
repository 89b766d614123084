// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireRMTP
import IMWireValues

/// A message that the service keeps, as it goes to its recipients.
struct StoredMessage: Hashable, Sendable {
    /// The body for a recipient.
    var body: RMTPBody.DownStreamMessage
    /// Who or what it was sent to.
    var target: String

    /// When it was sent, in ms since 1970.
    var time: Int64 { body.dataTime ?? 0 }
    /// The id that the service has given to it.
    var id: String { body.msgId ?? "" }
    var sender: String { body.fromUserId ?? "" }
    var conversation: Conversation {
        Conversation(type: body.type?.rawValue ?? 1, target: target)
    }

    /// Takes one that was kept.
    init(_ body: RMTPBody.DownStreamMessage, target: String) {
        self.body = body
        self.target = target
    }

    /// Creates one of what a client has sent.
    init(_ up: RMTPBody.UpStreamMessage, from sender: String, to conversation: Conversation, time: Int64, id: String) {
        var flags = MessageFlags(up: up.sessionId ?? 3)
        // 4.2.0 throws for a mention without the list of who is mentioned.
        let content = RawJSON(line: up.content ?? [])
        if content?["mentionedInfo"]?["userIdList"]?.elements == nil { flags.remove(.mentioned) }
        let isPrivate = conversation.isBetweenUsers
        body = RMTPBody.DownStreamMessage()
        body.fromUserId = sender
        body.type = RMTPBody.ChannelType(rawValue: conversation.type)
        body.groupId = isPrivate ? nil : conversation.target
        body.classname = up.classname ?? ""
        body.content = up.content ?? []
        body.dataTime = time
        body.status = flags.down()
        body.msgId = id
        body.clientUniqueId = up.clientUniqueId
        body.extraContent = up.extraContent
        body.pushContent = up.pushText
        body.configFlag = up.configFlag
        body.pushExt = up.pushExt
        target = conversation.target
    }

    /// The body for its sender's other devices and history: `direction` 1 and the other side (RMTP-181).
    var own: RMTPBody.DownStreamMessage {
        var own = body
        own.direction = 1
        own.groupId = target
        return own
    }

    /// The body for a release; old ones read ASCII only.
    static func body(_ body: RMTPBody.DownStreamMessage, for release: SDKRelease) -> RMTPBody.DownStreamMessage {
        guard !release.readsUTF8, let content = body.content, content.contains(where: { $0 >= 0x80 }),
            let text = String(validating: content, as: UTF8.self)
        else { return body }
        // Every character beyond ASCII stands in a string of the JSON, where the escape means the same.
        var escaped: [UInt8] = []
        for unit in text.utf16 {
            if unit < 0x80 {
                escaped.append(UInt8(unit))
            } else {
                let digits = String(unit, radix: 16)
                escaped += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            }
        }
        var body = body
        body.content = escaped
        return body
    }
}

/// A conversation as one user has it.
struct Conversation: Hashable, Sendable {
    /// The number of its kind on the wire.
    var type: Int32
    /// The other user, the group or the room.
    var target: String

    /// Whether the other side is a user.
    var isBetweenUsers: Bool { type == 1 || type >= 5 && type <= 8 }
}

#endif
