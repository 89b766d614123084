// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An endpoint to which messages are posted, and the fields that it accepts (API-050).
@nonexhaustive
public enum PublishEndpoint: String, Hashable, Sendable, CaseIterable {
    /// Sends to users, each in a private conversation with the sender.
    case `private` = "/message/private/publish.json"
    /// Sends to groups, or to some users of one group.
    case group = "/message/group/publish.json"
    /// Sends to a discussion; discontinued.
    case discussion = "/message/discussion/publish.json"
    /// Sends to chatrooms.
    case chatroom = "/message/chatroom/publish.json"
    /// Sends to users on behalf of the system.
    case system = "/message/system/publish.json"
    /// Sends to all users of the application.
    case broadcast = "/message/broadcast.json"
    /// Sends to all chatrooms of the application.
    case chatroomBroadcast = "/message/chatroom/broadcast.json"
    /// Sends a status to users, which only users who are online receive.
    case privateStatus = "/statusmessage/private/publish.json"
    /// Sends a status to groups.
    case groupStatus = "/statusmessage/group/publish.json"

    /// The name of the field with the recipients, or nil if the message goes to everyone.
    public var targetField: String? {
        switch self {
        case .private, .system, .privateStatus: "toUserId"
        case .group, .groupStatus: "toGroupId"
        case .discussion: "toDiscussionId"
        case .chatroom: "toChatroomId"
        case .broadcast, .chatroomBroadcast: nil
        }
    }

    /// The permitted number of recipients.
    public var targetCount: ClosedRange<Int> {
        switch self {
        case .private, .privateStatus: 1...1000
        case .system: 1...100
        case .group, .groupStatus: 1...3
        case .discussion: 1...1
        case .chatroom: 1...Int.max  // ten are recommended; no limit is known
        case .broadcast, .chatroomBroadcast: 0...0
        }
    }

    /// The fields in the order in which they are written.
    var rules: [FieldRule] {
        var rules = [FieldRule.id("fromUserId")]
        if let targetField { rules.append(.id(targetField, targetCount)) }
        if self == .group { rules.append(.id("toUserId", 0...1000)) }
        rules += [FieldRule("objectName", .objectName, 1...1), FieldRule("content", .content, 1...1)]
        return rules + options
    }

    private var options: [FieldRule] {
        let push = [FieldRule("pushContent", .text(0...Int.max)), FieldRule("pushData", .text(0...Int.max))]
        let kept = [FieldRule("isPersisted", .bit), FieldRule("isCounted", .bit)]
        let sender = FieldRule("isIncludeSender", .bit)
        let blacklist = FieldRule("verifyBlacklist", .bit)
        let available = FieldRule("contentAvailable", .bit)
        let expansion = FieldRule("expansion", .boolean)
        let silence = [FieldRule("disablePush", .boolean), FieldRule("pushExt", .text(0...Int.max))]
        switch self {
        case .private:
            let badge = FieldRule("count", .integer(-1...9999))
            return push + [badge, blacklist] + kept + [sender, available, expansion] + silence
        case .group: return push + kept + [sender, FieldRule("isMentioned", .bit), available, expansion] + silence
        case .discussion: return push + kept + [sender, available]
        case .chatroom: return [FieldRule("isPersisted", .bit), sender]
        case .system: return push + kept + [available] + silence
        case .broadcast:
            let platform = FieldRule("os", .text(1...64))
            return push + [platform, available, FieldRule("pushExt", .text(0...Int.max))]
        case .chatroomBroadcast: return []
        case .privateStatus, .groupStatus: return [blacklist, sender]
        }
    }
}
