// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore

/// A client's session on an event loop, which runs an ``RMTPClient`` with its timers.
///
/// Each WebSocket or TCP connection has one ``RMTPClientHandler``. The application decides whether to reconnect when it
/// receives the action `ended`.
public final class RMTPClientLink {
    /// The event loop of the channel.
    public let eventLoop: any EventLoop
    /// A closure that is called for every action except `write` and `close`.
    ///
    /// For `open`, the application opens a connection with an ``RMTPClientHandler``.
    public var onAction: (RMTPClientAction) -> Void = { _ in }

    private let clock: SessionClock
    private var machine: RMTPClient
    private let wakeUp: WakeUp
    private var waiting: [RMTPClientEvent] = []
    private var isHandling = false
    fileprivate var handler: RMTPClientHandler?

    /// Creates a session that is not connected.
    public init(
        _ configuration: RMTPClientConfiguration = RMTPClientConfiguration(), on eventLoop: any EventLoop,
        clock: SessionClock = SessionClock()
    ) {
        self.eventLoop = eventLoop
        self.clock = clock
        machine = RMTPClient(configuration)
        wakeUp = WakeUp(on: eventLoop, clock)
    }

    /// Whether the service has accepted the connection.
    public var isOnline: Bool { machine.isOnline }

    /// Handles an event and carries out the resulting actions.
    public func handle(_ event: RMTPClientEvent) {
        eventLoop.assertInEventLoop()
        waiting.append(event)
        if isHandling { return }
        isHandling = true
        while !waiting.isEmpty {
            for step in machine.handle(waiting.removeFirst(), at: clock.now) {
                switch step.action {
                case .write(let packet): handler?.send(packet)
                case .close: handler?.close()
                default: onAction(step.action)
                }
            }
        }
        handler?.flush()
        isHandling = false
        if !waiting.isEmpty { return handle(.tick) }
        wakeUp.set(machine.nextDue) { [weak self] in self?.handle(.tick) }
    }
}

/// A channel handler for a connection of an ``RMTPClientLink``, which reports the connection as open when it is added.
public final class RMTPClientHandler: ChannelInboundHandler {
    /// The type of inbound data.
    public typealias InboundIn = RMTPArrival
    /// The type of outbound data.
    public typealias OutboundOut = RMTPPacket

    private let link: RMTPClientLink
    private var context: ChannelHandlerContext?

    /// Creates a handler that carries the packets of `link`.
    public init(_ link: RMTPClientLink) {
        self.link = link
    }

    /// Starts the session when the handler joins a pipeline.
    public func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        link.handler = self
        link.handle(.opened)
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
        if link.handler === self { link.handler = nil }
        link.handle(.closed)
    }

    /// Passes a received packet to the session, or fires a fault as an error.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch RMTPClientHandler.unwrapInboundIn(data) {
        case .success(let packet): link.handle(.received(packet))
        case .failure(let fault): context.fireErrorCaught(fault)
        }
    }

    fileprivate func send(_ packet: RMTPPacket) {
        context?.write(RMTPClientHandler.wrapOutboundOut(packet), promise: nil)
    }

    fileprivate func flush() {
        context?.flush()
    }

    fileprivate func close() {
        context?.close(mode: .output, promise: nil)
    }
}

#endif
