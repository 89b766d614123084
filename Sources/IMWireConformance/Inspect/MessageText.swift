// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A description of a message in one line for human readers.
struct MessageText {
    private let item: ChatItem

    init(_ item: ChatItem) {
        self.item = item
    }

    /// The description, such as `text from u1 to u2: 你好`.
    var line: String {
        let message = item.message
        switch item.kind {
        case .login: return "login" + who(message) + (message.deviceType.map { " on \($0)" } ?? "")
        case .heartbeat: return "heartbeat: the connection is alive"
        case .normal: return MessageText.content(message) + who(message) + says(message)
        case .unknown:
            return "a message of an unknown kind" + (message.messageType.map { ", \($0)" } ?? "")
        default:
            let about = message.messageID.map { " about \($0)" } ?? ""
            return item.kind.rawValue + who(message) + about + ": " + MemberText.kind(item.kind)
        }
    }

    /// Returns the type of a message's content, such as `picture` or `RC:ImgMsg`.
    static func content(_ message: ChatMessage) -> String {
        message.objectName.map { $0.rawValue } ?? message.contentType?.rawValue ?? "content of an unnamed kind"
    }

    private func who(_ message: ChatMessage) -> String {
        let from = message.senderID.map { " from \($0)" } ?? ""
        if let group = message.groupID { return "\(from) to group \(group)" }
        return from + (message.recipientID.map { " to \($0)" } ?? "")
    }

    private func says(_ message: ChatMessage) -> String {
        guard let digest = message.digest(), !digest.isEmpty else { return "" }
        return ": " + (digest.count > 40 ? digest.prefix(40) + "…" : digest)
    }
}
