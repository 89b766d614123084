// SPDX-License-Identifier: Apache-2.0

import IMWire
import Platform

/// Short descriptions of the members of messages (CHT-010, CHT-021).
enum MemberText {
    /// The description of a member, and the requirement that defines it.
    struct Entry {
        var text: String
        var requirement: String
    }

    static let message: [String: Entry] = table(
        "CHT-010",
        [
            ("messageType", "the kind", "CHT-003"), ("messageID", "the server's id of the message", nil),
            ("clientMessageID", "the sender's key of the message", "CHT-012"), ("fromUserID", "who sends", nil),
            ("toUserID", "the receiving user", nil), ("groupID", "the receiving group", nil),
            ("chatType", "to a user or to a group", nil),
            ("contenType", "the kind of content (with this spelling)", "CHT-020"),
            ("objectName", "the type of a RongCloud content", "CHT-025"), ("content", "the text", "CHT-020"),
            ("atToUserIDs", "the mentioned users", nil), ("nickName", "the sender's name", nil),
            ("fromPortrait", "address of the sender's avatar", nil),
            ("toPortrait", "address of the recipient's avatar", nil), ("groupName", "name of the group", nil),
            ("noDisturb", "1 normal, 2 muted, 3 blocked", nil), ("deviceType", "the kind of device", nil),
            ("versionCode", "the sender's protocol version", nil),
            ("sendTime", "milliseconds since 1970", "CHT-013"), ("code", "why", "CHT-017"),
            ("beatID", "the heartbeat's body", "CHT-016"), ("contentType", "another spelling of contenType", "CHT-011"),
        ]
            + ["byMyself", "isSend", "isRead", "isSending", "progress", "unreadCount", "lastMessage", "lastTimeString"]
            .map { ($0, "the sender's local state, which must not be sent", "CHT-015") })

    static let content: [String: Entry] = table(
        "CHT-021",
        [
            ("text", "the text", nil), ("picSize", "width and height in pixels", "CHT-023"),
            ("bigPicAdress", "address of the large picture (with this spelling)", "CHT-011"),
            ("seconds", "length of the recording", nil), ("fileName", "name of the file", nil),
            ("fileSize", "its size", nil), ("fileType", "its type", nil),
            ("fileIconAdress", "address of its icon (with this spelling)", "CHT-011"),
            ("videoDuration", "length of the film in seconds", nil), ("videoSize", "its size", nil),
        ])

    private static func table(_ requirement: String, _ rows: [(String, String, String?)]) -> [String: Entry] {
        Dictionary(
            rows.map { ($0.0, Entry(text: $0.1, requirement: $0.2 ?? requirement)) },
            uniquingKeysWith: { one, _ in one })
    }

    /// Returns the meaning of a member's value, or nil if it is not more specific than that of the member.
    static func meaning(
        of name: String, _ value: ArraySlice<UInt8>, _ path: [String], _ message: ChatMessage?
    ) -> String? {
        guard path.isEmpty, let message else { return nil }
        switch name {
        case "messageType": return kind(message.kind)
        case "sendTime": return message.sendMilliseconds.flatMap(time)
        default: return nil
        }
    }

    /// Returns the purpose of messages of a kind.
    static func kind(_ kind: ChatMessageKind) -> String {
        switch kind {
        case .login: "the user's login, the first message of a connection"
        case .loginReceipt: "the login is accepted"
        case .heartbeat: "the connection is alive"
        case .normal: "a message between users"
        case .normalReceipt: "a message has arrived"
        case .invalidReceipt: "a message is refused"
        case .repeal: "a message is recalled"
        case .repealReceipt: "the recall is done"
        case .validate: "a request to become a friend or to join a group"
        case .system: "a message from the server"
        default: "an unknown kind"
        }
    }

    /// Returns the date of a time in milliseconds since 1970, or nil for a time outside the years 1970 to 9999.
    private static func time(_ milliseconds: Int64) -> String? {
        guard (0..<253_402_300_800_000).contains(milliseconds) else { return nil }
        let date = Date(timeIntervalSince1970: Double(milliseconds / 1000))
        return date.formatted(.iso8601) + " by the sender's clock"
    }
}
