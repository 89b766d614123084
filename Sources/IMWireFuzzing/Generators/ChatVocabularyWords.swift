// SPDX-License-Identifier: Apache-2.0

/// The words of the socket chat protocol (`Spec/chat.md`).
package enum ChatVocabularyWords {
    /// Kinds of messages.
    package static let kinds = [
        "login", "loginReceipt", "normal", "normalReceipt", "invalidReceipt", "repeal", "repealReceipt", "validate",
        "system",
        "heartbeat", "Normal", "",
    ]
    /// Kinds of contents.
    package static let contentTypes = [
        "text", "audio", "picture", "video", "file", "tip", "repeal", "firstRepeal", "map",
    ]
    /// Members of a message that hold strings.
    package static let strings = [
        "messageID", "clientMessageID", "fromUserID", "toUserID", "groupID", "nickName", "fromPortrait", "toPortrait",
        "groupName", "deviceType", "versionCode", "sendTime", "beatID",
    ]
    /// Members of a content.
    package static let contentMembers = [
        "text", "picSize", "bigPicAdress", "seconds", "fileName", "fileSize", "fileType", "fileIconAdress",
        "videoDuration",
        "videoSize", "bigPicAddress", "fileIconAddress", "width", "height",
    ]
    /// All names that a message may have, those of local state included.
    package static let names: [[UInt8]] =
        (strings + contentMembers + [
            "messageType", "chatType", "contenType", "contentType", "objectName", "content", "atToUserIDs", "noDisturb",
            "code",
            "byMyself", "isSend", "isRead", "isSending", "progress", "unreadCount", "lastMessage", "lastTimeString",
        ]).map { Array($0.utf8) }
}
