// SPDX-License-Identifier: Apache-2.0

/// A message of the socket chat protocol (seed 003, CHT-010).
///
/// The properties have corrected names; the wire keeps the protocol's own spellings, three of which are wrong.
///
/// ```swift
/// var message = ChatMessage(.normal, messageID: "m1")
/// message.senderID = "u1"
/// message.recipientID = "u2"
/// message.content = .content(ChatContent(text: "hi"))
/// let json = message.encodedString()
/// ```
public struct ChatMessage: Hashable, Sendable {
    /// The kind as it appears on the wire; ``kind`` is its meaning.
    public var messageType: String?
    /// The id that the server has given the message.
    public var messageID: String?
    /// The sender's own key for the message, which is unique among its messages (CHT-012).
    public var clientMessageID: String?
    /// The user who sends the message; `fromUserID` on the wire.
    public var senderID: String?
    /// The user who receives the message; `toUserID` on the wire.
    public var recipientID: String?
    /// The group that receives the message.
    public var groupID: String?
    /// The type of recipient, a user or a group.
    public var chatType: ChatType?
    /// The kind of the content; `contenType` on the wire.
    public var contentType: ChatContentType?
    /// The type of a RongCloud content; if it is present, ``contentType`` is ignored (CHT-025).
    public var objectName: ObjectName?
    /// The content.
    public var content: ChatPayload?
    /// The ids of the mentioned users; `atToUserIDs` on the wire.
    public var mentionedUserIDs: [String]?
    /// The name of the sender; `nickName` on the wire.
    public var nickname: String?
    /// The address of the sender's avatar; `fromPortrait` on the wire.
    public var senderPortrait: String?
    /// The address of the recipient's avatar; `toPortrait` on the wire.
    public var recipientPortrait: String?
    /// The name of the group.
    public var groupName: String?
    /// The recipient's notification setting for the conversation; `noDisturb` on the wire.
    public var notificationSetting: NotificationSetting?
    /// The type of the sender's device, such as `iOS`.
    public var deviceType: String?
    /// The the sender's protocol version.
    public var versionCode: String?
    /// The time of sending by the sender's clock, in milliseconds since 1970 in decimal (CHT-013).
    public var sendTime: String?
    /// The reason in receipts and system messages: a code of the service or any other number (CHT-017).
    public var code: JSONNumber?
    /// The body of a heartbeat; written only if there is neither a ``messageType`` nor a ``senderID`` (CHT-016).
    public var beatID: String?
    /// The unknown members, in the order in which they arrived.
    public var unknownMembers = UnknownMembers()
    /// The members that are never written: the sender's local state, and a `beatID` in a message (CHT-015, CHT-016).
    public package(set) var foreignMembers = UnknownMembers()

    /// Creates a message of the given kind.
    ///
    /// A heartbeat and a message of unknown kind are created without a `messageType`.
    public init(_ kind: ChatMessageKind, messageID: String? = nil) {
        messageType = kind.messageType
        self.messageID = messageID
    }

    /// Creates a message without members, which a decoder fills.
    init() {}

    /// Creates a heartbeat in the form of an object.
    public init(heartbeat body: ChatHeartbeatBody) {
        beatID = body.text
    }
}

extension ChatMessage {
    /// The kind of the message, which follows from its `messageType` alone (CHT-003).
    ///
    /// Use ``isHeartbeat(_:)`` to recognize a heartbeat.
    public var kind: ChatMessageKind { ChatMessageKind(messageType: messageType) }

    /// Returns whether the message is a heartbeat with this body (CHT-031).
    public func isHeartbeat(_ body: ChatHeartbeatBody) -> Bool {
        messageType == nil && senderID == nil && body.equals(beatID)
    }

    /// The value of ``sendTime``, or nil if it is not a valid number (CHT-013).
    public var sendMilliseconds: Int64? {
        get { sendTime.flatMap(ChatMessage.milliseconds) }
        set { sendTime = newValue.map { String(Swift.max($0, 0)) } }
    }

    /// Returns the value of a text of 1 to 19 decimal digits, or nil if the text is anything else or the value does not
    /// fit.
    static func milliseconds(_ text: String) -> Int64? {
        var number: UInt64 = 0
        let digits = text.utf8
        guard !digits.isEmpty, digits.count <= 19 else { return nil }
        for digit in digits {
            guard digit.isDigit else { return nil }
            number = number &* 10 &+ UInt64(digit &- UInt8(ascii: "0"))
        }
        return Int64(exactly: number)
    }

    /// Returns the decoded RongCloud content of the message, or nil if there is none or its bytes are unavailable.
    ///
    /// - Throws: The errors of ``RongCloudContent/decode(as:in:mode:limits:)``.
    public func rongCloudContent(
        in registry: ContentRegistry = .builtIn, mode: DecodingMode = .lenient,
        limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent>? {
        guard let objectName, case .rongCloud(let content) = content else { return nil }
        return try content.decode(as: objectName, in: registry, mode: mode, limits: limits)
    }

    /// Sets the content to a RongCloud content (CHT-025).
    public mutating func setContent(_ rongCloud: AnyContent) {
        objectName = rongCloud.objectName
        content = .rongCloud(RongCloudContent(rongCloud))
    }
}
