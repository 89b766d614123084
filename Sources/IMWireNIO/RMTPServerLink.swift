// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore

/// The service's side of one client's session on an event loop, which runs an ``RMTPServer`` with its timers.
///
/// The owner decides how packets reach the client: over a WebSocket (``RMTPServerHandler``), or in replies to polls.
/// All members must be used on that event loop.
public final class RMTPServerLink {
    /// The event loop of the channel.
    public let eventLoop: any EventLoop
    /// A closure that sends packets that belong together.
    public var send: ([RMTPPacket]) -> Void = { _ in }
    /// A closure that closes the connection.
    public var close: () -> Void = {}
    /// A closure that is called for every action except `write` and `close`.
    public var onAction: (RMTPServerAction) -> Void = { _ in }

    private let clock: SessionClock
    private var machine: RMTPServer
    private let wakeUp: WakeUp
    private var waiting: [RMTPServerEvent] = []
    private var isHandling = false

    /// Creates a session that waits for the event `accept` or `refuse`.
    public init(
        _ configuration: RMTPServer.Configuration = RMTPServer.Configuration(), on eventLoop: any EventLoop,
        clock: SessionClock = SessionClock()
    ) {
        self.eventLoop = eventLoop
        self.clock = clock
        machine = RMTPServer(configuration)
        wakeUp = WakeUp(on: eventLoop, clock)
    }

    /// Whether the client was accepted and is still connected.
    public var isOnline: Bool { machine.isOnline }

    /// Handles an event and carries out the resulting actions.
    public func handle(_ event: RMTPServerEvent) {
        eventLoop.assertInEventLoop()
        waiting.append(event)
        if isHandling { return }
        isHandling = true
        var packets: [RMTPPacket] = []
        while !waiting.isEmpty {
            for step in machine.handle(waiting.removeFirst(), at: clock.now) {
                switch step.action {
                case .write(let packet): packets.append(packet)
                case .close:
                    if !packets.isEmpty { send(packets) }
                    packets = []
                    close()
                default: onAction(step.action)
                }
            }
        }
        if !packets.isEmpty { send(packets) }
        isHandling = false
        if !waiting.isEmpty { return handle(.tick) }
        wakeUp.set(machine.nextDue) { [weak self] in self?.handle(.tick) }
    }
}

/// A channel handler for a WebSocket or TCP connection of an ``RMTPServerLink``.
public final class RMTPServerHandler: ChannelInboundHandler {
    /// The type of inbound data.
    public typealias InboundIn = RMTPArrival
    /// The type of outbound data.
    public typealias OutboundOut = RMTPPacket

    private let link: RMTPServerLink
    private var context: ChannelHandlerContext?

    /// Creates a handler that carries the packets of `link`.
    public init(_ link: RMTPServerLink) {
        self.link = link
    }

    /// Connects the session to the channel when the handler joins a pipeline.
    public func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        link.send = { [weak self] in self?.send($0) }
        link.close = { [weak self] in self?.context?.close(mode: .output, promise: nil) }
    }

    /// Ends the session when the handler leaves the pipeline.
    public func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    /// Ends the session when the channel becomes inactive.
    public func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        guard context != nil else { return }
        context = nil
        link.handle(.closed)
    }

    /// Passes a received packet to the session, or fires a fault as an error.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch RMTPServerHandler.unwrapInboundIn(data) {
        case .success(let packet): link.handle(.received(packet))
        case .failure(let fault):
            context.fireErrorCaught(fault)
            if fault.scope == .connection { context.close(mode: .output, promise: nil) }
        }
    }

    private func send(_ packets: [RMTPPacket]) {
        guard let context else { return }
        for packet in packets { context.write(RMTPServerHandler.wrapOutboundOut(packet), promise: nil) }
        context.flush()
    }
}

#endif
