// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore

/// The service's side of one client's session on an event loop, which runs an `RMTPServerMachine` with its timers.
///
/// The owner decides how packets reach the client: over a WebSocket or TCP (`addRMTPServer`), or in replies to polls.
/// All members must be used on that event loop.
///
/// ```swift
/// let service = RMTPServerDriver(on: loop)
/// try channel.pipeline.syncOperations.addHandler(RMTPWebSocketHandler(writing: .down))
/// try channel.pipeline.syncOperations.addRMTPServer(service)
/// ```
public final class RMTPServerDriver {
    /// A closure that sends packets that belong together.
    public var send: ([RMTPPacket]) -> Void = { _ in }
    /// A closure that closes the connection.
    public var close: () -> Void = {}
    /// A closure that is called for every action except `write` and `close`.
    public var onAction: (RMTPServerMachine.Action) -> Void = { _ in }

    /// A closure that is called for each error of the connection.
    public var onError: (any Error) -> Void = { _ in }
    private let driver: SessionDriver<RMTPServerMachine>
    private let turn: TurnFlush
    private var packets: [RMTPPacket] = []

    /// Creates a session that waits for the event `accept` or `refuse`.
    public convenience init(
        _ configuration: RMTPServerMachine.Configuration = RMTPServerMachine.Configuration(),
        on eventLoop: any EventLoop,
        clock: SessionClock = SessionClock()
    ) {
        self.init(configuration, on: eventLoop, clock: clock, turn: TurnFlush(on: eventLoop))
    }

    /// Creates a session of which several share `turn`.
    package init(
        _ configuration: RMTPServerMachine.Configuration = RMTPServerMachine.Configuration(),
        on eventLoop: any EventLoop, clock: SessionClock, turn: TurnFlush
    ) {
        self.turn = turn
        driver = SessionDriver(RMTPServerMachine(configuration), on: eventLoop, clock: clock)
        driver.perform = { [weak self] action in
            guard let self else { return }
            switch action {
            case .write(let packet): packets.append(packet)
            case .close:
                sendPackets()
                close()
            default: onAction(action)
            }
        }
        driver.didHandle = { [weak self] in self?.sendPackets() }
    }

    /// The event loop of the channel.
    public var eventLoop: any EventLoop { driver.eventLoop }
    /// Whether the client was accepted and is still connected.
    public var isOnline: Bool { driver.read { $0.isOnline } }

    /// Handles an event and performs the resulting actions.
    public func handle(_ event: RMTPServerMachine.Event) { driver.handle(event) }

    private func sendPackets() {
        guard !packets.isEmpty else { return }
        let sent = packets
        packets = []
        send(sent)
    }
}

extension RMTPServerDriver: RMTPSession {
    func attach(_ handler: RMTPSessionHandler) {
        send = { [weak handler, turn] packets in
            guard let handler else { return }
            for packet in packets { handler.write(packet) }
            turn.add(handler)
        }
        close = { [weak handler] in handler?.close() }
    }

    func received(_ packet: RMTPPacket) { driver.handle(.received(packet)) }

    func failed(_ error: any Error, _ handler: RMTPSessionHandler) {
        onError(error)
        if (error as? StreamFault)?.scope == .connection { handler.close() }
    }

    func detach(_ handler: RMTPSessionHandler) { driver.handle(.closed) }
}

#endif
