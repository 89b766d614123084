// SPDX-License-Identifier: Apache-2.0

/// The words of the socket chat protocol (`Spec/chat.md`).
package enum ChatVocabularyWords {
    /// The kinds of messages, and some that are invalid.
    package static let kinds = [
        "login", "loginReceipt", "normal", "normalReceipt", "invalidReceipt", "repeal", "repealReceipt", "validate",
        "system",
        "heartbeat", "Normal", "",
    ]
    /// The kinds of contents.
    package static let contentTypes = [
        "text", "audio", "picture", "video", "file", "tip", "repeal", "firstRepeal", "map",
    ]
    /// The members of a message that hold strings.
    package static let strings = [
        "messageID", "clientMessageID", "fromUserID", "toUserID", "groupID", "nickName", "fromPortrait", "toPortrait",
        "groupName", "deviceType", "versionCode", "sendTime", "beatID",
    ]
    /// The members of a content.
    package static let contentMembers = [
        "text", "picSize", "bigPicAdress", "seconds", "fileName", "fileSize", "fileType", "fileIconAdress",
        "videoDuration",
        "videoSize", "bigPicAddress", "fileIconAddress", "width", "height",
    ]
    /// All names that a message can have, including those of local state.
    package static let names: [[UInt8]] =
        (strings + contentMembers + [
            "messageType", "chatType", "contenType", "contentType", "objectName", "content", "atToUserIDs", "noDisturb",
            "code",
            "byMyself", "isSend", "isRead", "isSending", "progress", "unreadCount", "lastMessage", "lastTimeString",
        ]).map { Array($0.utf8) }
}
