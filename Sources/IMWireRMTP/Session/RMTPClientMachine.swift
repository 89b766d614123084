// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A pure state machine for the client's side of a WebSocket connection.
///
/// Events go in with their time, and actions come out.
///
/// ```
///   +------+  connect   +---------+  opened   +---------+  CONNACK 0   +--------+
///   | idle | ---------> | opening | --------> | waiting | -----------> | online |
///   +------+            +---------+           +---------+              +--------+
///      ^    closed, disconnect |   CONNACK other, 5 s |    DISCONNECT, silence |
///      +-----------------------+----------------------+------------------------+
/// ```
/// Each transition to idle produces one `ended` action, whose reason states whether to reconnect. Only the times of the
/// boxes and the rooms outlive the connection (RMTP-201). Where the protocol allows a choice, the machine behaves like
/// web SDK 4 and later.
/// ```swift
/// var session = RMTPClientMachine()
/// for step in session.handle(.connect, at: now) { carryOut(step.action) }
/// ```
public struct RMTPClientMachine: RuledMachine, ~Copyable, Sendable {
    enum Phase: Hashable {
        case idle
        case opening
        case waiting(since: Int64)
        case online
    }

    /// The deadlines of the machine.
    @usableFromInline package enum Timer: Hashable, Sendable {
        case connAck
        case ping
        case pong
        case pull
        case publication(UInt16)
        case question(UInt16)
    }

    /// The originator of a QUERY that waits for its QUERYACK.
    enum Question: Hashable, Sendable {
        case application(key: Int)
        case pull(PullTarget)
        case join(RoomVisit)
        case leave(room: ExactText)
        case keys(RoomVisit)
    }

    let configuration: Configuration
    private(set) var state = Phase.idle
    @usableFromInline package var core = MachineCore<Timer, Action>()
    var ids = MessageIDs()
    /// The application's keys of publications that wait for their PUBACK.
    var publications: [UInt16: Int] = [:]
    var questions: [UInt16: Question] = [:]
    var synced = SyncedMessages()
    var boxes: Boxes
    var pulls = PullQueue()
    var rooms: [ExactText: Room] = [:]
    /// The number of rooms that the application has wanted to be in, each time that it joined one anew.
    var roomCount = 0
    private var userID: FrameText = ""
    private var timeout: Int64 = 0
    private(set) var misses = 0

    /// Creates a session without a connection.
    public init(_ configuration: Configuration = Configuration()) {
        let configuration = configuration.limited
        self.configuration = configuration
        boxes = Boxes(inbox: configuration.inboxTime, outbox: configuration.outboxTime)
    }

    /// Creates a copy of a session in its present state.
    package init(copying other: borrowing RMTPClientMachine) {
        configuration = other.configuration
        state = other.state
        core = other.core
        ids = other.ids
        publications = other.publications
        questions = other.questions
        synced = other.synced
        boxes = other.boxes
        pulls = other.pulls
        rooms = other.rooms
        roomCount = other.roomCount
        userID = other.userID
        timeout = other.timeout
        misses = other.misses
    }

    /// The time at which the caller should handle a `tick`, or nil if no timer is running.
    public var nextDue: Int64? { firstDue }
    /// The number of timers and entries that were visited so far, the measure of the machine's work.
    package var steps: Int { core.timers.steps + pulls.steps + synced.steps }
    /// Whether the service has accepted the connection.
    public var isOnline: Bool { state == .online }
    /// The time up to which messages of others have been received, to be kept for the next session (RMTP-197).
    public var inboxTime: Int64 { boxes.inbox }
    /// The time up to which the user's own messages are known, to be kept for the next session.
    public var outboxTime: Int64 { boxes.outbox }

    /// The user's own id, to which pulls are addressed.
    var ownID: FrameText { userID }
    /// The user's own id, or nil if the service has not named it in a text that a body can contain (RMTP-306).
    var namedOwnID: String? { userID.isEmpty ? nil : userID.string }

    /// Handles an event and returns the actions to carry out.
    ///
    /// A time earlier than that of the previous event is replaced by the latter (SES-002).
    public mutating func handle(_ event: Event, at time: Int64) -> [TimedAction<Action>] {
        run(event, at: time)
    }

