// SPDX-License-Identifier: Apache-2.0

extension ChatMessage {
    /// The seed's own sentence, which a client shows in place of content that it does not know (CHT-005).
    public static let unsupportedDigest = "该版本暂不支持,请前往appstore下载新版本"

    /// Returns the line that represents the message in a conversation list, or nil if there is nothing to show.
    public func digest(in registry: ContentRegistry = .builtIn) -> String? {
        if kind == .unknown { return ChatMessage.unsupportedDigest }
        if objectName != nil {
            let decoded = try? rongCloudContent(in: registry)
            return decoded?.value.digest
        }
        if let contentType, !contentType.isKnown { return ChatMessage.unsupportedDigest }
        if case .content(let content) = content { return content.text }
        return nil
    }
}

extension ChatContent {
    /// The tip in place of a message that the user has recalled (CHT-027).
    public static let recalledByUser = "你撤回了一条消息"

    /// Returns the tip in place of a message that another user has recalled (CHT-027).
    public static func recalled(by name: String) -> String {
        name + "撤回了一条消息"
    }
}
