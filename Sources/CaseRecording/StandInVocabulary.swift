// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireServerAPI
import IMWireSpec
import Schemas

/// The words of the protocols, which a recording may keep because they reveal nothing about its users.
enum StandInVocabulary {
    /// The names of members in the specification.
    static let names: Set<String> = {
        var names = Set(chat).union(polled).union(RMTPBody.all.flatMap { $0.fields.map(\.name) })
        names.formUnion(ServiceEndpoint.allCases.flatMap { $0.rules.map(\.name) + $0.answerNames })
        names.formUnion(["errorMessage", "msg"])
        for schema in SpecSchema.library.contentTypes + SpecSchema.library.commonObjects {
            names.formUnion(schema.members.flatMap { [$0.name] + $0.aliases.map(\.name) })
            names.formUnion(schema.foreignMembers.map(\.name))
        }
        return names
    }()

    /// The texts that are kept as values: kinds, types, platforms, and the values that schemas list.
    static let words: Set<String> = {
        var words = Set(ChatMessageKind.allCases.map(\.rawValue))
        words.formUnion(ChatContentType.all.map(\.rawValue))
        words.formUnion([ChatType.user.rawValue, ChatType.group.rawValue, "beatID", "RCloud"])
        words.formUnion(["iOS", "Android", "Web", "PC", "Mac", "Windows", "Linux"])
        words.formUnion(ContentRegistry.builtIn.all.map(\.objectName.rawValue))
        words.formUnion(RMTPTopic.all.map(\.name))
        for member in SpecSchema.library.contentTypes.flatMap(\.members) {
            words.formUnion((member.own["x-values"]?.members ?? []).map(\.name))
        }
        return words
    }()

    /// The members of chat messages and their contents (CHT-010, CHT-015, CHT-021, CHT-023).
    private static let chat = [
        "messageType", "messageID", "clientMessageID", "fromUserID", "toUserID", "groupID", "chatType", "contenType",
        "contentType", "objectName", "content", "atToUserIDs", "nickName", "fromPortrait", "toPortrait", "groupName",
        "noDisturb", "deviceType", "versionCode", "sendTime", "code", "beatID", "byMyself", "isSend", "isRead",
        "isSending", "progress", "unreadCount", "lastMessage", "lastTimeString", "text", "picSize", "width", "height",
        "bigPicAdress", "bigPicAddress", "seconds", "fileName", "fileSize", "fileType", "fileIconAdress",
        "fileIconAddress", "videoDuration", "videoSize",
    ]

    /// The members of polled packets and of navigation (RMTP-093, RMTP-212).
    private static let polled =
        ["headerCode"] + RMTPLayout.polled.map { "\($0.name)" }
        + [
            "code", "userId", "server", "backupServer", "voipCallInfo", "kvStorage", "openUS", "openMp", "joinMChrm",
            "location", "type", "time",
        ]

    /// All names and words, which may remain in a recording.
    static let all = names.union(words)
}
