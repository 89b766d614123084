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
        rules.first { $0.name == targetField }?.count ?? 0...0
    }

    /// The fields in the order in which they are written.
    var rules: [FieldRule] { ServiceEndpoint(rawValue: rawValue)?.form.fields ?? [] }
}
