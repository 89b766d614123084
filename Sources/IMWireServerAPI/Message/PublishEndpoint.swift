// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Where a message is posted to, and which fields it takes there (API-050).
@nonexhaustive
public enum PublishEndpoint: String, Hashable, Sendable, CaseIterable {
    /// To users, each in a conversation of their own with the sender.
    case `private` = "/message/private/publish.json"
    /// To groups, or to some users of one group.
    case group = "/message/group/publish.json"
    /// To a discussion; retired.
    case discussion = "/message/discussion/publish.json"
    /// To chatrooms.
    case chatroom = "/message/chatroom/publish.json"
    /// To users, from the system.
    case system = "/message/system/publish.json"
    /// To all users of the application.
    case broadcast = "/message/broadcast.json"
    /// To all chatrooms of the application.
    case chatroomBroadcast = "/message/chatroom/broadcast.json"
    /// A status to users: only who is online gets it.
    case privateStatus = "/statusmessage/private/publish.json"
    /// A status to groups.
    case groupStatus = "/statusmessage/group/publish.json"

    /// The field that names the receivers; nil where everybody is one.
    public var targetField: String? {
        switch self {
        case .private, .system, .privateStatus: "toUserId"
        case .group, .groupStatus: "toGroupId"
        case .discussion: "toDiscussionId"
        case .chatroom: "toChatroomId"
        case .broadcast, .chatroomBroadcast: nil
        }
    }

    /// How many receivers there may be.
    public var targetCount: ClosedRange<Int> {
        switch self {
        case .private, .privateStatus: 1...1000
        case .system: 1...100
        case .group, .groupStatus: 1...3
        case .discussion: 1...1
        case .chatroom: 1...Int.max  // ten are recommended; a limit is not known
        case .broadcast, .chatroomBroadcast: 0...0
        }
    }

    /// The fields, in the order in which they are written.
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
