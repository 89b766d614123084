// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The chatrooms of the service: the machine ``ChatroomMachine`` decides, and this class stores messages, members and keys.
package final class RoomService {
    /// A room.
    package struct Room: Sized {
        /// The newest messages, oldest first.
        var box: MessageBox
        /// The number of messages that are stored.
        package var messageCount: Int { box.count }
        /// The time of the newest message, even if the message is no longer stored.
        var lastTime: Int64 = 0
        /// The time at which each member joined.
        package internal(set) var members = SizedStore<ExactText, Int64>()
        package internal(set) var keys = RoomKeys()
        var name: String?
        let created: Int64

        init(created: Int64, _ work: ServiceWork) {
            self.created = created
            box = MessageBox(limit: 200, work)
        }

        /// The size of the keys and members in bytes, which remains when messages are removed.
        var stateBytes: Int { keys.bytes + 2 * members.bytes + (name ?? "").utf8.count + 256 }
        package var bytes: Int { box.bytes + stateBytes }
    }

    /// The service that owns the rooms.
    private unowned let service: RongCloudService
    private let elapsed: () -> Int64
    private let configuration: ChatroomMachine.Configuration
    private var machine: ChatroomMachine
    package private(set) var rooms = SizedStore<ExactText, Room>()

    init(
        _ service: RongCloudService, _ elapsed: @escaping () -> Int64,
        _ base: ChatroomMachine.Configuration = ChatroomMachine.Configuration()
    ) {
        self.service = service
        self.elapsed = elapsed
        var configuration = base
        configuration.roomLimit = 10_000
        self.configuration = configuration
        machine = ChatroomMachine(configuration)
        for room in configuration.rooms { open(room) }
    }

    // MARK: The machine

    /// Passes an event to the machine, and returns 0 or the code of the refusal.
    @discardableResult
    package func handle(_ event: ChatroomMachine.Event) -> UInt16 {
        var code: UInt16 = 0
        for step in machine.handle(event, at: elapsed()) {
            switch step.action {
            case .error(_, _, _, let number): code = UInt16(clamping: number)
            case .kicked(let room, let user):
                let (room, user) = (ExactText(room), ExactText(user))
                remove(user, from: room)
                for device in service.devices[user] ?? [] { device.rooms.remove(room) }
            default: break
            }
        }
        return code
    }

    /// Creates a room, and returns 0 or the code of the refusal.
    @discardableResult
    package func create(_ room: String, name: String? = nil) -> UInt16 {
        if rooms[ExactText(room)] == nil {
            guard rooms.count < configuration.roomLimit, service.admits(512, adding: 512) else {
                return ServiceStatus.roomIsFull
            }
            let code = handle(.create(room: room))
            guard code == 0 else { return code }
            open(room)
        }
        if let name { rooms.change(ExactText(room)) { $0.name = name } }
        return 0
    }

    package func destroy(_ room: String) -> UInt16 {
        let code = handle(.destroy(room: room))
        let name = ExactText(room)
        guard let old = rooms.remove(name) else { return code }
        for user in old.members.keys {
            for device in service.devices[user] ?? [] { device.rooms.remove(name) }
        }
        service.onEvent(.room(room, .destroyed))
        return code
    }

    private func open(_ room: String) {
        guard !rooms.contains(ExactText(room)) else { return }
        rooms[ExactText(room)] = Room(created: service.time.now, service.work)
        service.onEvent(.room(room, .created))
    }

    /// Adds a user to a room, and returns 0 or the code of the refusal.
    ///
    /// - Parameter existing: Whether a room that does not exist is an error (CRM-001).
    func join(_ room: String, _ user: String, existing: Bool = false) -> UInt16 {
        let (name, member) = (ExactText(room), ExactText(user))
        guard service.admits((rooms[name]?.stateBytes ?? 0) + 512, adding: 512) else { return ServiceStatus.roomIsFull }
        guard !service.holds(.blockedInRooms, in: room, user) else { return ServiceStatus.blockedInRoom }
        let code = handle(.join(room: room, user: user, messageCount: -1, existing: existing))
        guard code == 0 else { return code }
        open(room)
        if rooms[name]?.members.contains(member) == false {
            rooms.change(name) { $0.members[member] = service.time.now }
            service.onEvent(.room(room, .entered(user)))
        }
        return 0
    }

    @discardableResult
    func leave(_ room: String, _ user: String) -> UInt16 {
        let code = handle(.quit(room: room, user: user))
        if code == 0 { remove(ExactText(user), from: ExactText(room)) }
        return code
    }

    private func remove(_ user: ExactText, from room: ExactText) {
        var (isMember, hasKeys) = (false, false)
        let time = service.time.next()
        rooms.change(room) { state in
            isMember = state.members.remove(user) != nil
            hasKeys = isMember && state.keys.leave(user.text, at: time)
        }
        if isMember { service.onEvent(.room(room.text, .left(user.text))) }
        if hasKeys { announceKeys(room.text) }
    }

    // MARK: Messages

    /// Accepts a message to a room and notifies its members.
    ///
    /// - Parameter fromServer: Whether the application's server sends the message. The server needs no membership, and
    ///   its rate is not limited.
    /// - Parameter refusal: The status with which the message of a member is refused, or 0.
    func send(_ message: StoredMessage, fromServer: Bool, refusal: UInt16) -> UInt16 {
        let room = ExactText(message.target)
        let held = rooms[room].map { (states: $0.stateBytes, all: $0.bytes) }
        guard service.canHold(message.bytes, beside: held?.states ?? 0, instead: held?.all ?? 0) else {
            return ServiceStatus.message
        }
        var recipients: [ExactText] = []
        if fromServer {
            guard let members = rooms[room]?.members.keys else { return ServiceStatus.noRoom }
            recipients = members
        } else {
            if refusal != 0, rooms[room]?.members.contains(ExactText(message.sender)) ?? false { return refusal }
            let name = ObjectName(rawValue: message.body.classname ?? "")
            let content = ChatroomMessage(objectName: name, content: nil)
            var isDistributed = false
            for step in machine.handle(.send(room: room.text, user: message.sender, content), at: elapsed()) {
                switch step.action {
                case .error(_, _, _, let code): return UInt16(clamping: code)
                case .distribute(_, _, let users):
                    recipients = users.map { ExactText($0) }
                    isDistributed = true
                default: break
                }
            }
            if !isDistributed { return 0 }  // The message was dropped, which is not reported (CRM-041).
        }
        rooms.change(room) { state in
            _ = state.box.add(message)
            state.lastTime = message.time
        }
        service.trim {
            rooms[room]?.bytes ?? 0
        } _: { bytes in
            var isSmaller = false
            rooms.change(room) { isSmaller = !$0.box.forget(bytes).isEmpty }
            return isSmaller
        }
        for user in recipients {
            for device in service.devices[user] ?? [] where device.rooms.contains(room) {
                if device.release.pullsRooms {
                    device.notify("s_ntf", type: 2, at: message.time, room: room.text)
                } else {
                    device.deliver(message.body)
                }
            }
        }
        return 0
    }

    /// Returns the messages that a member has not received.
    func pull(_ room: String, since time: Int64, count: Int, for device: RongCloudDevice) -> RMTPBody.DownStreamMessages
    {
        var answer = RMTPBody.DownStreamMessages()
        let state = rooms[ExactText(room)]
        answer.syncTime = max(time, state?.lastTime ?? 0)
        guard let box = state?.box else { return answer }
        // -1 requests no messages, and 0 the default number (CRM-011).
        let wanted = count < 0 ? 0 : count == 0 ? configuration.joinCount : count
        var page = AnswerPage(limit: time > 0 ? .max : min(wanted, configuration.kept))
        // If the messages do not fit, the newest are returned, because the service does not owe a client the earlier
        // ones.
        box.walk(from: .max, isForward: false) { message in
            let isOwn = message.sender.utf8.elementsEqual(device.user.utf8)
            if time > 0, message.time <= time { return false }
            if time > 0, isOwn { return true }
            var body = message.body
            if isOwn { body.direction = 1 }
            return page.add(StoredMessage.body(body, for: device))
        }
        answer.list = page.list.reversed()
        return answer
    }

    // MARK: Keys

    /// Changes the keys of a room, which grow by at most `added` bytes, and returns 0 or the code of the refusal.
    func change(_ room: String, adding added: Int, _ change: (inout RoomKeys, Int64) -> UInt16) -> UInt16 {
        let name = ExactText(room)
        guard let held = rooms[name]?.bytes else { return ServiceStatus.noRoom }
        guard added == 0 || service.admits(held + added, adding: added) else { return ServiceStatus.tooManyKeys }
        let time = service.time.next()
        var status: UInt16 = 0
        rooms.change(name) { status = change(&$0.keys, time) }
        return status
    }

    /// Notifies the members that keys have changed.
    func announceKeys(_ room: String) {
        let name = ExactText(room)
        guard let state = rooms[name] else { return }
        for user in state.members.keys {
            for device in service.devices[user] ?? [] where device.rooms.contains(name) {
                if device.release.knowsKeyCommands { device.notify("s_cmd", type: 2, at: state.keys.time, room: room) }
            }
        }
    }
}
