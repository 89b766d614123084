// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireRMTP
import LiveService
import NIOCore

/// The session of one polling client: its packets wait for the next poll, or are the response to a posted packet.
final class PollingSession {
    let link: RMTPServerDriver
    let connection: LiveConnection
    /// A closure that is called once when the session ends.
    var onEnd: () -> Void = {}

    private let state: LiveState
    private let release: SDKRelease
    private let encoder: PollingEncoder
    /// The objects that wait for a poll.
    private var waiting: [[UInt8]] = []
    private var waitingBytes = 0
    /// The objects that answer the packet being handled, or nil if none is.
    private var reply: [[UInt8]]?
    private var held: WebExchange?
    private var timer: DeadlineTimer?
    /// The topics of queries by message id, from which the types of the answers are known.
    private var topics: [UInt16: String] = [:]
    private var isOver = false

    /// The time that a poll is held; the SDKs give up after 45 seconds.
    private static let holding = TimeAmount.seconds(20)
    /// The maximum time between two polls.
    private static let pollTimeout = TimeAmount.seconds(10)
    /// The time after which the session of a client that has abandoned a poll ends (RMTP-328).
    ///
    /// SDKs poll no more then, but a page of release 2.x that is loaded again continues with its session after half a
    /// second.
    private static let reload = TimeAmount.seconds(2)
    private static let packetLimit = 4_000
    private static let byteLimit = 8_388_608

    init(_ state: LiveState, _ request: ConnectRequest, _ connection: LiveConnection) {
        self.state = state
        self.connection = connection
        release = request.release
        encoder = PollingEncoder(release.version)
        var configuration = RMTPServerMachine.Configuration()
        configuration.silence = nil  // Clients post no PINGREQ; polls keep the session alive.
        configuration.refusalDelay = 0
        link = RMTPServerDriver(configuration, on: state.loop, clock: state.clock, turn: state.turn)
        link.send = { [weak self] packets in for packet in packets { self?.add(packet) } }
        link.close = { [weak self] in self?.finish() }
        wait(PollingSession.pollTimeout)
    }

    // MARK: Outbound packets

    private func add(_ packet: RMTPPacket) {
        if isOver { return }
        guard let object = object(packet) else {
            return state.connections.fail(connection, "a packet has no polling form, and is dropped")
        }
        if reply != nil {
            reply?.append(object)
            return
        }
        waiting.append(object)
        count(object.count)
        guard waiting.count <= PollingSession.packetLimit, waitingBytes <= PollingSession.byteLimit,
            state.outbound.admits(waitingBytes)
        else {
            state.connections.fail(connection, "does not poll: too much data is queued")
            return end()
        }
        flush()
    }

    private func object(_ packet: RMTPPacket) -> [UInt8]? {
        var type: (any ProtobufMessage.Type)?
        switch packet {
        case .queryAck(let answer):
            let topic = answer.messageID.flatMap { topics.removeValue(forKey: $0) }
            let found = RMTPTopic.all.first { $0.name == topic && $0.carrier == .query }
            type = found?.answer.flatMap(RMTPBody.type(named:))
        case .publish(let message):
            let found = RMTPTopic.all.first { $0.name == message.topic?.string && $0.carrier == .publish }
            type = found?.request.flatMap(RMTPBody.type(named:))
        case .disconnect(let packet):
            // Written unsigned: release 4.x recognizes only 224, the others also recognize the signed value.
            return Array("{\"headerCode\":224,\"status\":\(packet.status ?? 0)}".utf8)
        default: break
        }
        guard var polled = try? PollingPacket(packet, body: type) else { return nil }
        if case .pubAck(let receipt) = packet, let date = receipt.date {
            // RMTP-321: no release computes the time from the two members that a PUBACK has on a WebSocket.
            polled.timestamp = UInt64(date) * 1_000 + UInt64(receipt.millisecond ?? 0)
        }
        return try? encoder.encode(polled)
    }

    deinit { state.outbound.add(-waitingBytes) }

    private func count(_ bytes: Int) {
        waitingBytes += bytes
        state.outbound.add(bytes)
    }

    private static func array(_ objects: [[UInt8]]) -> WebResponse {
        WebResponse(body: Array("[".utf8) + Array(objects.joined(separator: ",".utf8)) + Array("]".utf8))
    }

    private func flush() {
        guard let held, !waiting.isEmpty else { return }
        self.held = nil
        // If the client of the held poll has gone, the objects keep waiting.
        guard held.isOpen else { return }
        answer(held)
    }

    private func answer(_ exchange: WebExchange) {
        let objects = waiting
        waiting = []
        count(-waitingBytes)
        connection.bytesDown += objects.reduce(0) { $0 + $1.count }
        exchange.answer(PollingSession.array(objects))
        wait(PollingSession.pollTimeout)
    }

    // MARK: Inbound packets

    /// Returns the CONNACK, as an object.
    func connectAnswer() -> WebResponse {
        guard !waiting.isEmpty else { return .lostParams }
        let first = waiting.removeFirst()
        count(-first.count)
        return WebResponse(body: first)
    }

    /// Handles a packet, if it could be read, and returns the resulting packets as the response.
    func answer(to packet: RMTPPacket?) -> WebResponse {
        if case .query(let query)? = packet, let id = query.messageID, topics.count < 1_024,
            let topic = query.topic?.string, topic.utf8.count <= 64
        {
            topics[id] = topic
        }
        reply = []
        if let packet { link.handle(.received(packet)) }
        var objects = reply ?? []
        reply = nil
        // Release 4.x treats an empty array as a failure; a PINGRESP has no effect.
        if objects.isEmpty, release.needsReplies { objects = [Array("{\"headerCode\":208}".utf8)] }
        return PollingSession.array(objects)
    }

    /// Answers a poll immediately if objects wait; otherwise holds it until there is one.
    func hold(_ exchange: WebExchange) {
        held?.answer(PollingSession.array([]))
        held = nil
        connection.bytesUp += exchange.request.target.utf8.count
        if !waiting.isEmpty { return answer(exchange) }
        held = exchange
        exchange.onAbandon = { [weak self, weak exchange] in
            guard let self, self.held === exchange else { return }
            self.held = nil
            self.wait(PollingSession.reload)
        }
        wait(PollingSession.holding)
    }

    /// Starts the timer that answers a held poll, or ends the session if there is none.
    private func wait(_ time: TimeAmount) {
        timer?.cancel()
        timer = state.clock.schedule(in: time, on: state.loop) { [weak self] in
            guard let self else { return }
            if let held = self.held, held.isOpen {
                self.held = nil
                self.answer(held)
            } else {
                self.end()
            }
        }
    }

    /// Ends the session of a client that has gone.
    func end() {
        link.handle(.closed)
        finish()
    }

    private func finish() {
        if isOver { return }
        isOver = true
        timer?.cancel()
        // A held poll delivers the last packets of the service.
        if let held, held.isOpen { held.answer(PollingSession.array(waiting)) }
        held = nil
        let onEnd = onEnd
        self.onEnd = {}
        if waiting.isEmpty { return onEnd() }
        // A DISCONNECT must wait for the next poll.
        state.loop.assumeIsolated().scheduleTask(in: .seconds(5)) { onEnd() }
    }
}

#endif
