// SPDX-License-Identifier: Apache-2.0

/// A pure state machine for all sessions of a server (SES-001).
///
/// It takes events with their times, and returns actions.
///
/// ```
///    accepted          +-----------+   login of a user    +----------+
///   ------------------>| anonymous |--------------------->|  online  |<--+  messages, receipts,
///                      +-----------+                      +----------+---+  heartbeats
///                        |      |                          |   |    |
///      no login in time, |      | closed,                  |   |    | fourth tick without a heartbeat,
///      or something else |      | error                    |   |    | the user logs in elsewhere,
///      before it         v      v                          |   |    | error
///                    close    gone  <----------------------+   |    v
///                                          closed              +-> close
/// ```
/// A message is stored for each recipient until that recipient's receipt arrives. It is written at once or at the
/// recipient's login, and again after `redeliverAfter`. Only this file changes a connection's state.
/// ```swift
/// var sessions = ServerSessions(ServerConfiguration())
/// for step in sessions.handle(.accepted(connection: 1), at: 0) { carryOut(step.action) }
/// ```
public struct ServerSessions: ~Copyable {
    /// The state of a connection, and the data that exists only in that state.
    private enum State {
        case anonymous
        case online(ExactText, Heartbeat)
    }

    /// The timers of the machine.
    private enum Timer: Hashable, Sendable {
        case login(Int)
        case beat(Int)
        case redelivery(Int)
    }

    package let configuration: ServerConfiguration
    let groups: [ExactText: [ExactText]]
    private let blocked: Set<ExactText>
    let storeLimit: StoreLimit
    /// The data that must survive the end of the process.
    public internal(set) var memory: ServerMemory
    private var connections: [Int: State] = [:]
    private var places: [ExactText: Int] = [:]
    private var timers = SessionTimers<Timer>()
    private var now = Int64.min
    private var steps: [Timed<ServerAction>] = []

    /// Creates sessions without connections, with the memory of an earlier process.
    public init(_ configuration: ServerConfiguration, memory: ServerMemory = ServerMemory()) {
        let configuration = configuration.limited
        self.configuration = configuration
        self.memory = memory
        storeLimit = StoreLimit(bytes: configuration.storeBytes)
        blocked = Set(configuration.blocked.map { ExactText($0) })
        var groups: [ExactText: [ExactText]] = [:]
        for (group, members) in configuration.exactGroups {
            var seen: Set<ExactText> = []
            groups[group] = members.map { ExactText($0) }.filter { seen.insert($0).inserted }
        }
        self.groups = groups
    }

    /// The time at which the caller should pass a `tick`, or nil if no timer is running.
    public var nextDue: Int64? { timers.nextDue }

    /// Restarts with the memory that a new process would read (SES-110).
    package mutating func restart() throws(DecodeError) {
        self = ServerSessions(configuration, memory: try ServerMemory(json: memory.encoded()))
    }

    /// Handles an event and returns the actions to carry out.
    ///
    /// A time earlier than that of the previous event is replaced by that time (SES-002).
    public mutating func handle(_ event: ServerEvent, at time: Int64) -> [Timed<ServerAction>] {
        let time = SessionRange.time(time, after: now)
        fire(by: time)
        now = time
        take(event)
        fire(by: time)
        now = time
        defer { steps.removeAll() }
        return steps
    }

    mutating func emit(_ action: ServerAction) {
        steps.append(Timed(now, action))
    }

    private mutating func take(_ event: ServerEvent) {
        switch event {
        case .accepted(let connection): accept(connection)
        case .received(let messages, let connection):
            for index in messages.indices { receive(messages[index], connection) }
        case .error(let scope, let connection): if scope == .connection { close(connection, .error) }
        case .closed(let connection): forget(connection)
        case .post(let message): post(message)
        case .restart:
            connections = [:]
            places = [:]
            timers.cancelAll()
        case .tick: break
        }
    }

    private mutating func fire(by time: Int64) {
        var budget = TimerBudget()
        while let timer = timers.take(by: time) {
            let before = steps.count
            now = budget.time(timer.due, now, by: time)
            switch timer.name {
            case .login(let connection): close(connection, .login)
            case .beat(let connection): beat(connection)
            case .redelivery(let connection): redeliver(connection)
            }
            budget.spend(steps[before...].reduce(0) { $0 + $1.action.weight })
        }
    }
}

// MARK: - Connections

extension ServerSessions {
    private mutating func accept(_ connection: Int) {
        guard connections[connection] == nil else { return }
        connections[connection] = .anonymous
        setTimer(.login(connection), after: configuration.loginTimeout)
    }

    private mutating func receive(_ message: SessionMessage, _ connection: Int) {
        switch connections[connection] {
        case nil:
            break  // closed, possibly by the previous message
        case .anonymous:
            switch message.kind {
            case .heartbeat: break
            case .login: logIn(message, connection)
            case .loginReceipt, .normal, .normalReceipt, .invalidReceipt, .repeal, .repealReceipt, .validate, .system,
                .unknown:
                close(connection, .login)  // SES-075
            }
        case .online(let user, var heartbeat):
            switch message.kind {
            case .heartbeat:
                heartbeat.answered()
                connections[connection] = .online(user, heartbeat)
                emit(.beat(connection: connection))
            case .login:
                logInAgain(message, user, connection)
            case .normal, .validate, .unknown, .system:
                take(message, from: user, over: connection)
            case .repeal:
                recall(message, from: user, over: connection)
            case .normalReceipt, .repealReceipt:
                confirm(message, by: user)
            case .loginReceipt, .invalidReceipt:
                break
            }
        }
    }

