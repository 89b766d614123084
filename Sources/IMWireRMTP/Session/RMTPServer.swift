// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The service's side of a WebSocket connection as a pure machine, for servers and test doubles.
///
/// ```
///   +---------+  accept: CONNACK 0   +--------+  disconnect, closed, silence   +-------+
///   | waiting | -------------------> | online | -----------------------------> | ended |
///   +---------+                      +--------+                                +-------+
///        |                      refuse: CONNACK, close                             ^
///        +-------------------------------------------------------------------------+
/// ```
/// The service speaks first (RMTP-190). What is stored, and for whom, is the application's: the machine keeps the ids of
/// one connection, answers PINGREQs, and tells what has arrived.
public struct RMTPServer: ~Copyable, Sendable {
    private enum State: Hashable {
        case waiting, online, ended
    }

    private enum Timer: Hashable, Sendable {
        case silence
        case delivery(UInt16)
    }

    /// What the service's side is told beforehand; times in milliseconds.
    public struct Configuration: Hashable, Sendable {
        /// How long a client may be silent before its connection is given up; nil for ever.
        public var silence: Int64? = 120_000
        /// How long a PUBACK is awaited.
        public var answerPatience: Int64 = 30_000
        /// How many publications and questions of the client may wait for the application.
        public var openLimit = 1_024

        /// The documented defaults.
        public init() {}
    }

    private let configuration: Configuration
    private var state = State.waiting
    private var now = Int64.min
    private var steps: [Timed<RMTPServerAction>] = []
    private var timers = SessionTimers<Timer>()
    private var ids = MessageIds()
    /// The application's keys of what waits for its PUBACK.
    private var deliveries: [UInt16: Int] = [:]
    /// The client's ids of what waits for the application.
    private var publications: Set<UInt16> = []
    private var questions: Set<UInt16> = []

    /// Makes the service's side of a connection that is about to be opened.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// When the machine has something to do by itself: put in a `tick` then; nil where it only waits for events.
    public var nextDue: Int64? { timers.nextDue }
    /// Whether the client was let in and is still there.
    public var isOnline: Bool { state == .online }

    /// Takes an event in; a time before that of an earlier event counts as that one's.
    public mutating func handle(_ event: RMTPServerEvent, at time: Int64) -> [Timed<RMTPServerAction>] {
        let time = max(time, now)
        while let timer = timers.take(by: time) {
            now = max(now, timer.due)
            switch timer.name {
            case .silence: end(closes: true)
            case .delivery(let id):
                if let key = deliveries.removeValue(forKey: id) { emit(.undelivered(key: key)) }
            }
        }
        now = time
        take(event)
        defer { steps.removeAll() }
        return steps
    }

    private mutating func emit(_ action: RMTPServerAction) {
        steps.append(Timed(now, action))
    }

    private mutating func take(_ event: RMTPServerEvent) {
        switch (state, event) {
        case (.waiting, .accept(let userId, let sessionId, let timestamp, let messageId)):
            state = .online
            let packet = ConnAckPacket(
                status: 0, userId: userId, sessionId: sessionId, timestamp: timestamp, messageId: messageId)
            emit(.write(.connAck(packet)))
            heard()
        case (.waiting, .refuse(let status)):
            emit(.write(.connAck(ConnAckPacket(status: status))))
            end(closes: true)
        case (.waiting, .closed), (.online, .closed): end(closes: false)
        case (.online, let event): takeOnline(event)
        default: break
        }
    }

    private mutating func takeOnline(_ event: RMTPServerEvent) {
        switch event {
        case .received(let packet): receive(packet)
        case .acknowledge(let id, let receipt):
            if publications.remove(id) != nil { emit(.write(receipt.packet(id))) }
        case .answer(let id, let date, let status, let data, let qos):
            guard questions.remove(id) != nil else { return }
            let flags = RMTPFlags(qos: qos)
            emit(.write(.queryAck(QueryAckPacket(messageId: id, date: date, status: status, data: data, flags: flags))))
        case .publish(let key, let request, let date): publish(key, request, date)
        case .synchronise(let request, let date, let receipt):
            guard let id = nextId() else { return }
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
            guard packet.flags.qos != .atMostOnce, let id = packet.messageId else {
                return emit(.published(id: nil, packet))
            }
            // A client that floods gets no answers; one that asks twice under one id gets one.
            guard publications.count < configuration.openLimit, publications.insert(id).inserted else { return }
            emit(.published(id: id, packet))
        case .query(let packet):
            guard let id = packet.messageId, questions.count < configuration.openLimit, questions.insert(id).inserted
            else { return }
            emit(.asked(id: id, packet))
        case .pubAck(let packet):
            guard let id = packet.messageId, let key = deliveries.removeValue(forKey: id) else { return }
            timers.cancel(.delivery(id))
            emit(.delivered(key: key))
        case .queryCon(let packet):
            if let id = packet.messageId { emit(.confirmed(id: id)) }
        default: break
        }
    }

    private mutating func publish(_ key: Int, _ request: RMTPRequest, _ date: UInt32) {
        guard let id = nextId() else { return emit(.undelivered(key: key)) }
        emit(.write(request.delivery(id, date, isSync: false)))
        guard request.qos != .atMostOnce else { return emit(.delivered(key: key)) }
        deliveries[id] = key
        timers.set(.delivery(id), at: now.later(by: configuration.answerPatience))
    }

    private mutating func nextId() -> UInt16? {
        let deliveries = deliveries
        return ids.next { deliveries[$0] != nil }
    }

    private mutating func heard() {
        if let silence = configuration.silence { timers.set(.silence, at: now.later(by: silence)) }
    }

    private mutating func end(closes: Bool) {
        state = .ended
        timers.cancelAll()
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
    /// The PUBLISH that takes it down.
    func delivery(_ id: UInt16, _ date: UInt32, isSync: Bool) -> RMTPPacket {
        .publish(
            PublishPacket(
                topic: topic, targetId: targetId, messageId: id, data: data, date: date,
                flags: RMTPFlags(qos: qos, isMarked: isSync)))
    }
}
