// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import NIOCore
import NIOWebSocket

/// A connection as the log, the wire log and the status page describe it.
final class LiveConnection {
    let number: Int
    let transport: WireEvent.Transport
    let peer: String
    let opened: Int64
    /// The user, or nil while unknown.
    var user: String?
    /// A description, such as the protocol or the release of an SDK.
    var detail: String
    var bytesUp = 0
    var bytesDown = 0
    /// The inspection of the connection's packets so far, which most connections never have.
    var inspection: ConnectionInspection?

    init(_ number: Int, _ transport: WireEvent.Transport, peer: String, opened: Int64, detail: String) {
        self.number = number
        self.transport = transport
        self.peer = peer
        self.opened = opened
        self.detail = detail
    }
}

/// An inspection of the packets of a connection, in which the topic of a query determines how its answer is decoded.
final class ConnectionInspection {
    var packets: RMTPInspection

    init(_ packets: RMTPInspection) {
        self.packets = packets
    }
}

/// All connections of the server, regardless of the transport; confined to its event loop.
final class LiveConnections {
    let log: ServerLog
    let wireLog: WireLogFile?
    let clock: SessionClock
    private let limit: Int
    private(set) var all: [Int: LiveConnection] = [:]
    private var lastNumber = 0
    /// The inspector that shows the messages of connections.
    let inspector: UnitInspector?

    init(
        _ log: ServerLog, _ wireLog: WireLogFile?, _ inspector: UnitInspector?, _ clock: SessionClock, limit: Int
    ) {
        self.inspector = inspector
        self.log = log
        self.wireLog = wireLog
        self.clock = clock
        self.limit = limit
    }

    /// Whether a log or an inspector uses the messages of connections.
    var wantsUnits: Bool { wireLog != nil || inspector != nil }

    /// Registers a connection, or returns nil if too many are open.
    func open(_ transport: WireEvent.Transport, peer: String, _ detail: String) -> LiveConnection? {
        guard all.count < limit else {
            log.record("refused \(peer): \(limit) connections are open")
            return nil
        }
        lastNumber += 1
        let connection = LiveConnection(lastNumber, transport, peer: peer, opened: clock.now, detail: detail)
        all[lastNumber] = connection
        wireLog?.event("open", lastNumber, transport, detail)
        if transport != .http { log.record("opened by \(peer), \(detail)", lastNumber) }
        return connection
    }

    /// Returns the age of a connection, in milliseconds.
    func age(_ connection: LiveConnection) -> Int64 { clock.now - connection.opened }

    func close(_ connection: LiveConnection) {
        guard all.removeValue(forKey: connection.number) != nil else { return }
        wireLog?.event("close", connection.number, connection.transport)
        if connection.transport != .http {
            let user = connection.user.map { " of " + $0 } ?? ""
            log.record("closed\(user), \(connection.bytesUp) bytes up, \(connection.bytesDown) down", connection.number)
        }
    }

    /// Logs an error of a connection; the parameters are those of ``ServerLog/record(_:_:kind:file:line:)``.
    func fail(
        _ connection: LiveConnection, _ what: @autoclosure () -> String, kind: String = "",
        file: StaticString = #fileID, line: UInt = #line
    ) {
        wireLog?.event("error", connection.number, connection.transport, what())
        log.record(what(), connection.number, kind: kind, file: file, line: line)
    }

    /// Logs a packet, and shows it on the page.
    func packet(_ bytes: [UInt8], _ version: RMTPVersion, _ direction: RMTPDirection, _ connection: LiveConnection) {
        self.bytes(bytes, direction, connection)
        inspector?.packet(bytes, version, direction, connection)
    }

    func bytes(_ bytes: [UInt8], _ direction: RMTPDirection, _ connection: LiveConnection) {
        wireLog?.bytes(bytes, direction, connection.number, connection.transport)
    }
}

/// A handler that counts and logs the bytes of a connection.
final class ConnectionLogHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let connections: LiveConnections
    /// The connection to which bytes are counted; a WebSocket replaces that of the request that opened it.
    var connection: LiveConnection
    /// Whether chunks of bytes are logged here; a WebSocket logs its messages instead.
    private let logsBytes: Bool

    init(_ connections: LiveConnections, _ connection: LiveConnection, logsBytes: Bool) {
        self.connections = connections
        self.connection = connection
        self.logsBytes = logsBytes
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = ConnectionLogHandler.unwrapInboundIn(data)
        connection.bytesUp += buffer.readableBytes
        if logsBytes, connections.wireLog != nil {
            connections.bytes(Array(buffer.readableBytesView), .up, connection)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let buffer = ConnectionLogHandler.unwrapOutboundIn(data)
        connection.bytesDown += buffer.readableBytes
        if logsBytes, connections.wireLog != nil {
            connections.bytes(Array(buffer.readableBytesView), .down, connection)
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        connections.close(connection)
        context.fireChannelInactive()
    }
}

/// The last handler of a pipeline, which logs errors and closes the channel if no other handler has.
final class ConnectionErrorHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let connections: LiveConnections
    var connection: LiveConnection

    init(_ connections: LiveConnections, _ connection: LiveConnection) {
        self.connections = connections
        self.connection = connection
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let fault as StreamFault:
            // The session determines the consequences.
            connections.fail(connection, fault.description, kind: fault.error.code.rawValue)
        case let failure as OutboundLimit.Failure:
            connections.fail(
                connection, failure == .tooMuch ? "reads too slowly: too much data is queued" : "reads nothing")
        case is InboundLimit.Failure:
            connections.fail(connection, "sent an unfinished message, and the server's limit for these is reached")
        case let unwritten as UnwrittenError:
            let what = connection.transport == .websocket ? "packet" : "message"
            connections.fail(connection, "a \(what) cannot be written: \(unwritten.error)")
        // The request is answered like any other, with the reason for the refusal.
        case is NIOWebSocketUpgradeError: connections.fail(connection, "asks for a WebSocket that is not served")
        default:
            let text = "\(error)"
            connections.fail(connection, text, kind: String(text.prefix(40)))
            context.close(mode: .all, promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let close = event as? ChatServerClose {
            let why = why(close.reason)
            connections.log.record(
                "is closed: \(close.reason.rawValue)" + why, connection.number,
                kind: close.reason.rawValue + (why.isEmpty ? "" : ","))
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Returns details for a client that sends slowly; for other reasons the name of the reason is sufficient.
    private func why(_ reason: ChatServerMachine.CloseReason) -> String {
        let came = "\(connection.bytesUp) bytes came in \(connections.age(connection)) ms"
        switch reason {
        case .login where connection.user == nil: return ", no complete login: \(came)"
        case .silent: return ", no heartbeats: \(came)"
        default: return ""
        }
    }
}

#endif
