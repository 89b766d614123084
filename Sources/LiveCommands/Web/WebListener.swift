// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireRMTP
import LiveService
import NIOCore
import NIOHTTP1

/// A namespace for accepting connections of RongCloud clients: HTTP, and the WebSockets that start as HTTP.
enum WebListener {
    /// The maximum number of bytes of a packet.
    private static let packetLimit = 1_048_576

    /// Adds the handlers of a connection to an accepted channel, starting with TLS if `isSecure`.
    static func accept(_ channel: any Channel, _ state: LiveState, isSecure: Bool = false) throws {
        let peer = channel.peerText
        guard let connection = state.connections.open(.http, peer: peer, "HTTP") else {
            return channel.close(promise: nil)
        }
        let counter = ConnectionLogHandler(state.connections, connection, logsBytes: false)
        let errors = ConnectionErrorHandler(state.connections, connection)
        let inbound = InboundLimit(state.inbound)
        let web = WebHandler(state.connections, connection, inbound) { state.router.handle($0, connection) }
        let bound = NIOLoopBound((state, connection, counter, errors, inbound), eventLoop: channel.eventLoop)
        let pipeline = channel.pipeline.syncOperations
        if isSecure { try pipeline.addServerTLS(state.tls) }
        try pipeline.addFaults(state.settings.faults, connection, state.log)
        try pipeline.addHandlers([
            TurnShare(state.turns, state.inbound), OutboundLimit(total: state.outbound), counter, inbound,
        ])
        let upgrader = WebSocketUpgrader { head in
            let query = WebRequest(method: .GET, target: head.uri, headers: head.headers, body: [])
            return bound.value.0.access.refusal(of: query) == nil && query.path == "/websocket"
                && query.query.single("appId") != nil && query.query.single("token") != nil
        } upgraded: { channel, head in
            let (state, connection, counter, errors, inbound) = bound.value
            try upgrade(channel, head.uri, state, connection, counter, errors, inbound)
        }
        try pipeline.addWebServer(web, upgrader)
        try pipeline.addHandler(errors)
    }

    private static func upgrade(
        _ channel: any Channel, _ target: String, _ state: LiveState, _ web: LiveConnection,
        _ counter: ConnectionLogHandler, _ errors: ConnectionErrorHandler, _ inbound: InboundLimit
    ) throws {
        let request = WebRequest(method: .GET, target: target, headers: HTTPHeaders(), body: [])
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        guard let connect = ConnectRequest(request.query, sessionID: id, isPolling: false),
            let connection = state.connections.open(.websocket, peer: web.peer, "WebSocket")
        else { return channel.close(promise: nil) }
        state.connections.close(web)
        counter.connection = connection
        errors.connection = connection
        let driven = state.driven?.session()
        let link = driven ?? RMTPServerDriver(on: state.loop, clock: state.clock, turn: state.turn)
        var limits = RMTPLimits()
        limits.packetBytes = packetLimit
        let version = connect.release.version
        let connections = state.connections
        try channel.pipeline.syncOperations.addHandler(
            RMTPServerSocketHandler(
                version, limits: limits, inbound: inbound,
                onPacket: connections.wantsUnits
                    ? { connections.packet($0, version, $1, connection) } : nil))
        try channel.pipeline.syncOperations.addRMTPServer(link)
        try channel.pipeline.syncOperations.addHandler(ConnectionErrorHandler(state.connections, connection))
        channel.pipeline.syncOperations.removeHandler(errors, promise: nil)
        if driven != nil { state.driven?.greet() } else { _ = state.rongCloud.connect(link, connect, connection) }
    }
}

#endif