    private mutating func logIn(_ message: SessionMessage, _ connection: Int) {
        guard let user = ExactText(message.senderID) else {
            close(connection, .login)
            return
        }
        if blocked.contains(user) {
            var refusal = SessionMessage(.invalidReceipt)
            refusal.code = SessionCode.blocked
            emit(.write(connection: connection, [refusal]))  // SES-072
            close(connection, .refused)
            return
        }
        if let older = places[user] {
            // Without this message the older client would reconnect and displace the new one (SES-071).
            var farewell = SessionMessage(.system)
            farewell.recipientID = user.text
            farewell.code = SessionCode.kicked
            emit(.write(connection: older, [farewell]))
            close(older, .kicked)
        }
        timers.cancel(.login(connection))
        connections[connection] = .online(user, Heartbeat(allowed: configuration.beatMisses, missed: 0))
        places[user] = connection
        emit(.login(user: user.text, connection: connection))
        answerLogin(user, connection)
        setTimer(.beat(connection), after: configuration.beatInterval)
        writeStored(user, connection)
    }

    private mutating func logInAgain(_ message: SessionMessage, _ user: ExactText, _ connection: Int) {
        if ExactText(message.senderID) == user {
            answerLogin(user, connection)
        } else {
            close(connection, .login)
        }
    }

    private mutating func answerLogin(_ user: ExactText, _ connection: Int) {
        var receipt = SessionMessage(.loginReceipt)
        receipt.recipientID = user.text
        emit(.write(connection: connection, [receipt]))
    }

    /// Counts a check for heartbeats, and closes a silent connection (SES-073).
    private mutating func beat(_ connection: Int) {
        switch connections[connection] {
        case .online(let user, var heartbeat):
            guard heartbeat.tick() else {
                close(connection, .silent)
                return
            }
            connections[connection] = .online(user, heartbeat)
            setTimer(.beat(connection), after: configuration.beatInterval)
        case .anonymous, nil:
            break
        }
    }

    private mutating func close(_ connection: Int, _ reason: CloseReason) {
        guard connections[connection] != nil else { return }
        emit(.close(connection: connection, reason))
        forget(connection)
    }

    /// Removes a closed connection, and keeps the messages stored for its user (SES-074).
    private mutating func forget(_ connection: Int) {
        timers.cancel(.login(connection))
        timers.cancel(.beat(connection))
        timers.cancel(.redelivery(connection))
        switch connections.removeValue(forKey: connection) {
        case .online(let user, _):
            places[user] = nil
            emit(.logout(user: user.text, connection: connection))
        case .anonymous, nil:
            break
        }
    }

    private mutating func setTimer(_ timer: Timer, after interval: Int64) {
        timers.set(timer, at: now.later(by: interval))
    }
}

// MARK: - Delivery

extension ServerSessions {
    /// Writes a message to a recipient if that user is online.
    mutating func write(_ message: SessionMessage, to user: ExactText) {
        guard let connection = places[user] else { return }
        emit(.write(connection: connection, [message]))
        startRedelivery(user, connection)
    }

    /// Writes all messages stored for a user, in order (SES-070).
    private mutating func writeStored(_ user: ExactText, _ connection: Int) {
        guard let store = memory.users[user]?.store, !store.isEmpty else { return }
        for batch in store.batches(of: configuration.batchLimit) {
            emit(.write(connection: connection, batch))
        }
        startRedelivery(user, connection)
    }

    private mutating func startRedelivery(_ user: ExactText, _ connection: Int) {
        guard configuration.redeliverAfter > 0, !timers.isRunning(.redelivery(connection)) else { return }
        setTimer(.redelivery(connection), after: configuration.redeliverAfter)
    }

    /// Writes all unanswered messages again (SES-085).
    private mutating func redeliver(_ connection: Int) {
        switch connections[connection] {
        case .online(let user, _): writeStored(user, connection)
        case .anonymous, nil: break
        }
    }

    /// Handles a recipient's receipt (SES-084).
    private mutating func confirm(_ receipt: SessionMessage, by user: ExactText) {
        guard let id = ExactText(receipt.messageID) else { return }
        remove(id, isRecall: receipt.kind == .repealReceipt, for: user)
    }

    /// Removes an entry from a store if it is present, and stops the redelivery of an empty store.
    mutating func remove(_ id: ExactText, isRecall: Bool, for user: ExactText) {
        var removed: SessionMessage?
        memory.users.change(user) { removed = $0.store.remove(id, isRecall: isRecall) }
        guard let removed else { return }
        emit(.remove(user: user.text, messageID: id.text, removed.kind))
        guard let rest = memory.users[user], rest.store.isEmpty else { return }
        if let connection = places[user] { timers.cancel(.redelivery(connection)) }
        if rest.answers.isEmpty { memory.users.remove(user) }
    }
}
