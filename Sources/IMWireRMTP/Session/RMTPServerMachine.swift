// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A pure state machine for the service's side of a WebSocket connection, for servers and test doubles.
///
/// ```
///   +---------+  accept: CONNACK 0   +---------+  disconnect, closed, silence   +-------+
///   | waiting | -------------------> | online  | -----------------------------> | ended |
///   +---------+                      +---------+                                +-------+
///        |  refuse: CONNACK          +---------+  closed, refusalDelay              ^
///        +-------------------------> | refused | -----------------------------------+
///                                    +---------+
/// ```
/// The service speaks first (RMTP-190). The application decides what is stored and for whom; the machine manages the
/// message ids of one connection, answers PINGREQs, and reports what has arrived.
///
/// ```swift
/// var session = RMTPServerMachine()
/// for step in session.handle(.received(packet), at: now) { carryOut(step.action) }
/// ```
public struct RMTPServerMachine: RuledMachine, ~Copyable, Sendable {
    enum Phase: Hashable {
        case waiting, online, refused, ended
    }

    @usableFromInline package enum Timer: Hashable, Sendable {
        case silence
        case refusal
        case delivery(UInt16)
    }

    /// The configuration of the service's side; times are in milliseconds.
    ///
    /// ```swift
    /// var configuration = RMTPServerMachine.Configuration()
    /// configuration.silence = 60_000
    /// try configuration.validate()
    /// ```
    public struct Configuration: Hashable, Sendable {
        /// The time after which a silent client is disconnected, or nil for never.
        public var silence: Int64? = 120_000
        /// The time to wait for a PUBACK.
        public var answerTimeout: Int64 = 30_000
        /// The time that a refused client has to close the connection itself (RMTP-230).
        public var refusalDelay: Int64 = 1_000
        /// The number of publications, and likewise of queries, of the client that may wait for the application.
        public var openLimit = 1_024
        /// The message id that is followed by 1 (RMTP-228).
        public var largestID = UInt16.max

        /// Creates a configuration with the documented defaults.
        public init() {}
    }

    private let configuration: Configuration
    private(set) var state = Phase.waiting
    @usableFromInline package var core = MachineCore<Timer, Action>()
    private var ids: MessageIDs
    /// The application's keys of publications that wait for their PUBACK.
    private(set) var deliveries: [UInt16: Int] = [:]
    /// The client's ids of publications and queries that wait for the application.
    private(set) var publications: Set<UInt16> = []
    private(set) var questions: Set<UInt16> = []

    /// Creates the service's side of a connection that is about to be opened.
    public init(_ configuration: Configuration = Configuration()) {
        let configuration = configuration.limited
        self.configuration = configuration
        ids = MessageIDs(largest: configuration.largestID)
    }

    /// Creates a copy of the service's side of a connection in its present state.
    package init(copying other: borrowing RMTPServerMachine) {
        configuration = other.configuration
        state = other.state
        core = other.core
        ids = other.ids
        deliveries = other.deliveries
        publications = other.publications
        questions = other.questions
    }

    /// The time at which the caller should handle a `tick`, or nil if no timer is running.
    public var nextDue: Int64? { core.timers.nextDue }
    /// The number of timers that were visited so far, the measure of the machine's work.
    package var steps: Int { core.timers.steps }
    /// Whether the client was accepted and is still connected.
    public var isOnline: Bool { state == .online }

    /// Handles an event and returns the actions to carry out.
    ///
    /// A time earlier than that of the previous event is replaced by the latter (SES-002).
    public mutating func handle(_ event: Event, at time: Int64) -> [TimedAction<Action>] {
        run(event, at: time)
    }

    @usableFromInline package mutating func fire(_ timer: Timer) {
        switch timer {
        case .silence, .refusal: end(closes: true)
        case .delivery(let id):
            if let key = deliveries.removeValue(forKey: id) { emit(.undelivered(key: key)) }
        }
    }

    @usableFromInline package mutating func apply(_ event: Event) {
        switch (state, event) {
        case (.waiting, .accept(let userID, let sessionID, let timestamp, let messageID)):
            state = .online
            let packet = ConnAckPacket(
                status: 0, userID: userID, sessionID: sessionID, timestamp: timestamp, messageID: messageID)
            emit(.write(.connAck(packet)))
            heard()
        case (.waiting, .refuse(let status)):
            emit(.write(.connAck(ConnAckPacket(status: status))))
            state = .refused
            if configuration.refusalDelay > 0 {
                setTimer(.refusal, after: configuration.refusalDelay)
            } else {
                end(closes: true)
            }
        case (.waiting, .closed), (.online, .closed), (.refused, .closed): end(closes: false)
        case (.online, let event): applyOnline(event)
        default: break
        }
    }

