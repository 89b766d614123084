// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The topic on which a message goes: it says to which kind of conversation, and whether anybody stores it (RMTP-161).
public struct MessageTopic: Hashable, Sendable {
    /// The topic on the wire.
    public let name: String
    /// The kind of conversation; nil where the topic does not say it.
    public let conversation: ConversationType?
    /// Whether only who is online gets the message (RMTP-170).
    public let isStatus: Bool

    private init(_ name: String, _ conversation: ConversationType?, isStatus: Bool = false) {
        self.name = name
        self.conversation = conversation
        self.isStatus = isStatus
    }

    /// What is special about a message to a kind of conversation that has more than one topic.
    @nonexhaustive
    public enum Variant: Hashable, Sendable {
        /// Nothing.
        case usual
        /// A private message of which nobody is notified.
        case withoutPush
        /// What the agent of a customer service sends.
        case agent
    }

    /// The topic of a recall; the conversation stands in its content (RMTP-163).
    public static let recall = MessageTopic("recallMsg", nil)
    /// The type of what goes out on it.
    static let recallName: ObjectName = "RC:RcCmd"

    private static let usual: [MessageTopic] = [
        MessageTopic("ppMsgP", .private), MessageTopic("pdMsgP", .discussion), MessageTopic("pgMsgP", .group),
        MessageTopic("chatMsg", .chatroom), MessageTopic("pcMsgP", .customerService),
        MessageTopic("pmcMsgN", .appPublicService), MessageTopic("pmpMsgN", .publicService),
        MessageTopic("ugMsg", .ultraGroup), MessageTopic("prMsgP", .rtcRoom),
    ]
    private static let status: [MessageTopic] = [
        MessageTopic("ppMsgS", .private, isStatus: true), MessageTopic("pgMsgS", .group, isStatus: true),
        MessageTopic("chatMsgS", .chatroom, isStatus: true), MessageTopic("prMsgS", .rtcRoom, isStatus: true),
    ]
    private static let withoutPush = MessageTopic("ppMsgN", .private)
    private static let agent = MessageTopic("pcuMsgP", .customerService)

    /// Every topic that carries a message.
    public static let all = usual + status + [withoutPush, agent, recall]

    /// The topic of a name; nil where the name is that of something else than a message (RMTP-160).
    public init?(_ name: FrameText) {
        guard let text = name.string else { return nil }
        let found = MessageTopic.all.first { $0.name.utf8.span.equals(text.utf8.span) }
        guard let found else { return nil }
        self = found
    }

    /// The topic for a message to a kind of conversation.
    ///
    /// - Parameter isStatus: whether the content's persistence is that of a status, which nobody stores.
    /// - Throws: `encode.topic` where there is none (RMTP-161, RMTP-170).
    public init(
        _ conversation: ConversationType, isStatus: Bool = false, _ variant: Variant = .usual
    ) throws(EncodeError) {
        let found: MessageTopic? =
            switch (variant, isStatus) {
            case (.usual, false): MessageTopic.usual.first { $0.conversation == conversation }
            case (.usual, true): MessageTopic.status.first { $0.conversation == conversation }
            case (.withoutPush, false): conversation == .private ? MessageTopic.withoutPush : nil
            case (.agent, false): conversation == .customerService ? MessageTopic.agent : nil
            case (.withoutPush, true), (.agent, true): nil
            }
        guard let found else { throw EncodeError(.topic) }
        self = found
    }
}
