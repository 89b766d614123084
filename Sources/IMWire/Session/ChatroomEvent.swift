// SPDX-License-Identifier: Apache-2.0

/// What happens to chatrooms.
public enum ChatroomEvent: Hashable, Sendable {
    /// The application makes a room.
    case create(room: String)
    /// The application ends a room.
    case destroy(room: String)
    /// A user joins; `existing` joins no room that does not exist.
    case join(room: String, user: String, messageCount: Int = 0, existing: Bool = false)
    /// The user leaves.
    case quit(room: String, user: String)
    /// The user says something.
    case send(room: String, user: String, ChatroomMessage)
    /// The user may not speak.
    case mute(room: String, user: String)
    /// The user may speak again.
    case unmute(room: String, user: String)
    /// The user is thrown out, and may come back.
    case kick(room: String, user: String)
    /// The user is thrown out, and may not come back for so many milliseconds.
    case ban(room: String, user: String, duration: Int64)
    /// The user may come back.
    case unban(room: String, user: String)
    /// What is sent is not distributed.
    case stop(room: String)
    /// What is sent is distributed again.
    case resume(room: String)
    /// Puts the user on the whitelist.
    case allow(room: String, user: String)
    /// Takes the user off the whitelist.
    case disallow(room: String, user: String)
    /// The load is now this, in percent of what the system bears.
    case load(Int)
    /// Time passes.
    case tick

    /// The event's name in data.
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

/// A message in a chatroom: a RongCloud content, which is not looked into.
public struct ChatroomMessage: Hashable, Sendable {
    /// The type, which the priority goes by.
    public var objectName: ObjectName
    /// The content as JSON.
    public var content: RawJSON?

    /// Takes both.
    public init(objectName: ObjectName, content: RawJSON?) {
        self.objectName = objectName
        self.content = content
    }
}

/// A message that a room has accepted.
public struct ChatroomEntry: Hashable, Sendable {
    /// Its id, unique over all rooms.
    public let id: String
    /// Who has sent it.
    public let sender: String
    /// What was said.
    public let message: ChatroomMessage
}

/// What chatrooms want done, in order.
public enum ChatroomAction: Hashable, Sendable {
    /// The user is in; messages from before, oldest first.
    case joined(room: String, user: String, [ChatroomEntry])
    /// The user has left.
    case quit(room: String, user: String)
    /// The sender's message is accepted.
    case sent(room: String, user: String, id: String)
    /// Give it to these users.
    case distribute(room: String, ChatroomEntry, to: [String])
    /// It is given to nobody.
    case dropped(room: String, id: String, DropReason)
    /// The user is out.
    case kicked(room: String, user: String)
    /// The event is refused.
    case error(room: String, user: String?, of: String, code: Int)

    /// Why a message is given to nobody.
    public enum DropReason: String, Hashable, Sendable {
        /// The system bears no more.
        case load
        /// Distribution is stopped.
        case stopped
    }
}