    private mutating func applyOnline(_ event: Event) {
        switch event {
        case .received(let packet): receive(packet)
        case .acknowledge(let id, let receipt):
            if publications.remove(id) != nil { emit(.write(receipt.packet(id))) }
        case .answer(let id, let date, let status, let data, let qos):
            guard questions.remove(id) != nil else { return }
            let flags = RMTPFlags(qos: qos)
            emit(.write(.queryAck(QueryAckPacket(messageID: id, date: date, status: status, data: data, flags: flags))))
        case .publish(let key, let request, let date): publish(key, request, date)
        case .synchronize(let request, let date, let receipt):
            guard let id = nextID() else { return }
            emit(.write(request.delivery(id, date, isSync: true)))
            if let receipt { emit(.write(receipt.packet(id))) }
        case .disconnect(let status):
            emit(.write(.disconnect(DisconnectPacket(status: status))))
            end(closes: true)
        case .accept, .refuse, .closed, .tick: break
        }
    }

    private mutating func receive(_ packet: RMTPPacket) {
        heard()
        switch packet {
        case .pingReq: emit(.write(.pingResp(PingPacket())))
        case .publish(let packet):
            guard packet.flags.qos != .atMostOnce, let id = packet.messageID else {
                return emit(.published(id: nil, packet))
            }
            // Publications beyond the limit are ignored, as are those with an id that already waits for the
            // application.
            guard publications.count < configuration.openLimit, publications.insert(id).inserted else { return }
            emit(.published(id: id, packet))
        case .query(let packet):
            guard let id = packet.messageID, questions.count < configuration.openLimit, questions.insert(id).inserted
            else { return }
            emit(.asked(id: id, packet))
        case .pubAck(let packet):
            guard let id = packet.messageID, let key = deliveries.removeValue(forKey: id) else { return }
            cancelTimer(.delivery(id))
            emit(.delivered(key: key))
        case .queryCon(let packet):
            if let id = packet.messageID { emit(.confirmed(id: id)) }
        default: break
        }
    }

    private mutating func publish(_ key: Int, _ request: RMTPRequest, _ date: UInt32) {
        guard let id = nextID() else { return emit(.undelivered(key: key)) }
        emit(.write(request.delivery(id, date, isSync: false)))
        guard request.qos != .atMostOnce else { return emit(.delivered(key: key)) }
        deliveries[id] = key
        setTimer(.delivery(id), after: configuration.answerTimeout)
    }

    private mutating func nextID() -> UInt16? {
        // If every id waits, they are not searched for each publication to a client that acknowledges none.
        if deliveries.count >= Int(configuration.largestID) { return nil }
        let deliveries = deliveries
        return ids.next { deliveries[$0] != nil }
    }

    private mutating func heard() {
        if let silence = configuration.silence { setTimer(.silence, after: silence) }
    }

    private mutating func end(closes: Bool) {
        state = .ended
        core.timers.cancelAll()
        for id in deliveries.keys.sorted() {
            if let key = deliveries[id] { emit(.undelivered(key: key)) }
        }
        deliveries = [:]
        publications = []
        questions = []
        if closes { emit(.close) }
        emit(.ended)
    }
}

extension RMTPRequest {
    /// Returns the PUBLISH that sends the request down.
    func delivery(_ id: UInt16, _ date: UInt32, isSync: Bool) -> RMTPPacket {
        .publish(
            PublishPacket(
                topic: topic, targetID: targetID, messageID: id, data: data, date: date,
                flags: RMTPFlags(qos: qos, isSynced: isSync)))
    }
}

extension RMTPServerMachine.Configuration: MillisecondTimes, RangedConfiguration {
    package mutating func limit(_ check: inout RangeCheck) {
        check.limit("silence", &silence, SessionRange.duration)
        check.limit("answerTimeout", &answerTimeout, SessionRange.duration)
        check.limit("refusalDelay", &refusalDelay, SessionRange.durationOrNone)
        check.limit("openLimit", &openLimit, 0...65_535)
        check.limit("largestId", &largestID, 1...65_535)
    }

    /// Throws for the first value outside its range (SES-142); a machine created with it uses the nearest value inside.
    public func validate() throws(SessionError) { try check() }
}
