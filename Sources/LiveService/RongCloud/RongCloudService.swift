// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// The RongCloud service: the connected users, the stored messages, and their delivery.
///
/// Each connection has its own machine (``ServiceLink``); rooms use the machine ``ChatroomMachine``. All calls
/// must come from one thread.
package final class RongCloudService {
    package let settings: ServiceSettings
    package let host: ServiceHost
    var time: ServiceTime
    package internal(set) var users = SizedStore<ExactText, UserStore>()
    /// The work of queries and messages so far.
    package let work = ServiceWork()
    /// The connections of each user, oldest first.
    package private(set) var devices: [ExactText: [RongCloudDevice]] = [:]
    /// The members of groups and discussions.
    package var groups = SizedStore<ExactText, GroupMembers>()
    /// The groups of each user.
    var memberships: [ExactText: Set<ExactText>] = [:]
    /// The lists that the application's server keeps.
    var rules = ServiceRules()
    /// The time of the last search for entries of these lists that have ended.
    var lastPrune: Int64 = 0
    /// The clock of the timers, and the time at which it was 0.
    private(set) var ruleClock: () -> Int64
    private(set) var ruleStart: Int64
    package private(set) lazy var rooms = RoomService(self, host.elapsed)
    /// A closure that is called with each event for the application's server.
    package var onEvent: (ServiceEvent) -> Void = { _ in }
    /// A closure that is called with a line for each change that must survive the process, before any client learns of
    /// it.
    package var keep: ((String) -> Void)?
    private var lastDevice = 0
    private let limit: StoreLimit
    private let blocked: Set<ExactText>

    static let userLimit = 100_000
    static let groupLimit = 10_000

    package init(_ settings: ServiceSettings, _ host: ServiceHost) {
        self.settings = settings
        self.host = host
        time = ServiceTime(host.now)
        ruleClock = host.elapsed
        ruleStart = host.now() &- host.elapsed()
        limit = StoreLimit(bytes: settings.storeBytes)
        blocked = Set(settings.blocked.map { ExactText($0) })
        for (group, members) in settings.groups {
            groups.change(group, initial: GroupMembers()) { group in
                for member in members { group.add(ExactText(member)) }
            }
            for member in members { memberships[ExactText(member), default: []].insert(group) }
        }
    }

    /// Replaces all rooms with those of a configuration.
    ///
    /// - Parameter elapsed: The clock of the rooms' machine.
    package func restartRooms(_ configuration: ChatroomMachine.Configuration, elapsed: @escaping () -> Int64) {
        rooms = RoomService(self, elapsed, configuration)
        (ruleClock, ruleStart) = (elapsed, host.now() &- elapsed())
    }

    // MARK: Connections

    /// Accepts a client that has sent a valid token, or refuses it.
    ///
    /// - Returns: The device, or nil if the client is refused; the link then closes by itself.
    package func connect(
        _ link: any ServiceLink, _ request: ConnectRequest, _ connection: any ServiceConnection
    ) -> RongCloudDevice? {
        connection.detail = "RongCloud \(request.release.name)" + (request.isPolling ? ", polling" : "")
        let status: ConnAckStatus
        if request.appKey != settings.tokens.appKey {
            status = .identifierRejected
        } else if let user = user(of: request.token) {
            connection.user = user
            let key = ExactText(user)
            if blocked.contains(key) || holds(.blockedUsers, user) {
                status = .userBlocked
            } else if !users.contains(key), users.count >= RongCloudService.userLimit {
                status = .serverUnavailable
            } else {
                return accept(user, link, request, connection)
            }
        } else {
            status = .tokenIncorrect
        }
        host.log("was refused with status \(status.rawValue)", connection.number)
        link.handle(.refuse(status: UInt8(status.rawValue)))
        return nil
    }

    private func accept(
        _ user: String, _ link: any ServiceLink, _ request: ConnectRequest, _ connection: any ServiceConnection
    ) -> RongCloudDevice {
        lastDevice += 1
        let device = RongCloudDevice(lastDevice, user, request, link, connection)
        let key = device.key
        users.change(key, initial: UserStore(key, work)) { _ in }
        link.onAction = { [weak self, weak device] action in
            if let self, let device { self.handle(action, device) }
        }
        devices[key, default: []].append(device)
        link.handle(
            .accept(
                userID: FrameText(user), sessionID: FrameText(request.sessionID),
                timestamp: UInt64(time.now)))
        host.log("\(user) connected", connection.number)
        if device.release.pullsWhenTold(isPolling: device.isPolling), let store = users[key],
            store.inboxTime > 0 || store.outboxTime > 0
        {
            device.notify("s_ntf", type: 1, at: store.inboxTime)
        }
        if devices[key]?.count == 1 { onEvent(.online(user, true)) }
        // A user has too many devices: the oldest is disconnected (RMTP-151).
        while let others = devices[key], others.count > settings.devices, let oldest = others.first {
            host.log("\(user) was replaced by a newer connection", oldest.connection.number)
            disconnect(oldest, .kicked)
        }
        return device
    }

    func disconnect(_ device: RongCloudDevice, _ status: DisconnectStatus) {
        device.link.handle(.disconnect(status: UInt8(status.rawValue)))
        end(device)
    }

    private func end(_ device: RongCloudDevice) {
        guard let index = devices[device.key]?.firstIndex(where: { $0 === device }) else { return }
        devices[device.key]?.remove(at: index)
        if devices[device.key]?.isEmpty ?? true { devices[device.key] = nil }
        for room in device.rooms {
            if !isIn(room, device.key) { rooms.leave(room.text, device.user) }
        }
        device.rooms = []
        if devices[device.key] == nil { onEvent(.online(device.user, false)) }
    }

    /// Returns whether a user has joined a room over any connection.
    func isIn(_ room: ExactText, _ user: ExactText) -> Bool {
        devices[user]?.contains { $0.rooms.contains(room) } ?? false
    }

    private func handle(_ action: RMTPServerMachine.Action, _ device: RongCloudDevice) {
        switch action {
        case .published(let id, let packet):
            let receipt = publish(packet, from: device)
            if let id { device.link.handle(.acknowledge(id: id, receipt)) }
        case .asked(let id, let packet):
            let answer = ServiceQueries(self, device).answer(packet)
            let now = UInt32(clamping: time.now / 1_000)
            device.link.handle(.answer(id: id, date: now, status: answer.status, data: answer.data))
            answer.then()
        case .ended: end(device)
        default: break
        }
    }

    // MARK: Messages

    /// Handles a message that a client has published: stores it, delivers it, and returns the receipt.
    private func publish(_ packet: PublishPacket, from device: RongCloudDevice) -> RMTPReceipt {
        func refused(_ status: UInt16) -> RMTPReceipt {
            RMTPReceipt(status: status, time: UInt64(time.next()), messageUID: "")
        }
        guard let name = packet.topic, let topic = RMTPMessageTopic(name) else {
            return RMTPReceipt(time: UInt64(time.next()), messageUID: "")  // RTC is not served.
        }
        guard let up = try? RMTPBody.UpStreamMessage(protobuf: packet.data ?? []), up.hasRequiredFields,
            let target = packet.targetID?.string, (up.content ?? []).count <= DecodingLimits().contentBytes,  // CNT-091
            (up.classname ?? "").utf8.count <= 256
        else { return refused(ServiceStatus.message) }
        var message = SentMessage(
            up, from: device.user, to: Conversation(type: Int32(topic.conversation?.rawValue ?? 1), target: target),
            isStatus: topic.isStatus)
        if topic == .recall {
            guard let recalled = recalled(up, by: device.user) else { return refused(ServiceStatus.recall) }
            message.conversation = recalled
        }
        message.device = device
        let outcome = send(message)
        guard outcome.status == 0 else { return refused(outcome.status) }
        let receipt = RMTPReceipt(time: UInt64(outcome.time), messageUID: FrameText(outcome.id))
        if !topic.isStatus, message.conversation.type != 4, devices[device.key]?.count ?? 0 > 1 {
            let stored = StoredMessage(
                up, from: device.user, to: message.conversation, time: outcome.time, id: outcome.id)
            for other in devices[device.key] ?? [] where other !== device {
                other.synchronize(stored, packet, receipt)
            }
        }
        return receipt
    }

    /// Stores a message and delivers it to its recipients.
    package func send(_ message: SentMessage) -> (status: UInt16, time: Int64, id: String) {
        let now = time.next()
        let stored = StoredMessage(
            message.up, from: message.sender, to: message.conversation, time: now, id: time.id(now))
        let sender = ExactText(message.sender)
        let outbox = message.isOwn && users.contains(sender) ? sender : nil
        let status: UInt16
        let refusal = message.device == nil ? 0 : refusal(of: message)
        switch message.conversation.type {
        case 4: status = rooms.send(stored, fromServer: message.device == nil, refusal: refusal)
        case _ where refusal != 0: status = refusal
        case 2, 3:
            if let group = groups[ExactText(message.conversation.target)],
                message.device == nil || group.contains(sender)
            {
                let wanted = Set(message.up.userID.map { ExactText($0) })
                let recipients = group.members.filter { $0 != sender && (wanted.isEmpty || wanted.contains($0)) }
                status = deliver(stored, to: recipients, isStatus: message.isStatus, outbox: outbox)
            } else {
                status = message.conversation.type == 3 ? ServiceStatus.notInGroup : ServiceStatus.notInDiscussion
            }
        default:
            let target = message.conversation.target
            status = deliver(stored, to: [ExactText(target)], isStatus: message.isStatus, outbox: outbox)
        }
        guard status == 0 else { return (status, now, "") }
        onEvent(.message(stored))
        return (0, now, stored.id)
    }

    private func deliver(_ message: StoredMessage, to recipients: [ExactText], isStatus: Bool, outbox: ExactText?)
        -> UInt16
    {
        var recipients = recipients
        if !isStatus {
            let known = recipients.filter { user in
                guard let held = users.read(user, { (states: $0.stateBytes, all: $0.bytes) }) else {
                    return users.count + recipients.count <= RongCloudService.userLimit
                        && ServedTokens.isID(user.text) && canHold(message.bytes, instead: 0)
                }
                return canHold(message.bytes, beside: held.states, instead: held.all)
            }
            if known.isEmpty, recipients.count == 1 { return ServiceStatus.message }
            recipients = known
            record(ServiceMemory.line(message, inboxes: recipients, outbox: outbox))
            store(message, inboxes: recipients, outbox: outbox)
        }
        for user in recipients {
            for device in devices[user] ?? [] { device.deliver(message.body) }
        }
        return 0
    }

    /// Recalls a message from all users who have it, and returns the conversation that receives the notice.
    private func recalled(_ up: RMTPBody.UpStreamMessage, by user: String) -> Conversation? {
        guard let content = RawJSON(line: up.content ?? []), let id = content["messageUId"]?.string,
            let type = content["conversationType"]?.number?.int64, let target = content["targetId"]?.string
        else { return nil }
        let conversation = Conversation(type: Int32(clamping: type), target: target)
        recall(id, conversation, by: user)
        return conversation
    }

    /// Removes a message that a user has sent from a conversation.
    func recall(_ id: String, _ conversation: Conversation, by user: String) {
        let (id, user, target) = (ExactText(id), ExactText(user), ExactText(conversation.target))
        guard users.read(user, { $0.hasSent(id) }) ?? false else { return }
        let recipients = conversation.isBetweenUsers ? [target] : groups[target]?.members ?? []
        record(ServiceMemory.line(removed: id, from: recipients + [user]))
        for owner in [user] + recipients { users.change(owner) { $0.remove(id) } }
    }
}

