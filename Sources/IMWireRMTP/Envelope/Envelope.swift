// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A message as an application sees it: who says what, where and when (RMTP-180).
///
/// ```swift
/// guard let read = try Envelope.read(publish, .down) else { return }   // a notification, no message
/// show(read.envelope.senderId, read.envelope.content)
/// ```
/// All other fields of the body stay in ``body`` and are written again.
public struct Envelope: Sendable {
    /// The type of the content, or nil if the body does not name it.
    public var objectName: ObjectName?
    /// The content, or nil if the body has no content or does not name its type.
    public var content: EnvelopeContent?
    /// The conversation type, or nil if neither the topic nor the body states it.
    public var conversation: ConversationType?
    /// The target of the conversation: the id of the other user, the group or the room.
    public var targetID: FrameText?
    /// The id of the sender; nil for this user if the body does not name it.
    public var senderID: String?
    /// Whether this user sent or received the message.
    public var direction: MessageDirection
    /// The time at which the message was sent, in milliseconds since 1970, or nil if it has not been acknowledged yet.
    public var sentTime: Int64?
    /// The service's id of the message, such as `BS45-NPH4-HV87-10LM`, or nil if it has not been acknowledged yet.
    public var messageUID: String?
    /// The flags that state how the message is handled.
    public var flags: RMTPMessageFlags
    /// The members of the group who receive the message; empty if all do.
    public var receivers: [String]
    /// The body with all other fields.
    ///
    /// Its fields that have a property above are ignored.
    public var body: Body

    /// The form of the body in which a message is sent.
    @nonexhaustive
    public enum Body: Hashable, Sendable {
        /// The body that a client sends, and that the service passes on to the sender's other devices.
        case up(Kept<RMTPBody.UpStreamMessage>)
        /// The body that the service delivers.
        case down(Kept<RMTPBody.DownStreamMessage>)
    }

    /// A reference to a body, which makes an envelope cheap to move and copy and lets the body be written in place.
    public final class Kept<Message: ProtobufMessage>: Hashable, Sendable {
        /// The body.
        public let message: Message

        /// Creates a reference to a body.
        public init(_ message: consuming Message) {
            self.message = message
        }

        /// Returns whether the bodies are equal.
        public static func == (one: Kept, other: Kept) -> Bool {
            one === other || one.message == other.message
        }

        /// Hashes the body.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(message)
        }
    }

    /// The options for reading messages.
    public struct Options: Sendable {
        /// How deviations in bodies and contents are handled.
        public var mode: DecodingMode = .lenient
        /// The registry of known content types.
        public var registry: ContentRegistry = .builtIn
        /// The limits of a body.
        public var bodyLimits = ProtobufLimits()
        /// The limits of a content.
        public var contentLimits = DecodingLimits()
        /// The id of this user, or nil if it is not known.
        ///
        /// With it, a delivered message of this user's own is recognized in every form (RMTP-302 to RMTP-304).
        public var ownID: String?

        /// Creates lenient options with the built-in content types.
        public init() {}
    }

    /// A decoded message and the deviations in its body, whose offsets count in the body.
    public struct Reading: Sendable {
        /// The message.
        public var envelope: Envelope
        /// The deviations in the body.
        ///
        /// Those in the content are stored with the content.
        public var deviations: [Deviation]

    }
}

extension Envelope {
    /// Creates a message of this user that is to be sent.
    ///
    /// Its flags follow from the content type (RMTP-171).
    public init(
        _ content: AnyContent, to targetID: FrameText, in conversation: ConversationType,
        registry: ContentRegistry = .builtIn
    ) {
        objectName = content.objectName
        self.content = .decoded(content, [])
        self.conversation = conversation
        self.targetID = targetID
        senderID = nil
        direction = .send
        sentTime = nil
        messageUID = nil
        flags = RMTPMessageFlags(registry.persistence(of: content.objectName))
        receivers = []
        body = .up(Kept(RMTPBody.UpStreamMessage()))
    }
}
