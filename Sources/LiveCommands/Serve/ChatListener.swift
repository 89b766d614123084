// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireNIO
import NIOCore

/// A namespace for accepting connections of the socket chat protocol.
enum ChatListener {
    /// Adds the handlers of the chat server to an accepted channel, starting with TLS if `isSecure`.
    static func accept(_ channel: any Channel, _ state: LiveState, isSecure: Bool = false) throws {
        let peer = channel.peerText
        let transport: WireEvent.Transport = isSecure ? .tls : .tcp
        guard let connection = state.connections.open(transport, peer: peer, "socket chat") else {
            return channel.close(promise: nil)
        }
        let pipeline = channel.pipeline.syncOperations
        if isSecure { try pipeline.addServerTLS(state.tls) }
        try pipeline.addFaults(state.settings.faults, connection, state.log)
        let inbound = InboundLimit(state.inbound)
        try pipeline.addHandlers([
            TurnShare(state.turns, state.inbound),
            ConnectionLogHandler(state.connections, connection, logsBytes: true), inbound,
            FramingHandler(state, connection, inbound),
            ConnectionErrorHandler(state.connections, connection),
        ])
    }
}

/// A handler that detects the framing of a connection from its first line or packet, and then replaces itself with the
/// handlers for that framing.
final class FramingHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let state: LiveState
    private let connection: LiveConnection
    private let inbound: InboundLimit
    private var bytes: [UInt8] = []
    private var probe = FramingProbe()
    private var timer: DeadlineTimer?
    private var isDone = false
    private static let limit = 65_536
    /// The first byte of a connection with TLS (RFC 8446, 5.1).
    private static let handshake: UInt8 = 22

    init(_ state: LiveState, _ connection: LiveConnection, _ inbound: InboundLimit) {
        self.state = state
        self.connection = connection
        self.inbound = inbound
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // The session starts only when the framing is known, but the time for the login runs from the start (SES-075).
        let timeout = state.chat.configuration.loginTimeout
        wait(.microseconds(timeout * 1_000 / state.chat.clock.speed), context) { handler in
            handler.state.connections.fail(handler.connection, "sent no complete line or packet within \(timeout) ms")
            context.close(mode: .all, promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = FramingHandler.unwrapInboundIn(data)
        if isDone { return context.fireChannelRead(data) }
        if bytes.isEmpty, buffer.readableBytesView.first == FramingHandler.handshake {
            state.connections.fail(connection, "sent TLS to a port without TLS")
            return context.close(mode: .all, promise: nil)
        }
        probe.add(buffer.readableBytesView)
        bytes.append(contentsOf: buffer.readableBytesView)
        if probe.isEnough {
            decide(context)
        } else if probe.hasLine {
            // A CR alone ends the line, unless an LF follows shortly.
            wait(.milliseconds(100), context) { $0.decide(context) }
        } else if bytes.count > FramingHandler.limit {
            state.connections.fail(connection, "sends \(FramingHandler.limit) bytes without a delimiter")
            context.close(mode: .all, promise: nil)
        }
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext, _ then: @escaping (FramingHandler) -> Void)
    {
        timer?.cancel()
        timer = state.clock.schedule(in: time, on: context.eventLoop) { [weak self] in
            if let self, !self.isDone { then(self) }
        }
    }

    private func decide(_ context: ChannelHandlerContext) {
        timer?.cancel()
        isDone = true
        if FramingHandler.isRequest(bytes) {
            // The lines of a page's POST would be errors that cost a message each, and its body a login.
            state.connections.fail(connection, "sent an HTTP request to the chat port")
            return context.close(mode: .all, promise: nil)
        }
        var framing = ChatFraming(FramingDetection(bytes).framing)
        framing.heartbeat = state.chat.configuration.heartbeat
        connection.detail = "socket chat in \(FramingHandler.name(framing))"
        do {
            let pipeline = context.pipeline.syncOperations
            let errors = try pipeline.handler(type: ConnectionErrorHandler.self)
            let inspector = ChatInspector(state.connections, connection, framing)
            try pipeline.addChatServer(
                state.chat, framing, deflates: state.settings.deflates, inbound: inbound, before: errors,
                onUnit: inspector?.up)
            if let inspector { try pipeline.addHandler(inspector, position: .before(errors)) }
            state.chatConnections[try pipeline.handler(type: ChatSessionHandler.self).connection ?? 0] = connection
        } catch {
            return context.close(mode: .all, promise: nil)
        }
        let first = context.channel.allocator.buffer(bytes: bytes)
        bytes = []
        context.fireChannelRead(NIOAny(first))
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    /// Returns whether the first line is that of an HTTP request (LIV-114).
    private static func isRequest(_ bytes: [UInt8]) -> Bool {
        let line = bytes.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let version = line.reversed().prefix {
            $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return !version.isEmpty && line.dropLast(version.count).suffix(6).elementsEqual(" HTTP/".utf8)
    }

    private static func name(_ framing: ChatFraming) -> String {
        guard !framing.isPacket else { return "packets" }
        return "lines of \(framing.lines.encoding.rawValue) with \(framing.lines.delimiter.rawValue)"
    }
}

extension ChatFraming {
    init(_ framing: StreamFraming) {
        switch framing {
        case .packet: self = .packets
        case .line(let delimiter, let encoding): self = .lines(delimiter, encoding)
        }
    }
}

#endif
