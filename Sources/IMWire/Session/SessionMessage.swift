// SPDX-License-Identifier: Apache-2.0

/// The members of a chat message that a session machine interprets, with all others in ``payload``.
///
/// The members have the meaning and the Swift names of CHT-010.
public struct SessionMessage: Hashable, Sendable {
    /// The kind of the message.
    public var kind: MessageKind
    /// The kind as written on the wire, or nil if it is absent.
    public var messageType: String?
    /// The id that the server has assigned to the message.
    public var messageID: String?
    /// The key that the sender has assigned to the message.
    public var clientMessageID: String?
    /// The sender.
    public var senderID: String?
    /// The recipient, if it is a user.
    public var recipientID: String?
    /// The recipient, if it is a group.
    public var groupID: String?
    /// The type of chat, `userChat` or `groupChat`.
    public var chatType: String?
    /// The type of the device, such as `iOS`.
    public var deviceType: String?
    /// The version of the protocol that the sender uses.
    public var versionCode: String?
    /// The time of the sender's clock, in decimal.
    public var sendTime: String?
    /// The service code that states the reason.
    public var code: Int?
    /// All other members as one JSON object, which no machine interprets.
    public var payload: RawJSON?

    /// Creates a message of a kind.
    public init(_ kind: MessageKind, messageID: String? = nil) {
        self.kind = kind
        messageType = kind == .unknown || kind == .heartbeat ? nil : kind.rawValue
        self.messageID = messageID
    }

    /// Whether the recipient is a group (SES-081).
    var isForGroup: Bool { chatType == "groupChat" }
}

/// The service codes that the machines send or recognise.
enum SessionCode {
    /// The user has logged in on another device (SES-033, SES-071).
    static let kicked = 31_010
    /// The user may not log in (SES-072).
    static let blocked = 31_009
    /// The sender is not in the group (SES-081).
    static let notInGroup = 22_406
    /// A parameter is invalid (SES-081, SES-091).
    static let parameter = 33_003
    /// The recipient's store is full (SES-081).
    static let full = -1
}
