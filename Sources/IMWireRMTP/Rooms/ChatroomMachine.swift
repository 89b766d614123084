// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A pure state machine for the rules of chatrooms (seed 000).
///
/// It takes events with their times, and returns actions.
///
/// ```
///              join                               quit, kick, ban
///   outside --------> member ------------------------------------------> outside
///      ^                |  send: checks room, member, mute and rate        | banned: cannot join before the ban ends
///      |                v                                                  v
///      +---------- accepted: dropped if stopped, or under load unless whitelisted; otherwise kept and distributed
/// ```
/// ```swift
/// var rooms = ChatroomMachine(ChatroomMachine.Configuration())
/// for step in rooms.handle(.join(room: "r", user: "u1"), at: 0) { carryOut(step.action) }
/// ```
public struct ChatroomMachine: RuledMachine, ~Copyable {
    let configuration: Configuration
    private let lowTypes: Set<ObjectName>
    private(set) var rooms: [ExactText: ChatroomRoom] = [:]
    private var rate: ChatroomRate
    private var load = 0
    private var lastNumber = 0
    @usableFromInline package var core = MachineCore<Never, Action>()

    /// Creates a model with the rooms of the configuration.
    public init(_ configuration: Configuration) {
        let configuration = configuration.limited
        self.configuration = configuration
        lowTypes = Set(configuration.lowTypes)
        rate = ChatroomRate(limit: configuration.rate, window: configuration.rateWindow)
        for room in configuration.rooms { rooms[ExactText(room)] = ChatroomRoom() }
    }

    /// Creates a copy of a model in its present state.
    package init(copying other: borrowing ChatroomMachine) {
        configuration = other.configuration
        lowTypes = other.lowTypes
        rooms = other.rooms
        rate = other.rate
        load = other.load
        lastNumber = other.lastNumber
        core = other.core
    }

    /// Nil, because the machine has no timers.
    public var nextDue: Int64? { firstDue }
    /// The number of entries that were visited so far, the measure of the machine's work.
    package var steps: Int { rooms.values.reduce(rate.steps) { $0 + $1.steps } }

    /// Handles an event and returns the actions to carry out.
    ///
    /// A time earlier than that of the previous event is replaced by that time (SES-002).
    public mutating func handle(_ event: Event, at time: Int64) -> [TimedAction<Action>] {
        run(event, at: time)
    }

    @usableFromInline package mutating func apply(_ event: Event) {
        guard let refusal = refusal(of: event) else { return }
        let (room, user) = ChatroomMachine.subject(event)
        emit(.error(room: room, user: user, of: event.name, code: refusal))
    }

    /// Handles an event, and returns the error code if it is refused.
    private mutating func refusal(of event: Event) -> Int? {
        switch event {
        case .create(let room):
            let name = ExactText(room)
            if rooms[name] == nil { rooms[name] = ChatroomRoom() }
            return nil
        case .destroy(let room):
            return rooms.removeValue(forKey: ExactText(room)) == nil ? ChatroomCode.noRoom : nil
        case .join(let room, let user, let count, let existing):
            return join(room, user, count, existing)
        case .send(let room, let user, let message):
            return send(room, user, message)
        case .quit(let room, _), .mute(let room, _), .unmute(let room, _), .kick(let room, _), .ban(let room, _, _),
            .unban(let room, _), .stop(let room), .resume(let room), .allow(let room, _), .disallow(let room, _):
            return moderate(event, room)
        case .load(let load):
            self.load = load
            return nil
        case .tick:
            return nil
        }
    }

    private static func subject(_ event: Event) -> (room: String, user: String?) {
        switch event {
        case .create(let room), .destroy(let room), .stop(let room), .resume(let room): (room, nil)
        case .join(let room, let user, _, _), .quit(let room, let user), .send(let room, let user, _),
            .mute(let room, let user), .unmute(let room, let user), .kick(let room, let user),
            .ban(let room, let user, _), .unban(let room, let user), .allow(let room, let user),
            .disallow(let room, let user):
            (room, user)
        case .load, .tick: ("", nil)
        }
    }
}

// MARK: - Joining

