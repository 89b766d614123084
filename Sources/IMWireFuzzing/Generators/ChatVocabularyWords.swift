// SPDX-License-Identifier: Apache-2.0

/// The words of the socket chat protocol (`Spec/chat.md`).
enum ChatVocabularyWords {
    /// The kinds of messages, and some that are invalid.
    static let kinds = [
        "login", "loginReceipt", "normal", "normalReceipt", "invalidReceipt", "repeal", "repealReceipt", "validate",
        "system",
        "heartbeat", "Normal", "",
    ]
    /// The kinds of contents.
    static let contentTypes = [
        "text", "audio", "picture", "video", "file", "tip", "repeal", "firstRepeal", "map",
    ]
    /// The members of a message that hold strings.
    static let strings = [
        "messageID", "clientMessageID", "fromUserID", "toUserID", "groupID", "nickName", "fromPortrait", "toPortrait",
        "groupName", "deviceType", "versionCode", "sendTime", "beatID",
    ]
    static let contentMembers = [
        "text", "picSize", "bigPicAdress", "seconds", "fileName", "fileSize", "fileType", "fileIconAdress",
        "videoDuration",
        "videoSize", "bigPicAddress", "fileIconAddress", "width", "height",
    ]
    /// All names that a message can have, including those of local state.
    static let names: [[UInt8]] =
        (strings + contentMembers + [
            "messageType", "chatType", "contenType", "contentType", "objectName", "content", "atToUserIDs", "noDisturb",
            "code",
            "byMyself", "isSend", "isRead", "isSending", "progress", "unreadCount", "lastMessage", "lastTimeString",
        ]).map { Array($0.utf8) }
}
