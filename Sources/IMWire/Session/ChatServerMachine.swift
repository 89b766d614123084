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
/// var sessions = ChatServerMachine(ChatServerMachine.Configuration())
/// for step in sessions.handle(.accepted(connection: 1), at: 0) { carryOut(step.action) }
/// ```
public struct ChatServerMachine: RuledMachine, ~Copyable {
    /// The state of a connection, and the data that exists only in that state.
    enum Phase {
        case anonymous
        case online(ExactText, Heartbeat)
    }

    /// The timers of the machine.
    @usableFromInline package enum Timer: Hashable, Sendable {
        case login(Int)
        case beat(Int)
        case redelivery(Int)
    }

    package let configuration: ChatServerMachine.Configuration
    let groups: [ExactText: [ExactText]]
    private let blocked: Set<ExactText>
    let storeLimit: StoreLimit
    /// The data that must survive the end of the process.
    public internal(set) var memory: ChatServerMemory
    private(set) var connections: [Int: Phase] = [:]
    private(set) var places: [ExactText: Int] = [:]
    @usableFromInline package var core = MachineCore<Timer, ChatServerMachine.Action>()

    /// Creates sessions without connections, with the memory of an earlier process.
    public init(_ configuration: ChatServerMachine.Configuration, memory: ChatServerMemory = ChatServerMemory()) {
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

    /// Creates a copy of the sessions in their present state.
    package init(copying other: borrowing ChatServerMachine) {
        configuration = other.configuration
        groups = other.groups
        blocked = other.blocked
        storeLimit = other.storeLimit
        memory = other.memory
        connections = other.connections
        places = other.places
        core = other.core
    }

    /// The time at which the caller should pass a `tick`, or nil if no timer is running.
    public var nextDue: Int64? { firstDue }
    /// The number of timers and entries that were visited so far, the measure of the machine's work.
    package var steps: Int { core.timers.steps + memory.steps }

    /// Restarts with the memory that a new process would read (SES-110).
    package mutating func restart() throws(DecodeError) {
        let limits = ChatServerMemory.Limits(configuration)
        self = ChatServerMachine(configuration, memory: try ChatServerMemory(json: memory.encoded(), limits: limits))
    }

    /// Handles an event and returns the actions to carry out.
    ///
    /// A time earlier than that of the previous event is replaced by that time (SES-002).
    public mutating func handle(_ event: ChatServerMachine.Event, at time: Int64) -> [TimedAction<
        ChatServerMachine.Action
    >] {
        run(event, at: time)
    }

    @usableFromInline package mutating func apply(_ event: ChatServerMachine.Event) {
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
            core.timers.cancelAll()
        case .tick: break
        }
    }

    @usableFromInline package mutating func fire(_ timer: Timer) {
        switch timer {
        case .login(let connection): close(connection, .login)
        case .beat(let connection): beat(connection)
        case .redelivery(let connection): redeliver(connection)
        }
    }

    @usableFromInline package static func weight(of action: ChatServerMachine.Action) -> Int {
        if case .write(let messages, let connections) = action { messages.count * connections.count } else { 1 }
    }
}

// MARK: - Connections

extension ChatServerMachine {
    private mutating func accept(_ connection: Int) {
        guard connections[connection] == nil else { return }
        connections[connection] = .anonymous
        setTimer(.login(connection), after: configuration.loginTimeout)
    }

    private mutating func receive(_ message: ChatMessage, _ connection: Int) {
        switch connections[connection] {
        case nil:
            break  // closed, possibly by the previous message
        case .anonymous:
            switch message.kind(configuration.heartbeat) {
            case .heartbeat: break
            case .login: logIn(message, connection)
            case .loginReceipt, .normal, .normalReceipt, .invalidReceipt, .repeal, .repealReceipt, .validate, .system,
                .unknown:
                close(connection, .login)  // SES-075
            }
        case .online(let user, var heartbeat):
            switch message.kind(configuration.heartbeat) {
            case .heartbeat:
                heartbeat.answered()
                connections[connection] = .online(user, heartbeat)
                emit(.beat(connection: connection))
            case .login:
                logInAgain(message, user, connection)
            case .normal, .validate, .unknown, .system:
                receive(message, from: user, over: connection)
            case .repeal:
                recall(message, from: user, over: connection)
            case .normalReceipt, .repealReceipt:
                confirm(message, by: user)
            case .loginReceipt, .invalidReceipt:
                break
            }
        }
    }