// MARK: - Bytes

extension RongCloudService {
    /// Keeps a line of the memory if somebody wants it; otherwise the line is not computed.
    func record(_ line: @autoclosure () -> String) { keep?(line()) }

    /// The number of bytes of everything that is stored.
    package var used: Int { users.bytes + groups.bytes + rooms.rooms.bytes + rules.bytes }

    /// Returns whether a store may hold `held` bytes, of which `added` are new.
    func admits(_ held: Int, adding added: Int) -> Bool { limit.admits(held, of: used + added) }

    /// Returns whether a store can hold a message beside its permanent state, if all of its other messages may be
    /// removed.
    func canHold(_ bytes: Int, beside states: Int = 0, instead held: Int) -> Bool {
        limit.admits(states + bytes, of: used - held + states + bytes)
    }

    /// Removes the oldest messages of a store until it is within its share.
    func trim(_ held: () -> Int, _ forget: (Int) -> Bool) {
        // A part is removed at a time, because each removal moves all others.
        while case let bytes = held(), !limit.admits(bytes, of: used), forget(max(4_096, bytes / 32)) {}
    }

    /// Adds a message to the boxes of users.
    func store(_ message: StoredMessage, inboxes: [ExactText], outbox: ExactText?) {
        for user in inboxes {
            users.change(user, initial: UserStore(user, work)) { $0.receive(message) }
            trim(user)
        }
        let held = outbox.flatMap { user in users.read(user) { (states: $0.stateBytes, all: $0.bytes) } }
        guard let outbox, canHold(message.bytes, beside: held?.states ?? 0, instead: held?.all ?? 0) else { return }
        users.change(outbox, initial: UserStore(outbox, work)) { $0.send(message) }
        trim(outbox)
    }

