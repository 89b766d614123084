// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What an application sees of a message: who says what, where and when (RMTP-180).
///
/// ```swift
/// guard let read = try Envelope.read(publish, .down) else { return }   // a notification, no message
/// show(read.envelope.senderId, read.envelope.content)
/// ```
/// What the wire has besides stays in ``body`` and is written again.
public struct Envelope: Sendable {
    /// The type of the content; nil where the body does not say it.
    public var objectName: ObjectName?
    /// What is said; nil where the body has no content, or no type for it.
    public var content: EnvelopeContent?
    /// To which kind of conversation it belongs; nil where neither topic nor body says it.
    public var conversation: ConversationType?
    /// Whose conversation it is: the id of the other user, the group or the room.
    public var targetId: FrameText?
    /// Who has sent it; nil for this user.
    public var senderId: String?
    /// Whether this user has sent it or received it.
    public var direction: MessageDirection
    /// When it was sent, in milliseconds from 1970; nil while nobody has acknowledged it.
    public var sentTime: Int64?
    /// The service's id of the message, such as `BS45-NPH4-HV87-10LM`; nil while nobody has acknowledged it.
    public var messageUId: String?
    /// What is to be done with it.
    public var flags: MessageFlags
    /// The members of a group whom alone it is for; empty for all.
    public var receivers: [String]
    /// Everything else that the wire has for it; its members that stand here already count for nothing.
    public var body: Body

    /// The form in which a message travels.
    @nonexhaustive
    public enum Body: Hashable, Sendable {
        /// What a client sends, and what the service passes on to the sender's other devices.
        case up(Kept<RMTPBody.UpStreamMessage>)
        /// What the service delivers.
        case down(Kept<RMTPBody.DownStreamMessage>)
    }

    /// A body that is held apart, so that an envelope is cheap to move and to copy, and that is written where it lies.
    public final class Kept<Message: ProtobufMessage>: Hashable, Sendable {
        /// The body.
        public let message: Message

        /// Creates an envelope around a body.
        public init(_ message: consuming Message) {
            self.message = message
        }

        /// Whether the bodies are the same.
        public static func == (one: Kept, other: Kept) -> Bool {
            one === other || one.message == other.message
        }

        /// Hashes the body.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(message)
        }
    }

    /// How messages are read.
    public struct Options: Sendable {
        /// How deviations are met, those of bodies and of contents.
        public var mode: DecodingMode = .lenient
        /// The types of contents that are known.
        public var registry: ContentRegistry = .builtIn
        /// How much a body may take.
        public var bodyLimits = ProtobufLimits()
        /// How much a content may take.
        public var contentLimits = DecodingLimits()

        /// Lenient, with the built-in types.
        public init() {}
    }

    /// A message that was read, and what deviated in its body; offsets count in the body.
    public struct Reading: Sendable {
        /// The message.
        public var envelope: Envelope
        /// What deviated in the body; what did in the content is with the content.
        public var deviations: [Deviation]

    }
}

extension Envelope {
    /// Creates a message of this user's, to be sent.
    ///
    /// What is to be done with it follows from the content's type (RMTP-171).
    public init(
        _ content: AnyContent, to targetId: FrameText, in conversation: ConversationType,
        registry: ContentRegistry = .builtIn
    ) {
        objectName = content.objectName
        self.content = .decoded(content, [])
        self.conversation = conversation
        self.targetId = targetId
        senderId = nil
        direction = .send
        sentTime = nil
        messageUId = nil
        flags = MessageFlags(registry.persistence(of: content.objectName))
        receivers = []
        body = .up(Kept(RMTPBody.UpStreamMessage()))
    }
}
