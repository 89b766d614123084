// SPDX-License-Identifier: Apache-2.0

extension ChatMessage {
    /// The slots of the members in the table, in the order in which they are written (CHT-010).
    enum Slot: Int {
        case messageType, messageID, clientMessageID, senderID, recipientID, groupID, chatType, contentType
        case objectName, content, mentionedUserIDs, nickname, senderPortrait, recipientPortrait, groupName
        case notificationSetting, deviceType, versionCode, sendTime, code, beatID

        /// The slot as a bit in a set of slots.
        @inline(__always)
        var bit: UInt64 { 1 << UInt64(truncatingIfNeeded: rawValue) }
    }

    /// The table in which the reader looks up members.
    static let memberTable = table(withoutType: 0)
    /// The table for a login without a kind, which has its own deviation (CHT-040).
    static let loginTable = table(withoutType: Deviation.ID.loginWithoutType)

    private static func table(withoutType missing: UInt16) -> MemberTable {
        MemberTable(
            [
                .init("messageType", .string, missing: missing),
                .init("messageID", .string),
                .init("clientMessageID", .string),
                .init("fromUserID", .string),
                .init("toUserID", .string),
                .init("groupID", .string),
                .init("chatType", .string),
                .init("contenType", .string),
                .init("objectName", .string),
                .init("content", .any),
                .init("atToUserIDs", .strings),
                .init("nickName", .string),
                .init("fromPortrait", .string),
                .init("toPortrait", .string),
                .init("groupName", .string),
                .init("noDisturb", .integer),
                .init("deviceType", .string),
                .init("versionCode", .string),
                .init("sendTime", .string),
                .init("code", .integer),
                .init("beatID", .string),
            ],
            aliases: [
                .init("contentType", slot: Slot.contentType.rawValue, deviation: Deviation.ID.correctedSpelling)
            ],
            foreign: localState.map { .init($0, deviation: Deviation.ID.localState) }
        )
    }

    /// The members with the sender's local state, which its object mapper sends from its own tables (CHT-015).
    private static let localState: [StaticString] = [
        "byMyself", "isSend", "isRead", "isSending", "progress", "unreadCount", "lastMessage", "lastTimeString",
    ]
}
