// SPDX-License-Identifier: Apache-2.0

/// A pure state machine for a client session (SES-001).
///
/// It takes events with their times, and returns actions.
///
/// ```
///                 connect             opened              secured             loginReceipt
///       +------+ --------> +----------+ ------> +--------+ -------> +---------+ --------> +--------+
///       | idle |           |connecting|         |securing|          |loggingIn|           | online |
///       +------+           +----------+         +--------+          +---------+           +--------+
///                      wait |   | break             | break             | break            | break
///                      over |   v                   v                   v                  v
///                         +----------------------------------------------------------------------+
///                         |                               waiting                                |
///                         +----------------------------------------------------------------------+
///       no attempt is left: offline     disconnect: closed     invalidReceipt: refused     31010: kicked
/// ```
/// Only this file changes the state. The caller carries out the actions in their order, and has durably stored the
/// messages of a `deliver` before it continues with the receipt that follows (SES-004). ``nextDue`` is the time at
/// which the caller passes the next `tick`.
/// ```swift
/// var session = ChatClientMachine(ChatClientMachine.Configuration(user: "u1"))
/// for step in session.handle(.connect, at: 0) { carryOut(step.action) }
/// ```
public struct ChatClientMachine: RuledMachine, ~Copyable {
    /// The state of the session, and the data that exists only in that state.
    enum Phase {
        case idle
        case connecting
        case securing
        case loggingIn
        case online(Heartbeat)
        case waiting
        case offline
        case closed
        case refused
        case kicked

        /// A number for each kind of phase.
        var number: Int {
            switch self {
            case .idle: 0
            case .connecting: 1
            case .securing: 2
            case .loggingIn: 3
            case .online: 4
            case .waiting: 5
            case .offline: 6
            case .closed: 7
            case .refused: 8
            case .kicked: 9
            }
        }
    }

    /// The timers of the machine.
    @usableFromInline package enum Timer: Hashable, Sendable {
        case login
        case beat
        case attempt
        case receipt(ExactText)
    }

    let configuration: ChatClientMachine.Configuration
    private(set) var current = Phase.idle
    /// The number of the connection requested last.
    private var connection = 0
    private(set) var reconnect: Reconnect
    var outbox: Outbox
    var inbox: Inbox
    @usableFromInline package var core = MachineCore<Timer, ChatClientMachine.Action>()
    /// The `sendTime` of the previous message.
    var lastSendTime = Int64.min

    /// Creates an idle session.
    public init(_ configuration: ChatClientMachine.Configuration) {
        let configuration = configuration.limited
        self.configuration = configuration
        reconnect = Reconnect(limit: configuration.reconnectLimit, backoff: configuration.backoff)
        outbox = Outbox(limit: configuration.outgoingLimit)
        inbox = Inbox(limit: configuration.seenLimit, seen: configuration.seen)
    }

    /// Creates a copy of a session in its present state.
    package init(copying other: borrowing ChatClientMachine) {
        configuration = other.configuration
        current = other.current
        connection = other.connection
        reconnect = other.reconnect
        outbox = other.outbox
        inbox = other.inbox
        core = other.core
        lastSendTime = other.lastSendTime
    }

    /// The time at which the caller should pass a `tick`, or nil if no timer is running.
    public var nextDue: Int64? { firstDue }
    /// The number of timers and entries that were visited so far, the measure of the machine's work.
    package var steps: Int { core.timers.steps + outbox.steps + inbox.steps }

    /// The state of the session.
    public var state: ChatClientMachine.State {
        switch current {
        case .idle: .idle
        case .connecting: .connecting
        case .securing: .securing
        case .loggingIn: .loggingIn
        case .online: .online
        case .waiting: .waiting
        case .offline: .offline
        case .closed: .closed
        case .refused: .refused
        case .kicked: .kicked
        }
    }

    /// Handles an event and returns the actions to carry out.
    ///
    /// A time earlier than that of the previous event is replaced by that time (SES-002).
    public mutating func handle(_ event: ChatClientMachine.Event, at time: Int64) -> [TimedAction<
        ChatClientMachine.Action
    >] {
        run(event, at: time)
    }

    func isPresent(_ number: Int?) -> Bool {
        number == nil || number == connection  // SES-006
    }

    @usableFromInline package mutating func apply(_ event: ChatClientMachine.Event) {
        switch event {
        case .connect: connect()
        case .opened(let number): if isPresent(number) { opened() }
        case .secured(let number): if isPresent(number) { secured() }
        case .received(let messages, let number): if isPresent(number) { receive(messages) }
        case .error(let scope, let number):
            // A message that an error has cost is sent again, because it was not answered (SES-034).
            if isPresent(number), scope == .connection { breakDown(isGone: false) }
        case .closed(let number): if isPresent(number) { breakDown(isGone: true) }
        case .send(let key, let message): send(key, message, isRecall: false)
        case .recall(let key, let message): send(key, message, isRecall: true)
        case .disconnect: disconnect()
        case .tick: break
        }
    }

    @usableFromInline package mutating func fire(_ timer: Timer) {
        switch timer {
        case .login: breakDown(isGone: false)  // SES-014
        case .beat: beat()
        case .attempt: beginConnection()
        case .receipt(let key): sendAgain(key)
        }
    }
}

// MARK: - Changes of state

