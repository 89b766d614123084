// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The topic of a message, which states the conversation type and whether the message is stored (RMTP-161).
///
/// ```swift
/// let topic = RMTPMessageTopic("ppMsgP")
/// print(topic?.conversation == .private)   // true
/// ```
public struct RMTPMessageTopic: Hashable, Sendable {
    /// The topic on the wire.
    public let name: String
    /// The conversation type, or nil if the topic does not state it.
    public let conversation: ConversationType?
    /// Whether only users who are online receive the message (RMTP-170).
    public let isStatus: Bool

    private init(_ name: String, _ conversation: ConversationType?, isStatus: Bool = false) {
        self.name = name
        self.conversation = conversation
        self.isStatus = isStatus
    }

    /// The variant of a message for conversation types that have more than one topic.
    @nonexhaustive
    public enum Variant: Hashable, Sendable {
        /// An ordinary message.
        case usual
        /// A private message without a push.
        case withoutPush
        /// A message from the agent of a customer service.
        case agent
    }

    /// The topic of a recall, whose conversation is part of its content (RMTP-163).
    public static let recall = RMTPMessageTopic("recallMsg", nil)
    /// The object name of a recall.
    static let recallName: ObjectName = "RC:RcCmd"

    private static let usual: [RMTPMessageTopic] = [
        RMTPMessageTopic("ppMsgP", .private), RMTPMessageTopic("pdMsgP", .discussion),
        RMTPMessageTopic("pgMsgP", .group),
        RMTPMessageTopic("chatMsg", .chatroom), RMTPMessageTopic("pcMsgP", .customerService),
        RMTPMessageTopic("pmcMsgN", .appPublicService), RMTPMessageTopic("pmpMsgN", .publicService),
        RMTPMessageTopic("ugMsg", .ultraGroup), RMTPMessageTopic("prMsgP", .rtcRoom),
    ]
    private static let status: [RMTPMessageTopic] = [
        RMTPMessageTopic("ppMsgS", .private, isStatus: true), RMTPMessageTopic("pgMsgS", .group, isStatus: true),
        RMTPMessageTopic("chatMsgS", .chatroom, isStatus: true), RMTPMessageTopic("prMsgS", .rtcRoom, isStatus: true),
    ]
    private static let withoutPush = RMTPMessageTopic("ppMsgN", .private)
    private static let agent = RMTPMessageTopic("pcuMsgP", .customerService)

    /// All topics that carry a message.
    public static let all = usual + status + [withoutPush, agent, recall]

    /// Creates the topic with the given name, or returns nil if the name is not that of a message topic (RMTP-160).
    public init?(_ name: FrameText) {
        guard let text = name.string else { return nil }
        let found = RMTPMessageTopic.all.first { $0.name.utf8.span.equals(text.utf8.span) }
        guard let found else { return nil }
        self = found
    }

    /// Creates the topic for a message in a conversation of the given type.
    ///
    /// - Parameters:
    ///   - conversation: the conversation type.
    ///   - isStatus: whether the persistence of the content is "status", so that the message is not stored.
    ///   - variant: which of several topics of the conversation type is meant.
    /// - Throws: `encode.topic` if there is no such topic (RMTP-161, RMTP-170).
    public init(
        _ conversation: ConversationType, isStatus: Bool = false, _ variant: Variant = .usual
    ) throws(EncodeError) {
        let found: RMTPMessageTopic? =
            switch (variant, isStatus) {
            case (.usual, false): RMTPMessageTopic.usual.first { $0.conversation == conversation }
            case (.usual, true): RMTPMessageTopic.status.first { $0.conversation == conversation }
            case (.withoutPush, false): conversation == .private ? RMTPMessageTopic.withoutPush : nil
            case (.agent, false): conversation == .customerService ? RMTPMessageTopic.agent : nil
            case (.withoutPush, true), (.agent, true): nil
            }
        guard let found else { throw EncodeError(.topic) }
        self = found
    }
}
