// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import NIOCore
import NIOPosix
import NIOWebSocket
import Synchronization

extension ChannelPipeline.SynchronousOperations {
    /// Adds the handlers of a socket chat connection whose messages are appended to a mailbox.
    ///
    /// - Parameter writes: The direction of the data that the runner writes.
    func addChatMail(
        _ mailbox: LiveMailbox, _ number: Int, _ transport: WireEvent.Transport, _ framing: ChatFraming,
        writes: RMTPDirection
    ) throws {
        try addHandlers([
            OutboundLimit(), WireLogHandler<ByteBuffer>(mailbox, number, transport, writes: writes) { data, _ in data },
            ByteToMessageHandler(ChatUnitDecoder(framing)),
            MailHandler<ChatUnit>(mailbox, number) { .contents(of: $0, framing.heartbeat) }, MailGate(mailbox),
        ])
    }

    /// Adds the handlers of a WebSocket, whose packets are already decoded, and are appended to a mailbox.
    func addPacketMail(_ mailbox: LiveMailbox, _ number: Int, writes: RMTPDirection) throws {
        let log = WireLogHandler<WebSocketFrame>(mailbox, number, .websocket, writes: writes) { frame, isReceived in
            // Frames that are written are masked later in the pipeline.
            frame.opcode == .binary ? isReceived ? frame.unmaskedData : frame.data : nil
        }
        let mail = MailHandler<RMTPArrival>(mailbox, number) { arrival in
            switch arrival {
            case .success(let packet): [.packet(packet)]
            case .failure(let fault): [.unreadable(fault)]
            }
        }
        try addHandler(log, position: .before(try handler(type: RMTPWebSocketHandler.self)))
        try addHandlers([mail, MailGate(mailbox)])
    }
}

extension [LiveMailbox.What] {
    /// Returns the messages of a line or packet, and its faults.
    fileprivate static func contents(of unit: ChatUnit, _ heartbeat: ChatHeartbeatBody) -> [LiveMailbox.What] {
        let messages = unit.messages.filter { !$0.message.isHeartbeat(heartbeat) }
        let beats = unit.messages.count - messages.count
        let texts = messages.map { RawJSON(scanned: String(decoding: $0.message.encoded(), as: UTF8.self)) }
        let deviations = messages.flatMap { $0.deviations.map(\.id.description) }
        let read: [LiveMailbox.What] =
            texts.isEmpty && beats == 0 ? [] : [.messages(texts, beats: beats, deviations: deviations)]
        return read + unit.faults.map { .unreadable($0) }
    }
}

/// A handler that appends what a connection has decoded to a mailbox.
final class MailHandler<Unit>: ChannelInboundHandler {
    typealias InboundIn = Unit

    private let mailbox: LiveMailbox
    private let connection: Int
    private let contents: (Unit) -> [LiveMailbox.What]

    init(_ mailbox: LiveMailbox, _ connection: Int, _ contents: @escaping (Unit) -> [LiveMailbox.What]) {
        self.mailbox = mailbox
        self.connection = connection
        self.contents = contents
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        for content in contents(MailHandler.unwrapInboundIn(data)) { mailbox.append(connection, content) }
    }
}

/// A handler that logs the bytes or the WebSocket messages of a connection, and reports its end.
final class WireLogHandler<Unit>: ChannelDuplexHandler {
    typealias InboundIn = Unit
    typealias OutboundIn = Unit

    private let mailbox: LiveMailbox
    private let connection: Int
    private let transport: WireEvent.Transport
    /// The direction of the data that this handler writes.
    private let writes: RMTPDirection
    /// Returns the bytes to log, if there are any.
    private let bytes: (_ unit: Unit, _ isReceived: Bool) -> ByteBuffer?
    private var isOver = false

    init(
        _ mailbox: LiveMailbox, _ connection: Int, _ transport: WireEvent.Transport, writes: RMTPDirection,
        _ bytes: @escaping (_ unit: Unit, _ isReceived: Bool) -> ByteBuffer?
    ) {
        self.mailbox = mailbox
        self.connection = connection
        self.transport = transport
        self.writes = writes
        self.bytes = bytes
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { return log("open") }
        // The peer may have closed a WebSocket together with its response to the request.
        if transport == .websocket {
            log("open")
            end()
        }
    }

    func channelActive(context: ChannelHandlerContext) {
        log("open")
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        log(bytes(WireLogHandler.unwrapInboundIn(data), true), writes == .up ? .down : .up)
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        log(bytes(WireLogHandler.unwrapOutboundIn(data), false), writes)
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The connection was reset, a TLS connection ended without a close alert, or the peer does not read.
        log("error")
        if let failure = error as? OutboundLimit.Failure { mailbox.append(connection, .unread(failure)) }
        context.close(promise: nil)
    }

    private func end() {
        if isOver { return }
        isOver = true
        log("close")
        mailbox.append(connection, .closed)
    }

    private func log(_ event: String) {
        mailbox.log.add(connection, .up, transport, .event(event))
    }

    private func log(_ bytes: ByteBuffer?, _ direction: RMTPDirection) {
        guard let bytes else { return }
        mailbox.log.add(connection, direction, transport, .bytes(Array(bytes.readableBytesView)))
    }
}

/// The wire log of a scenario, without the entries that exceed its limits (LIV-050).
final class LiveWireLog: Sendable {
    private let start = NIODeadline.now()
    private let state = Mutex((events: [WireEvent](), bytes: 0))
    private static let events = 2_000
    private static let bytes = 1 << 20

    var events: [WireEvent] { state.withLock { $0.events } }

    func add(
        _ connection: Int, _ direction: RMTPDirection, _ transport: WireEvent.Transport, _ content: WireEvent.Content
    ) {
        let at = Int((NIODeadline.now() - start).nanoseconds / 1_000_000)
        state.withLock { state in
            guard state.events.count < LiveWireLog.events, state.bytes <= LiveWireLog.bytes else { return }
            if case .bytes(let bytes) = content { state.bytes += bytes.count }
            guard state.bytes <= LiveWireLog.bytes else { return }
            state.events.append(
                WireEvent(
                    at: max(at, state.events.last?.at ?? 0), connection: connection, direction, transport, content))
        }
    }
}

#endif