    private mutating func logIn(_ message: ChatMessage, _ connection: Int) {
        guard let user = message.exactSender else {
            close(connection, .login)
            return
        }
        if blocked.contains(user) {
            var refusal = ChatMessage(.invalidReceipt)
            refusal.code = JSONNumber(SessionCode.blocked)
            write(refusal, over: connection)  // SES-072
            close(connection, .refused)
            return
        }
        if let older = places[user] {
            // Without this message the older client would reconnect and displace the new one (SES-071).
            var farewell = ChatMessage(.system)
            farewell.recipientID = user.text
            farewell.code = JSONNumber(SessionCode.kicked)
            write(farewell, over: older)
            close(older, .kicked)
        }
        cancelTimer(.login(connection))
        connections[connection] = .online(user, Heartbeat(allowed: configuration.beatMisses, missed: 0))
        places[user] = connection
        emit(.login(user: user.text, connection: connection))
        answerLogin(user, connection)
        setTimer(.beat(connection), after: configuration.beatInterval)
        writeStored(user, connection)
    }

    private mutating func logInAgain(_ message: ChatMessage, _ user: ExactText, _ connection: Int) {
        if message.exactSender == user {
            answerLogin(user, connection)
        } else {
            close(connection, .login)
        }
    }

    private mutating func answerLogin(_ user: ExactText, _ connection: Int) {
        var receipt = ChatMessage(.loginReceipt)
        receipt.recipientID = user.text
        write(receipt, over: connection)
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

    private mutating func close(_ connection: Int, _ reason: ChatServerMachine.CloseReason) {
        guard connections[connection] != nil else { return }
        emit(.close(connection: connection, reason))
        forget(connection)
    }

    /// Removes a closed connection, and keeps the messages stored for its user (SES-074).
    private mutating func forget(_ connection: Int) {
        cancelTimer(.login(connection))
        cancelTimer(.beat(connection))
        cancelTimer(.redelivery(connection))
        switch connections.removeValue(forKey: connection) {
        case .online(let user, _):
            places[user] = nil
            emit(.logout(user: user.text, connection: connection))
        case .anonymous, nil:
            break
        }
    }
}

// MARK: - Delivery

extension ChatServerMachine {
    /// Writes a message of the server over one connection.
    mutating func write(_ message: ChatMessage, over connection: Int) {
        emit(.write([EncodedChatMessage(message)], connections: [connection]))
    }

    /// Writes a message to the recipients who are online.
    mutating func write(_ message: EncodedChatMessage, to users: [ExactText]) {
        let connections = users.compactMap { places[$0] }
        guard !connections.isEmpty else { return }
        emit(.write([message], connections: connections))
        for connection in connections { startRedelivery(connection) }
    }

    /// Writes all messages stored for a user, in order (SES-070).
    private mutating func writeStored(_ user: ExactText, _ connection: Int) {
        guard let store = memory.users[user]?.store, !store.isEmpty else { return }
        for batch in store.batches(of: configuration.batchLimit) {
            emit(.write(batch, connections: [connection]))
        }
        startRedelivery(connection)
    }

    private mutating func startRedelivery(_ connection: Int) {
        guard configuration.redeliverAfter > 0, !core.timers.isRunning(.redelivery(connection)) else { return }
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
    private mutating func confirm(_ receipt: ChatMessage, by user: ExactText) {
        guard let id = receipt.exactID else { return }
        remove(id, isRecall: receipt.kind == .repealReceipt, for: user)
    }

    /// Removes an entry from a store if it is present, and stops the redelivery of an empty store.
    mutating func remove(_ id: ExactText, isRecall: Bool, for user: ExactText) {
        let change = memory.users.change(user) { user in
            let removed = user.store.remove(id, isRecall: isRecall)
            return (kind: removed?.kind, isEmpty: user.store.isEmpty, isForgotten: user.answers.isEmpty)
        }
        guard let change, let kind = change.kind else { return }
        emit(.remove(user: user.text, messageID: id.text, kind))
        guard change.isEmpty else { return }
        if let connection = places[user] { cancelTimer(.redelivery(connection)) }
        if change.isForgotten { memory.users.remove(user) }
    }
}
