// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireRMTP
import LiveService
import NIOCore

/// The sessions of polling clients, each of which has an ``RMTPServerDriver`` like that of a WebSocket.
final class PollingService {
    private let state: LiveState
    private var sessions: [ExactText: PollingSession] = [:]

    init(_ state: LiveState) {
        self.state = state
    }

    /// Answers the GET that opens a session: the response is a CONNACK as one object.
    func connect(_ exchange: WebExchange, _ web: LiveConnection) {
        let id =
            String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
        guard let request = ConnectRequest(exchange.request.query, sessionID: id, isPolling: true) else {
            return exchange.answer(.lostParams)
        }
        guard let connection = state.connections.open(.http, peer: web.peer, "polling") else {
            return exchange.answer(.text("too many connections\n", .serviceUnavailable))
        }
        let session = PollingSession(state, request, connection)
        session.onEnd = { [weak self] in
            self?.sessions[ExactText(id)] = nil
            self?.state.connections.close(connection)
        }
        sessions[ExactText(id)] = session
        let isAccepted = state.rongCloud.connect(session.link, request, connection) != nil
        exchange.answer(session.connectAnswer())
        if !isAccepted { session.end() }
    }

    /// Handles a packet that a client posts; the response contains the answers to it.
    func post(_ exchange: WebExchange) {
        let target = Array(exchange.request.target.utf8)
        let body = exchange.request.body
        guard let id = ExactText(exchange.request.query.single("sessionid")), let session = sessions[id] else {
            return exchange.answer(.lostParams)
        }
        do throws(DecodeError) {
            exchange.answer(
                session.answer(to: packet(try PollingRequest(target: target.span, body: body.span), session)))
        } catch {
            state.connections.fail(session.connection, "a posted packet cannot be read: \(error)")
            exchange.answer(session.answer(to: nil))
        }
    }

    /// Returns the packet of a request, whose body is decoded as the first message of its topic that fits (RMTP-232).
    ///
    /// A body that does not fit is left out, so that the packet gets the answer that it would get over a WebSocket (RMTP-322).
    private func packet(_ request: PollingRequest, _ session: PollingSession) -> RMTPPacket? {
        guard request.data != nil else { return try? request.packet() }
        let carrier: RMTPTopic.Carrier = request.header.type == .query ? .query : .publish
        let topic = RMTPTopic.all.first { $0.name == request.topic && $0.carrier == carrier }
        for name in [topic?.request].compactMap({ $0 }) + (topic?.alternatives ?? []) {
            guard let type = RMTPBody.type(named: name) else { continue }
            if let packet = try? request.packet(body: type) { return packet }
            if let packet = try? PollingService.withNumbers(request, type).packet(body: type) { return packet }
        }
        if let topic, topic.request != nil {
            state.connections.fail(session.connection, "the body of \(topic.name) cannot be read")
        }
        var request = request
        request.data = nil
        return try? request.packet()
    }

    /// Returns the request with numbers in place of texts of digits: release 0.9.10 reads its times from a cookie.
    private static func withNumbers<Message: ProtobufMessage>(
        _ request: PollingRequest, _ type: Message.Type
    ) -> PollingRequest {
        let members = request.data?.members?.map { name, value in
            let field = type.fields.first { $0.name.utf8.elementsEqual(name.utf8) }
            switch field?.kind {
            case .int32, .int64:
                let number = value.string.flatMap { Int64($0) }.map { String($0) }
                return "\(RawJSON(name).text):\(number ?? value.text)"
            default: return "\(RawJSON(name).text):\(value.text)"
            }
        }
        var request = request
        request.data = members.flatMap { try? RawJSON(text: "{\($0.joined(separator: ","))}") }
        return request
    }

    func pull(_ exchange: WebExchange) {
        guard let id = ExactText(exchange.request.query["sessionid"]), let session = sessions[id] else {
            return exchange.answer(.lostParams)
        }
        session.hold(exchange)
    }
}

extension ConnectRequest {
    /// Creates a request from the query of a connection, or returns nil if the app key or the token is missing.
    init?(_ query: Form, sessionID: String, isPolling: Bool) {
        guard let appKey = query.single("appId"), let token = query.single("token") else { return nil }
        self.init(
            appKey: appKey, token: token,
            release: SDKRelease(query["sdkVer"], protocolVersion: query["protocolVer"]), sessionID: sessionID,
            isPolling: isPolling)
    }
}

#endif