extension ChatClientMachine {
    /// Whether messages are accepted, which a server may send before the login's receipt (SES-069).
    var isReceiving: Bool {
        switch current {
        case .loggingIn, .online: true
        case .idle, .connecting, .securing, .waiting, .offline, .closed, .refused, .kicked: false
        }
    }

    /// Whether the application's messages are kept until there is a connection (SES-040).
    var isKeeping: Bool {
        switch current {
        case .connecting, .securing, .loggingIn, .online, .waiting: true
        case .idle, .offline, .closed, .refused, .kicked: false
        }
    }

    /// Handles the user's wish to be connected (SES-010).
    private mutating func connect() {
        switch current {
        case .idle, .offline, .closed, .refused, .kicked, .waiting:
            reconnect.reset()
            beginConnection()
        case .connecting, .securing, .loggingIn, .online:
            break
        }
    }

    private mutating func beginConnection() {
        core.timers.cancelAll()
        change(to: .connecting)
        connection += 1
        emit(.connect(connection: connection))
        setTimer(.login, after: configuration.loginTimeout)
    }

    /// Handles an established connection (SES-011).
    private mutating func opened() {
        switch current {
        case .connecting:
            if configuration.usesTLS {
                change(to: .securing)
                emit(.secure)
            } else {
                logIn()
            }
        case .idle, .securing, .loggingIn, .online, .waiting, .offline, .closed, .refused, .kicked:
            break
        }
    }

    private mutating func secured() {
        switch current {
        case .securing: logIn()
        case .idle, .connecting, .loggingIn, .online, .waiting, .offline, .closed, .refused, .kicked: break
        }
    }

    private mutating func logIn() {
        change(to: .loggingIn)
        var login = ChatMessage(.login)
        login.senderID = configuration.user
        login.deviceType = configuration.deviceType
        login.versionCode = configuration.versionCode
        emit(.write(EncodedChatMessage(login)))
    }

    /// Handles the login's receipt (SES-012), which has no effect when it is repeated.
    mutating func loggedIn() {
        switch current {
        case .loggingIn:
            cancelTimer(.login)
            reconnect.reset()
            // The first heartbeat is sent with the receipt and has not been answered yet (SES-020).
            change(to: .online(Heartbeat(allowed: configuration.beatMisses, missed: 1)))
            emit(.beat)
            setTimer(.beat, after: configuration.beatInterval)
            for key in outbox.keys { writeAnew(key) }
        case .idle, .connecting, .securing, .online, .waiting, .offline, .closed, .refused, .kicked:
            break
        }
    }

    /// Handles a refused login (SES-013), or returns false in any other state, where the receipt is not the login's.
    mutating func refused(_ code: Int?) -> Bool {
        switch current {
        case .loggingIn:
            if let code, ServiceCode.isTransient(code) {
                breakDown(isGone: false, code: code)  // SES-121
                return true
            }
            core.timers.cancelAll()
            change(to: .refused, code: code)
            emit(.close)
            failAll(.refused)
            return true
        case .idle, .connecting, .securing, .online, .waiting, .offline, .closed, .refused, .kicked:
            return false
        }
    }

    /// Handles a login on another device, after which two devices must not displace each other for ever (SES-033).
    mutating func kicked(_ code: Int?) {
        core.timers.cancelAll()
        change(to: .kicked, code: code)
        emit(.close)
        failAll(.kicked)
    }

    private mutating func disconnect() {
        switch current {
        case .connecting, .securing, .loggingIn, .online:
            core.timers.cancelAll()
            change(to: .closed)
            emit(.close)
            failAll(.closed)
        case .waiting:
            core.timers.cancelAll()
            change(to: .closed)
            failAll(.closed)
        case .idle, .offline, .closed, .refused, .kicked:
            break
        }
    }

    /// Handles a connection that is lost or given up (SES-030, SES-031).
    private mutating func breakDown(isGone: Bool, code: Int? = nil) {
        switch current {
        case .connecting, .securing, .loggingIn, .online:
            core.timers.cancelAll()
            let wait = reconnect.next()
            change(to: wait == nil ? .offline : .waiting, code: code)
            if !isGone { emit(.close) }
            if let wait {
                setTimer(.attempt, after: wait)
            } else {
                failAll(.offline)
            }
        case .idle, .waiting, .offline, .closed, .refused, .kicked:
            break
        }
    }

    private mutating func change(to state: Phase, code: Int? = nil) {
        current = state
        emit(.state(self.state, code: code))
    }

    private mutating func failAll(_ reason: ChatClientMachine.FailureReason) {
        for key in outbox.removeAll() { emit(.failed(key: key, reason)) }
    }
}

// MARK: - Heartbeats

extension ChatClientMachine {
    /// Counts an unanswered heartbeat, then sends another one or closes the connection (SES-021).
    private mutating func beat() {
        switch current {
        case .online(var heartbeat):
            guard heartbeat.tick() else {
                breakDown(isGone: false)
                return
            }
            current = .online(heartbeat)
            emit(.beat)
            setTimer(.beat, after: configuration.beatInterval)
        case .idle, .connecting, .securing, .loggingIn, .waiting, .offline, .closed, .refused, .kicked:
            break
        }
    }

    /// Resets the count of unanswered heartbeats, which only a heartbeat does (SES-022).
    mutating func heartbeatReceived() {
        switch current {
        case .online(var heartbeat):
            heartbeat.answered()
            current = .online(heartbeat)
        case .idle, .connecting, .securing, .loggingIn, .waiting, .offline, .closed, .refused, .kicked:
            break
        }
    }
}
