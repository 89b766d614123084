// SPDX-License-Identifier: Apache-2.0

/// One message of the socket chat protocol (seed 003, CHT-010).
///
/// The properties have proper names; on the wire the protocol's own spellings stay, three of them wrong.
public struct ChatMessage: Hashable, Sendable {
    /// The kind as it is on the wire; ``kind`` tells what it means.
    public var messageType: String?
    /// The message, as the server has named it.
    public var messageID: String?
    /// The sender's own key for it, which no second message has (CHT-012).
    public var clientMessageID: String?
    /// Who sends; `fromUserID` on the wire.
    public var senderID: String?
    /// The user it goes to; `toUserID` on the wire.
    public var recipientID: String?
    /// The group it goes to.
    public var groupID: String?
    /// Whether it goes to a user or a group.
    public var chatType: ChatType?
    /// The kind of the content; `contenType` on the wire.
    public var contentType: ChatContentType?
    /// The type of a RongCloud content; then ``contentType`` says nothing (CHT-025).
    public var objectName: ObjectName?
    /// What is said.
    public var content: ChatPayload?
    /// Who is mentioned; `atToUserIDs` on the wire.
    public var mentionedUserIDs: [String]?
    /// The sender's name; `nickName` on the wire.
    public var nickname: String?
    /// Address of the sender's avatar; `fromPortrait` on the wire.
    public var senderPortrait: String?
    /// Address of the recipient's avatar; `toPortrait` on the wire.
    public var recipientPortrait: String?
    /// Name of the group.
    public var groupName: String?
    /// How the recipient wants to hear of the conversation; `noDisturb` on the wire.
    public var notificationSetting: NotificationSetting?
    /// The sender's kind of device, such as `iOS`.
    public var deviceType: String?
    /// Version of the protocol that the sender speaks.
    public var versionCode: String?
    /// When it was sent, by the sender's clock: milliseconds since 1970 in decimal (CHT-013).
    public var sendTime: String?
    /// Why, in receipts and system messages: a code of the service or any other number (CHT-017).
    public var code: JSONNumber?
    /// The heartbeat's body; written only where there is neither ``messageType`` nor ``senderID`` (CHT-016).
    public var beatID: String?
    /// The members beyond these, in the order in which they came.
    public var unknownMembers = UnknownMembers()
    /// What arrived and is never written: the sender's local state, a `beatID` in a message (CHT-015, CHT-016).
    public package(set) var foreignMembers = UnknownMembers()

    /// Creates a message of a kind; one of unknown kind and a heartbeat have no `messageType` yet.
    public init(_ kind: MessageKind) {
        messageType = kind.messageType
    }

    /// Creates a heartbeat as an object.
    public init(heartbeat body: HeartbeatBody) {
        beatID = body.text
    }
}

extension ChatMessage {
    /// What the message is for, by its `messageType` alone (CHT-003); a heartbeat is told by ``isHeartbeat(_:)``.
    public var kind: MessageKind { MessageKind(messageType: messageType) }

    /// Whether the message is a heartbeat with this body (CHT-031).
    public func isHeartbeat(_ body: HeartbeatBody) -> Bool {
        messageType == nil && senderID == nil && body.equals(beatID)
    }

    /// ``sendTime`` as a number; nil where it is none (CHT-013).
    public var sendMilliseconds: Int64? {
        get { sendTime.flatMap(ChatMessage.milliseconds) }
        set { sendTime = newValue.map { String(Swift.max($0, 0)) } }
    }

    /// The number that 1 to 19 decimal digits are, where it fits.
    static func milliseconds(_ text: String) -> Int64? {
        var number: UInt64 = 0
        let digits = text.utf8
        guard !digits.isEmpty, digits.count <= 19 else { return nil }
        for digit in digits {
            guard digit &- 0x30 < 10 else { return nil }
            number = number &* 10 &+ UInt64(digit &- 0x30)
        }
        return Int64(exactly: number)
    }

    /// The RongCloud content that rides in the message, decoded; nil where there is none, or no bytes of one.
    ///
    /// - Throws: as ``RongCloudContent/decode(as:in:mode:limits:)``.
    public func rongCloudContent(
        in registry: ContentRegistry = .builtIn, mode: DecodingMode = .lenient,
        limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent>? {
        guard let objectName, case .rongCloud(let content) = content else { return nil }
        return try content.decode(as: objectName, in: registry, mode: mode, limits: limits)
    }

    /// Lets a RongCloud content ride in the message (CHT-025).
    public mutating func carry(_ rongCloud: AnyContent) {
        objectName = rongCloud.objectName
        content = .rongCloud(RongCloudContent(rongCloud))
    }
}
