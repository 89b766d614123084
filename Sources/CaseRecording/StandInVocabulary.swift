// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireServerAPI
import IMWireSpec

/// The words of the protocols, which a recording may keep because they reveal nothing about its users.
enum StandInVocabulary {
    /// The names of members in the specification.
    static let names: Set<String> = {
        var names = Set(chat).union(polled).union(RMTPBody.all.flatMap { $0.fields.map(\.name) })
        names.formUnion(ServiceEndpoint.allCases.flatMap { $0.rules.map(\.name) + $0.answerNames })
        names.formUnion(["errorMessage", "msg"])
        let objects = ContentRegistry.builtIn.all.compactMap { SpecSchema.contentType($0.objectName.rawValue) }
        for text in objects + SpecSchema.commonObjectNames.compactMap(SpecSchema.commonObject) {
            if let schema = try? RawJSON(text: text) { collect(schema, &names, nil) }
        }
        return names
    }()

    /// The texts that are kept as values: kinds, types, platforms, and the values that schemas list.
    static let words: Set<String> = {
        var words = Set(MessageKind.allCases.map(\.rawValue))
        words.formUnion(ChatContentType.all.map(\.rawValue))
        words.formUnion([ChatType.user.rawValue, ChatType.group.rawValue, "beatID", "RCloud"])
        words.formUnion(["iOS", "Android", "Web", "PC", "Mac", "Windows", "Linux"])
        words.formUnion(ContentRegistry.builtIn.all.map(\.objectName.rawValue))
        words.formUnion(RMTPTopic.all.map(\.name))
        var values: Set<String> = []
        for type in ContentRegistry.builtIn.all {
            guard let text = SpecSchema.contentType(type.objectName.rawValue), let schema = try? RawJSON(text: text)
            else { continue }
            var names: Set<String> = []
            collect(schema, &names, { values.insert($0) })
        }
        return words.union(values)
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

    /// Collects the names of a schema's members, their aliases, and the values that the schema lists.
    private static func collect(_ schema: RawJSON, _ names: inout Set<String>, _ value: ((String) -> Void)?) {
        for (key, inner) in schema.members ?? [] {
            switch key {
            case "properties": names.formUnion((inner.members ?? []).map(\.name))
            case "x-aliases":
                for spelling in inner.elements ?? [] {
                    if let name = spelling.string ?? spelling["name"]?.string { names.insert(name) }
                }
            case "x-foreignMembers": names.formUnion((inner.members ?? []).map(\.name))
            case "x-values": (inner.members ?? []).forEach { value?($0.name) }
            default: break
            }
            if inner.members != nil {
                collect(inner, &names, value)
            } else {
                for element in inner.elements ?? [] where element.members != nil { collect(element, &names, value) }
            }
        }
    }
}
