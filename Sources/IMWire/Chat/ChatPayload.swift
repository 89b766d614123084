// SPDX-License-Identifier: Apache-2.0

/// The value of `content` in a chat message.
@nonexhaustive
public enum ChatPayload: Hashable, Sendable {
    /// Content of a kind that the protocol names (CHT-020).
    case content(ChatContent)
    /// A RongCloud content, in a message with an `objectName` (CHT-025).
    case rongCloud(RongCloudContent)
    /// Any JSON value, kept byte for byte: content of an unknown kind or without a kind.
    case other(RawJSON)
}

extension ContentEncoder {
    /// Writes the content of a message.
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
