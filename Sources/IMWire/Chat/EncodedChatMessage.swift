// SPDX-License-Identifier: Apache-2.0

/// A message in its canonical bytes, which is encoded once for any number of recipients.
///
/// ```swift
/// let encoded = EncodedChatMessage(message)  // encoded once, and written to each connection
/// var encoder = ChatStreamEncoder(.packets)
/// let packet = try encoder.encode([encoded])
/// ```
public struct EncodedChatMessage: Hashable, Sendable {
    /// The canonical bytes of the message (CHT-070).
    public let utf8: [UInt8]
    /// The kind of the message.
    public let kind: ChatMessageKind
    /// The id that the server has given the message, or nil if it has none that a machine can read (SES-153, SES-160).
    public let messageID: String?

    /// Encodes a message.
    public init(_ message: ChatMessage) {
        utf8 = message.encoded()
        kind = message.kind
        let id = message.messageID
        let isReadable = id?.isEmpty == false && !message.unknownMembers.hasLoneSurrogate("messageID", in: id)
        messageID = isReadable ? id : nil
    }

    /// The message as a JSON value.
    public var json: RawJSON { RawJSON(scanned: String(decoding: utf8, as: UTF8.self)) }
}
