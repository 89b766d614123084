// SPDX-License-Identifier: Apache-2.0

/// What a session machine has to know of a chat message; all the rest rides along as the application gave it.
///
/// The members have the meaning and the Swift names of CHT-010.
public struct SessionMessage: Hashable, Sendable {
    /// The kind.
    public var kind: MessageKind
    /// The kind as it is on the wire; nil where it is absent.
    public var messageType: String?
    /// The message, as the server has named it.
    public var messageID: String?
    /// The sender's own key for it.
    public var clientMessageID: String?
    /// Who sends.
    public var senderID: String?
    /// The user it goes to.
    public var recipientID: String?
    /// The group it goes to.
    public var groupID: String?
    /// `userChat` or `groupChat`.
    public var chatType: String?
    /// `iOS` and others.
    public var deviceType: String?
    /// Version of the protocol that the sender speaks.
    public var versionCode: String?
    /// The sender's clock, in decimal.
    public var sendTime: String?
    /// Why: a code of the service.
    public var code: Int?
    /// All other members as one JSON object; no machine looks into it.
    public var payload: RawJSON?

    /// Makes a message of a kind.
    public init(_ kind: MessageKind, messageID: String? = nil) {
        self.kind = kind
        messageType = kind == .unknown || kind == .heartbeat ? nil : kind.rawValue
        self.messageID = messageID
    }

    /// Whether it goes to a group (SES-081).
    var isForGroup: Bool { chatType == "groupChat" }
}

/// Codes of the service that the machines send or know.
enum SessionCode {
    /// The user is on another device (SES-033, SES-071).
    static let kicked = 31_010
    /// The user may not log in (SES-072).
    static let blocked = 31_009
    /// Not in the group (SES-081).
    static let notInGroup = 22_406
    /// A parameter is wrong (SES-081, SES-091).
    static let parameter = 33_003
    /// The recipient's store is full (SES-081).
    static let full = -1
}
