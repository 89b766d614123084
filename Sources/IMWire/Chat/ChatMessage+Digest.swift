// SPDX-License-Identifier: Apache-2.0

extension ChatMessage {
    /// What a client shows in place of what it does not know: the seed's own sentence (CHT-005).
    public static let unsupportedDigest = "该版本暂不支持,请前往appstore下载新版本"

    /// The line that stands for the message in a list of conversations; nil where there is nothing to show.
    public func digest(in registry: ContentRegistry = .builtIn) -> String? {
        if kind == .unknown { return ChatMessage.unsupportedDigest }
        if objectName != nil {
            let decoded = try? rongCloudContent(in: registry)
            return decoded?.content.digest
        }
        if let contentType, !contentType.isKnown { return ChatMessage.unsupportedDigest }
        if case .content(let content) = content { return content.text }
        return nil
    }
}

extension ChatContent {
    /// The tip in place of a message that the user has recalled (CHT-027).
    public static let recalledByUser = "你撤回了一条消息"

    /// The tip in place of a message that somebody else has recalled (CHT-027).
    public static func recalled(by name: String) -> String {
        name + "撤回了一条消息"
    }
}