    @usableFromInline package mutating func apply(_ event: Event) {
        switch event {
        case .connect: connect()
        case .opened: opened()
        case .received(let packet): receive(packet)
        case .closed: end(.broken, closes: false)
        case .publish(let key, let request): publish(key, request)
        case .query(let key, let request): ask(.application(key: key), request)
        case .join(let room): join(ExactText(room))
        case .leave(let room): leave(ExactText(room))
        case .disconnect: end(.asked)
        case .logout: end(.loggedOut)
        case .tick: break
        }
    }

    @usableFromInline package mutating func fire(_ timer: Timer) {
        switch timer {
        case .connAck: end(.unanswered)  // RMTP-191
        case .ping: ping()
        case .pong: missed()
        case .pull: pullAgain()
        case .publication(let id):
            if let key = publications.removeValue(forKey: id) { emit(.failed(key: key, .unanswered)) }
        case .question(let id): unanswered(id)
        }
    }
}

// MARK: - The connection

extension RMTPClientMachine {
    private mutating func connect() {
        guard state == .idle else { return }
        state = .opening
        emit(.open)
    }

    private mutating func opened() {
        guard state == .opening else { return }
        state = .waiting(since: now)
        setTimer(.connAck, after: configuration.connAckTimeout)
    }

    private mutating func receive(_ packet: RMTPPacket) {
        switch (state, packet) {
        case (.waiting(let since), .connAck(let packet)): accepted(packet, since)
        case (.waiting, .disconnect(let packet)), (.online, .disconnect(let packet)): disconnected(packet.status)
        case (.online, .publish(let packet)): received(packet)
        case (.online, .pubAck(let packet)): acknowledged(packet)
        case (.online, .queryAck(let packet)): answered(packet)
        case (.online, .pingResp): answeredPing()
        default: break  // RMTP-193; types 9 and 11 are not treated as PINGRESP (RMTP-141)
        }
    }

    private mutating func accepted(_ packet: ConnAckPacket, _ since: Int64) {
        guard let status = packet.status else { return }
        guard status == 0 else { return end(status == 6 ? .redirected : .refused(status: status)) }
        cancelTimer(.connAck)
        state = .online
        ids = MessageIDs(after: packet.messageID ?? 0, largest: configuration.largestID)
        userID = packet.userID ?? ""
        let (duration, isHuge) = now.subtractingReportingOverflow(since)
        timeout = configuration.heartbeat.timeout(connecting: isHuge ? .max : duration)
        emit(.connected(userID: packet.userID, timestamp: packet.timestamp))
        if case .atOnce(let first) = configuration.heartbeat.first {
            emit(.write(.pingReq(PingPacket())))
            setTimer(.pong, after: first)
        }
        setTimer(.ping, after: configuration.heartbeat.interval)
        if let interval = configuration.pullInterval { setTimer(.pull, after: interval) }
        pull(.inbox)  // RMTP-194
        rejoin()
    }

    private mutating func disconnected(_ status: UInt8?) {
        switch status {
        case 1: end(.kicked)
        case 2, 5: end(.blocked)
        case 0, 6: end(.redirected)
        default: end(.closedByService(status: status))
        }
    }

    /// Ends the connection and reports the failure of everything that waits for an answer (RMTP-201).
    private mutating func end(_ ending: RMTPEnding, closes: Bool = true) {
        guard state != .idle else { return }
        state = .idle
        core.timers.cancelAll()
        misses = 0
        ids = MessageIDs(largest: configuration.largestID)
        for id in publications.keys.sorted() {
            if let key = publications[id] { emit(.failed(key: key, .connectionEnded)) }
        }
        for id in questions.keys.sorted() {
            if case .application(let key) = questions[id] { emit(.failed(key: key, .connectionEnded)) }
        }
        publications = [:]
        questions = [:]
        synced = SyncedMessages()
        pulls = PullQueue()
        leaveConnection()
        if closes { emit(.close) }
        emit(.ended(ending))
    }
}

// MARK: - Heartbeat

extension RMTPClientMachine {
    private mutating func ping() {
        emit(.write(.pingReq(PingPacket())))
        // The timer is set before that of the next PINGREQ, so that an answer due at the same time counts as missed
        // first.
        if !core.timers.isRunning(.pong) { setTimer(.pong, after: timeout) }
        setTimer(.ping, after: configuration.heartbeat.interval)
    }

    private mutating func missed() {
        misses += 1
        if misses >= configuration.heartbeat.misses { end(.silent) }
    }

    private mutating func answeredPing() {
        misses = 0
        cancelTimer(.pong)
    }
}
