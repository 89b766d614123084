// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A message as an application sees it: who says what, where and when (RMTP-180).
///
/// ```swift
/// guard let decoded = try Envelope.decode(publish, .up) else { return }   // a notification, no message
/// show(decoded.value.senderID, decoded.value.content)
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

    /// The body of a message in the form in which it is sent.
    ///
    /// ```swift
    /// let content = Array(#"{"content":"hi"}"#.utf8)
    /// let message = RMTPBody.UpStreamMessage(sessionID: 3, classname: "RC:TxtMsg", content: content)
    /// let body = Envelope.Body(message)
    /// ```
    public struct Body: Hashable, Sendable {
        package enum Storage: Hashable, Sendable {
            case up(Kept<RMTPBody.UpStreamMessage>)
            case down(Kept<RMTPBody.DownStreamMessage>)
        }

        package let storage: Storage

        /// Creates a body that a client sends, and that the service passes on to the sender's other devices.
        public init(_ message: consuming RMTPBody.UpStreamMessage) {
            storage = .up(Kept(message))
        }

        /// Creates a body that the service delivers.
        public init(_ message: consuming RMTPBody.DownStreamMessage) {
            storage = .down(Kept(message))
        }

        /// The body that a client sends, or nil if the service delivered the message.
        public var up: RMTPBody.UpStreamMessage? {
            if case .up(let kept) = storage { kept.message } else { nil }
        }

        /// The body that the service delivers, or nil if a client sent the message.
        public var down: RMTPBody.DownStreamMessage? {
            if case .down(let kept) = storage { kept.message } else { nil }
        }
    }

    /// A reference to a body, which makes an envelope cheap to move and copy and lets the body be written in place.
    package final class Kept<Message: ProtobufMessage>: Hashable, Sendable {
        package let message: Message

        package init(_ message: consuming Message) {
            self.message = message
        }

        package static func == (one: Kept, other: Kept) -> Bool {
            one === other || one.message == other.message
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(message)
        }
    }

    /// The options for reading messages.
    ///
    /// ```swift
    /// var options = Envelope.Options()
    /// options.mode = .strict
    /// options.ownID = "u1"
    /// ```
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
}

extension Decoded where Value == Envelope {
    /// The numbers of the body's fields that the schema does not have, or not with that wire type.
    public var unknown: [UInt32] {
        switch value.body.storage {
        case .up(let kept): kept.message.unknownFields.numbers
        case .down(let kept): kept.message.unknownFields.numbers
        }
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
        self.content = .decoded(Decoded(content))
        self.conversation = conversation
        self.targetID = targetID
        senderID = nil
        direction = .send
        sentTime = nil
        messageUID = nil
        flags = RMTPMessageFlags(registry.persistence(of: content.objectName))
        receivers = []
        body = Body(RMTPBody.UpStreamMessage())
    }
}
