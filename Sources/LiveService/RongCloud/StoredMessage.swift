// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// A message that the service stores, in the form in which recipients receive it; all of its recipients share it.
package final class StoredMessage: Sized, Sendable {
    /// The body for a recipient.
    package let body: RMTPBody.DownStreamMessage
    /// The user, group or room to which the message was sent.
    package let target: String
    /// The approximate size in bytes, in memory and on the wire, with its places in the indices of a store.
    package let bytes: Int

    /// The approximate size of a message's places in the indices of a store.
    private static let indices = 320
    /// The part of ``bytes`` that is not text.
    static var overhead: Int { indices + MemoryLayout<RMTPBody.DownStreamMessage>.stride }

    /// The time at which the message was sent, in milliseconds since 1970.
    package var time: Int64 { body.dataTime ?? 0 }
    /// The id that the service has assigned.
    package var id: String { body.msgID ?? "" }
    var key: ExactText { ExactText(id) }
    package var sender: String { body.fromUserID ?? "" }
    package var conversation: Conversation {
        Conversation(type: body.type?.rawValue ?? 1, target: target)
    }

    init(_ body: RMTPBody.DownStreamMessage, target: String) {
        self.body = body
        self.target = target
        bytes = StoredMessage.size(body) + target.utf8.count + StoredMessage.indices
    }

    /// Creates a message from the body that a client has sent.
    package convenience init(
        _ up: RMTPBody.UpStreamMessage, from sender: String, to conversation: Conversation, time: Int64, id: String
    ) {
        var flags = RMTPMessageFlags(up: up.sessionID ?? 3)
        // Release 4.2.0 throws an error for a mention without the list of mentioned users.
        if flags.contains(.mentioned),
            RawJSON(line: up.content ?? [])?["mentionedInfo"]?["userIdList"]?.elements == nil
        {
            flags.remove(.mentioned)
        }
        // Of a message to oneself release 2.x reads the target from `groupID`.
        let isPrivate = conversation.isBetweenUsers && !conversation.target.utf8.elementsEqual(sender.utf8)
        var body = RMTPBody.DownStreamMessage()
        body.fromUserID = sender
        body.type = RMTPBody.ChannelType(rawValue: conversation.type)
        body.groupID = isPrivate ? nil : conversation.target
        body.classname = up.classname ?? ""
        body.content = up.content ?? []
        body.dataTime = time
        body.status = flags.down()
        body.msgID = id
        body.clientUniqueID = up.clientUniqueID
        body.extraContent = up.extraContent
        body.pushContent = up.pushText
        body.configFlag = up.configFlag
        body.pushExt = up.pushExt
        self.init(body, target: conversation.target)
    }

    package var isCounted: Bool { RMTPMessageFlags(down: body.status ?? 0).contains(.counted) }

    /// Returns the approximate size of a body in bytes, in memory and on the wire.
    static func size(_ body: RMTPBody.DownStreamMessage) -> Int {
        func count(_ text: String?) -> Int { text?.utf8.count ?? 0 }
        let names = count(body.fromUserID) + count(body.groupID) + count(body.classname) + count(body.msgID)
        let texts = count(body.source) + count(body.extraContent) + count(body.pushContent) + count(body.busChannel)
        let push = body.pushExt.flatMap { try? $0.encoded(isPartial: true).count } ?? 0
        return MemoryLayout<RMTPBody.DownStreamMessage>.stride + names + texts + push + (body.content?.count ?? 0)
    }

    /// The body for the sender's own pulls and history: `direction` is 1, and in a private conversation `fromUserID` is
    /// the other user, from which the releases read the target.
    var own: RMTPBody.DownStreamMessage {
        var own = body
        own.direction = 1
        if conversation.isBetweenUsers { own.fromUserID = target }
        return own
    }

    /// Returns the body in the form that a device's release reads.
    static func body(_ body: RMTPBody.DownStreamMessage, for device: RongCloudDevice) -> RMTPBody.DownStreamMessage {
        var body = body
        if device.release.version == .two, body.direction == 1, body.groupID == nil {
            // Release 0.9.10 has no `direction`: it recognizes an own message only by its sender.
            body.groupID = body.fromUserID
            body.fromUserID = device.user
        }
        if !device.release.readsUTF8 { body.content = body.content.map(escaped) }
        return body
    }

    /// Returns a content in ASCII; non-ASCII characters occur only within JSON strings, where an escape is equivalent.
    static func escaped(_ content: [UInt8]) -> [UInt8] {
        guard content.contains(where: { $0 >= 0x80 }), let text = String(validating: content, as: UTF8.self) else {
            return content
        }
        var escaped: [UInt8] = []
        for unit in text.utf16 {
            if unit < 0x80 {
                escaped.append(UInt8(unit))
            } else {
                let digits = String(unit, radix: 16)
                escaped += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            }
        }
        return escaped
    }
}

/// A conversation from the point of view of one user.
package struct Conversation: Hashable, Sendable {
    /// The number of the conversation type on the wire.
    package let type: Int32
    private let name: ExactText

    /// The other user, the group or the room.
    package var target: String { name.text }

    package init(type: Int32, target: String) {
        self.type = type
        name = ExactText(target)
    }

    /// Whether the other side is a user.
    var isBetweenUsers: Bool { type == 1 || type >= 5 && type <= 8 }
}