extension ChatroomMachine {
    private mutating func join(_ room: String, _ user: String, _ count: Int, _ existing: Bool) -> Int? {
        guard (-1...50).contains(count) else { return ChatroomCode.parameter }  // CRM-010
        let (name, member) = (ExactText(room), ExactText(user))
        if rooms[name] == nil {
            if existing { return ChatroomCode.noRoom }  // CRM-001
            if rooms.count >= configuration.roomLimit { return ChatroomCode.full }
        }
        var state = rooms.removeValue(forKey: name) ?? ChatroomRoom()  // removed from the dictionary to avoid a copy
        defer { rooms[name] = state }
        if !state.members.contains(member) {
            if state.isBanned(member, at: now) { return ChatroomCode.thrownOut }
            if configuration.capacity > 0, state.members.count >= configuration.capacity { return ChatroomCode.full }
            state.members[member] = true
            state.thrownOut.remove(member)
        }
        let messages =
            count < 0
            ? []
            : state.newest(
                count == 0 ? configuration.joinCount : count, limit: configuration.kept)
        emit(.joined(room: room, user: user, messages))
        return nil
    }
}

// MARK: - Sending

extension ChatroomMachine {
    /// Checks a message in the order of CRM-020, then drops or distributes it.
    private mutating func send(_ room: String, _ user: String, _ message: ChatroomMessage) -> Int? {
        let (name, sender) = (ExactText(room), ExactText(user))
        guard var state = rooms.removeValue(forKey: name) else { return ChatroomCode.noRoom }
        defer { rooms[name] = state }
        guard state.members.contains(sender) else {
            return state.thrownOut.contains(sender) ? ChatroomCode.thrownOut : ChatroomCode.notInRoom
        }
        guard !state.muted.contains(sender) else { return ChatroomCode.muted }
        guard rate.accept(sender, at: now) else { return ChatroomCode.rate }
        lastNumber += 1
        let entry = ChatroomEntry(id: "c\(lastNumber)", sender: user, message: message)
        emit(.sent(room: room, user: user, id: entry.id))
        if state.isStopped {
            emit(.dropped(room: room, id: entry.id, .stopped))  // at any load (CRM-053)
        } else if isOverloaded(message), !state.whitelist.contains(sender) {
            emit(.dropped(room: room, id: entry.id, .load))
        } else {
            state.keep(entry, limit: configuration.kept)
            let others = state.members.keys.filter { $0 != sender }.map(\.text)
            emit(.distribute(room: room, entry, to: others))
        }
        return nil
    }

    /// Returns whether the load is too high for the priority of a message (CRM-041).
    private func isOverloaded(_ message: ChatroomMessage) -> Bool {
        load >= configuration.highDrop || load >= configuration.lowDrop && lowTypes.contains(message.objectName)
    }
}

// MARK: - Moderation

extension ChatroomMachine {
    private mutating func moderate(_ event: Event, _ room: String) -> Int? {
        let name = ExactText(room)
        let limit = configuration.listLimit
        guard var state = rooms.removeValue(forKey: name) else { return ChatroomCode.noRoom }
        defer { rooms[name] = state }
        switch event {
        case .quit(_, let user):
            guard state.members.remove(ExactText(user)) != nil else { return ChatroomCode.notInRoom }
            emit(.quit(room: room, user: user))
        case .mute(_, let user):
            state.muted.remember(ExactText(user), true, limit: limit)
        case .unmute(_, let user):
            state.muted.remove(ExactText(user))
        case .kick(_, let user):
            if state.throwOut(ExactText(user), limit: limit) { emit(.kicked(room: room, user: user)) }
        case .ban(_, let user, let duration):
            guard duration >= 1 else { return ChatroomCode.parameter }
            state.bans.remember(ExactText(user), now.later(by: duration), limit: limit)
            if state.throwOut(ExactText(user), limit: limit) { emit(.kicked(room: room, user: user)) }
        case .unban(_, let user):
            state.bans.remove(ExactText(user))
        case .stop:
            state.isStopped = true
        case .resume:
            state.isStopped = false
        case .allow(_, let user):
            state.whitelist.remember(ExactText(user), true, limit: limit)
        case .disallow(_, let user):
            state.whitelist.remove(ExactText(user))
        case .create, .destroy, .join, .send, .load, .tick:
            break
        }
        return nil
    }
}
