// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import NIOCore
import NIOPosix
import NIOWebSocket

/// A handler that puts the units of a socket chat connection into a mailbox.
final class ChatMailHandler: ChannelInboundHandler {
    typealias InboundIn = ChatUnit

    private let mailbox: LiveMailbox
    private let connection: Int
    private let heartbeat: HeartbeatBody

    init(_ mailbox: LiveMailbox, _ connection: Int, _ heartbeat: HeartbeatBody) {
        self.mailbox = mailbox
        self.connection = connection
        self.heartbeat = heartbeat
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let unit = ChatMailHandler.unwrapInboundIn(data)
        let messages = unit.messages.filter { !$0.message.isHeartbeat(heartbeat) }
        let beats = unit.messages.count - messages.count
        let texts = messages.map { RawJSON(scanned: String(decoding: $0.message.encoded(), as: UTF8.self)) }
        let deviations = messages.flatMap { $0.deviations.map(\.id.description) }
        if !texts.isEmpty || beats > 0 {
            mailbox.put(connection, .messages(texts, beats: beats, deviations: deviations))
        }
        for fault in unit.faults { mailbox.put(connection, .unreadable(fault)) }
    }
}

/// A handler that puts packets into a mailbox.
final class PacketMailHandler: ChannelInboundHandler {
    typealias InboundIn = RMTPArrival

    private let mailbox: LiveMailbox
    private let connection: Int

    init(_ mailbox: LiveMailbox, _ connection: Int) {
        self.mailbox = mailbox
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch PacketMailHandler.unwrapInboundIn(data) {
        case .success(let packet): mailbox.put(connection, .packet(packet))
        case .failure(let fault): mailbox.put(connection, .unreadable(fault))
        }
    }
}

/// A handler that logs the bytes of a connection and reports its end.
final class LiveLogHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let mailbox: LiveMailbox
    private let connection: Int
    private let transport: WireEvent.Transport
    /// The direction of the data that this handler writes.
    private let writes: RMTPDirection
    private var isOver = false

    init(_ mailbox: LiveMailbox, _ connection: Int, _ transport: WireEvent.Transport, writes: RMTPDirection) {
        self.mailbox = mailbox
        self.connection = connection
        self.transport = transport
        self.writes = writes
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { mailbox.log.add(connection, .up, transport, .event("open")) }
    }

    func channelActive(context: ChannelHandlerContext) {
        mailbox.log.add(connection, .up, transport, .event("open"))
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = LiveLogHandler.unwrapInboundIn(data)
        let direction: RMTPDirection = writes == .up ? .down : .up
        mailbox.log.add(connection, direction, transport, .bytes(Array(buffer.readableBytesView)))
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let buffer = LiveLogHandler.unwrapOutboundIn(data)
        mailbox.log.add(connection, writes, transport, .bytes(Array(buffer.readableBytesView)))
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The connection was reset, a TLS connection ended without a close alert, or the peer does not read.
        mailbox.fail(connection, transport, error)
        context.close(promise: nil)
    }

    private func end() {
        if isOver { return }
        isOver = true
        mailbox.log.add(connection, .up, transport, .event("close"))
        mailbox.put(connection, .closed)
    }
}

/// A handler that logs the messages of a WebSocket and reports its end.
final class FrameMailLogHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = WebSocketFrame

    private let mailbox: LiveMailbox
    private let connection: Int
    private let writes: RMTPDirection

    init(_ mailbox: LiveMailbox, _ connection: Int, writes: RMTPDirection) {
        self.mailbox = mailbox
        self.connection = connection
        self.writes = writes
    }

    func handlerAdded(context: ChannelHandlerContext) {
        mailbox.log.add(connection, .up, .websocket, .event("open"))
        // The peer may have closed the connection together with its response to the request for a WebSocket.
        if !context.channel.isActive { mailbox.put(connection, .closed) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = FrameMailLogHandler.unwrapInboundIn(data)
        log(frame, frame.unmaskedData, writes == .up ? .down : .up)
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Frames are masked later in the pipeline.
        let frame = FrameMailLogHandler.unwrapOutboundIn(data)
        log(frame, frame.data, writes)
        context.write(data, promise: promise)
    }

    private func log(_ frame: WebSocketFrame, _ data: ByteBuffer, _ direction: RMTPDirection) {
        guard frame.opcode == .binary else { return }
        mailbox.log.add(connection, direction, .websocket, .bytes(Array(data.readableBytesView)))
    }

    func channelInactive(context: ChannelHandlerContext) {
        mailbox.log.add(connection, .up, .websocket, .event("close"))
        mailbox.put(connection, .closed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        mailbox.fail(connection, .websocket, error)
        context.close(promise: nil)
    }
}

#endif
