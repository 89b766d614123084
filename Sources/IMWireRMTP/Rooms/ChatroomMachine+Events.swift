// SPDX-License-Identifier: Apache-2.0

import IMWire

extension ChatroomMachine {
    /// An event that a chatroom model handles.
    @nonexhaustive
    public enum Event: SessionEvent {
        /// The application creates a room.
        case create(room: String)
        /// The application destroys a room.
        case destroy(room: String)
        /// A user joins a room, which is not created if `existing` is true.
        case join(room: String, user: String, messageCount: Int = 0, existing: Bool = false)
        /// A user leaves a room.
        case quit(room: String, user: String)
        /// A user sends a message.
        case send(room: String, user: String, ChatroomMessage)
        /// A user is muted.
        case mute(room: String, user: String)
        /// A user is no longer muted.
        case unmute(room: String, user: String)
        /// A user is removed from a room, and may join again.
        case kick(room: String, user: String)
        /// A user is removed from a room, and may not join it for `duration` milliseconds.
        case ban(room: String, user: String, duration: Int64)
        /// A user's ban ends.
        case unban(room: String, user: String)
        /// Distribution in a room stops.
        case stop(room: String)
        /// Distribution in a room resumes.
        case resume(room: String)
        /// A user is added to the whitelist.
        case allow(room: String, user: String)
        /// A user is removed from the whitelist.
        case disallow(room: String, user: String)
        /// The load has changed, in percent of the capacity of the system.
        case load(Int)
        /// Time passes.
        case tick

        /// The name of the event in scripts.
        public var name: String {
            switch self {
            case .create: "create"
            case .destroy: "destroy"
            case .join: "join"
            case .quit: "quit"
            case .send: "send"
            case .mute: "mute"
            case .unmute: "unmute"
            case .kick: "kick"
            case .ban: "ban"
            case .unban: "unban"
            case .stop: "stop"
            case .resume: "resume"
            case .allow: "allow"
            case .disallow: "disallow"
            case .load: "load"
            case .tick: "tick"
            }
        }
    }
}

/// A message in a chatroom, whose content the model does not interpret.
///
/// ```swift
/// let message = ChatroomMessage(objectName: "RC:TxtMsg", content: try RawJSON(text: #"{"content":"hi"}"#))
/// ```
public struct ChatroomMessage: Hashable, Sendable {
    /// The message type, which determines the priority.
    public var objectName: ObjectName
    /// The content as JSON.
    public var content: RawJSON?

    /// Creates a message.
    public init(objectName: ObjectName, content: RawJSON?) {
        self.objectName = objectName
        self.content = content
    }
}

/// A message that a room has accepted.
public struct ChatroomEntry: Hashable, Sendable {
    /// The id of the message, which is unique across all rooms.
    public let id: String
    /// The sender.
    public let sender: String
    /// The message.
    public let message: ChatroomMessage
}

extension ChatroomMachine {
    /// An action that a chatroom model requests.
    @nonexhaustive
    public enum Action: Hashable, Sendable {
        /// The user has joined and receives earlier messages, oldest first.
        case joined(room: String, user: String, [ChatroomEntry])
        /// The user has left.
        case quit(room: String, user: String)
        /// A user's message has been accepted.
        case sent(room: String, user: String, id: String)
        /// Deliver a message to these users.
        case distribute(room: String, ChatroomEntry, to: [String])
        /// A message is delivered to nobody.
        case dropped(room: String, id: String, DropReason)
        /// The user has been removed from the room.
        case kicked(room: String, user: String)
        /// The event is refused.
        case error(room: String, user: String?, of: String, code: Int)

        /// The reason why a message is delivered to nobody.
        @nonexhaustive
        public enum DropReason: String, Hashable, Sendable {
            /// The load is too high.
            case load
            /// Distribution has been stopped.
            case stopped
        }
    }
}
