// SPDX-License-Identifier: Apache-2.0

/// What stands in `content` of a chat message.
@nonexhaustive
public enum ChatPayload: Hashable, Sendable {
    /// A content of a kind that the protocol names (CHT-020).
    case content(ChatContent)
    /// A RongCloud content, in a message with an `objectName` (CHT-025).
    case rongCloud(RongCloudContent)
    /// Any JSON value, byte for byte: of a kind that nobody knows here, or of none.
    case other(RawJSON)
}

extension ContentWriter {
    /// Writes a message's content.
    mutating func member(_ name: StaticString, _ payload: ChatPayload?) {
        switch payload {
        case .content(let content): member(name, content)
        case .rongCloud(.object(let object)): member(name, object)
        case .rongCloud(.base64(let text)): member(name, text.text)
        case .other(let value): member(name, value)
        case nil: break
        }
    }
}