    private func trim(_ user: ExactText) {
        trim {
            users.read(user) { $0.bytes } ?? 0
        } _: { bytes in
            var isSmaller = false
            users.change(user) { isSmaller = $0.forget(bytes) }
            return isSmaller
        }
    }

    /// Changes a user's state other than messages; returns false, and changes nothing, if `added` bytes are too many.
    func change(_ user: ExactText, adding added: Int, _ body: (inout UserStore) -> Void) -> Bool {
        guard let held = users.read(user, { $0.bytes }), added <= 0 || admits(held + added, adding: added) else {
            return false
        }
        users.change(user, body)
        return true
    }
}

/// A message that a client or the application's server sends.
package struct SentMessage {
    var up: RMTPBody.UpStreamMessage
    var sender: String
    /// Whether the message is delivered without being stored.
    var isStatus = false
    var conversation: Conversation
    /// The connection that sent the message; nil if the application's server did.
    var device: RongCloudDevice?
    /// Whether the message is added to the sender's outbox.
    var isOwn = true

    package init(
        _ up: RMTPBody.UpStreamMessage, from sender: String, to conversation: Conversation, isStatus: Bool = false,
        device: RongCloudDevice? = nil, isOwn: Bool = true
    ) {
        (self.up, self.sender, self.conversation) = (up, sender, conversation)
        (self.isStatus, self.device, self.isOwn) = (isStatus, device, isOwn)
    }
}

