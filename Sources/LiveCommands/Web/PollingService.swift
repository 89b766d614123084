// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireRMTP
import LiveService
import NIOCore

/// The sessions of polling clients, each of which has an ``RMTPServerLink`` like that of a WebSocket.
final class PollingService {
    private let state: LiveState
    private var sessions: [String: PollingSession] = [:]

    init(_ state: LiveState) {
        self.state = state
    }

    /// Answers the GET that opens a session: the response is a CONNACK as one object.
    func connect(_ exchange: WebExchange, _ web: LiveConnection) {
        let id =
            String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
        guard let request = ConnectRequest(exchange.request.query, sessionId: id, isPolling: true) else {
            return exchange.answer(.text("lost params\n", .badRequest))
        }
        guard let connection = state.connections.open(.http, peer: web.peer, "polling") else {
            return exchange.answer(.text("too many connections\n", .serviceUnavailable))
        }
        let session = PollingSession(state, request, connection)
        session.onEnd = { [weak self] in
            self?.sessions[id] = nil
            self?.state.connections.close(connection)
        }
        sessions[id] = session
        let isAccepted = state.rongCloud.connect(session.link, request, connection) != nil
        exchange.answer(session.takeFirst())
        if !isAccepted { session.end() }
    }

    /// Handles a packet that a client posts; the response contains the answers to it.
    func post(_ exchange: WebExchange) {
        let target = Array(exchange.request.target.utf8)
        let body = exchange.request.body
        let request: PollingRequest
        do throws(DecodeError) {
            request = try PollingRequest(target: target.span, body: body.span)
        } catch {
            state.log.note("a posted packet cannot be read: \(error)")
            return exchange.answer(.text("lost params\n", .badRequest))
        }
        guard let session = sessions[request.session.revealed] else {
            return exchange.answer(.text("lost params\n", .badRequest))
        }
        guard let packet = PollingService.packet(request) else {
            state.connections.fail(session.connection, "the body of \(request.topic ?? "a packet") cannot be read")
            return exchange.answer(.text("lost params\n", .badRequest))
        }
        exchange.answer(session.take(packet))
    }

    /// Returns the packet of a request, whose body is decoded as the first message of its topic that fits (RMTP-232).
    private static func packet(_ request: PollingRequest) -> RMTPPacket? {
        guard request.data != nil else { return try? request.packet() }
        let carrier: RMTPTopic.Carrier = request.header.type == .query ? .query : .publish
        guard let topic = RMTPTopic.all.first(where: { $0.name == request.topic && $0.carrier == carrier }) else {
            return nil
        }
        for name in [topic.request].compactMap({ $0 }) + topic.alternatives {
            guard let type = RMTPBody.type(named: name) else { continue }
            if let packet = try? request.packet(body: type) { return packet }
        }
        // The body of a topic without its own message type is ignored.
        if topic.request == nil {
            var request = request
            request.data = nil
            return try? request.packet()
        }
        return nil
    }

    func pull(_ exchange: WebExchange) {
        guard let id = exchange.request.query["sessionid"], let session = sessions[id] else {
            return exchange.answer(.text("lost params\n", .badRequest))
        }
        session.hold(exchange)
    }
}

extension ConnectRequest {
    /// Creates a request from the query of a connection, or returns nil if the app key or the token is missing.
    init?(_ query: Form, sessionId: String, isPolling: Bool) {
        guard let appKey = query.single("appId"), let token = query.single("token") else { return nil }
        self.init(
            appKey: appKey, token: token,
            release: SDKRelease(query["sdkVer"], protocolVersion: query["protocolVer"]), sessionId: sessionId,
            isPolling: isPolling)
    }
}

#endif