/// The data with which a client requests a connection.
package struct ConnectRequest {
    var appKey: String
    var token: String
    package var release: SDKRelease
    var sessionID: String
    var isPolling: Bool

    package init(appKey: String, token: String, release: SDKRelease, sessionID: String, isPolling: Bool) {
        self.appKey = appKey
        self.token = token
        self.release = release
        self.sessionID = sessionID
        self.isPolling = isPolling
    }
}

/// An event that is reported to the application's server.
package enum ServiceEvent {
    case message(StoredMessage)
    case online(String, Bool)
    case room(String, ChatroomChange)
}

/// A change of a room.
package enum ChatroomChange {
    case created, destroyed
    case entered(String)
    case left(String)
}

/// The status codes of the service's answers.
enum ServiceStatus {
    static let parameter: UInt16 = 33_003
    static let blacklisted: UInt16 = 405
    static let notBlocked: UInt16 = 101
    static let blocked: UInt16 = 20_605
    static let mutedInGroup: UInt16 = 22_408
    static let mutedInRoom: UInt16 = 23_408
    static let blockedInRoom: UInt16 = 23_409
    static let message: UInt16 = 20_406
    static let roomParameter: UInt16 = 23_412
    static let noSuchKey: UInt16 = 23_427
    static let recall: UInt16 = 25_101
    static let notAllowed: UInt16 = 20_606
    static let notInDiscussion: UInt16 = 21_406
    static let notInGroup: UInt16 = 22_406
    static let notInRoom: UInt16 = 23_406
    static let noRoom: UInt16 = 23_410
    static let roomIsFull: UInt16 = 23_411
    static let tooManyKeys: UInt16 = 23_423
    static let keyIsTaken: UInt16 = 23_424
}
