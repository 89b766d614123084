// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore

/// A packet client's session on an event loop, which runs an `RMTPClientMachine` with its timers.
///
/// The owner opens a channel at the action `open` and adds the driver's handler to it (`addRMTPClient`). All members must
/// be used on that event loop.
///
/// ```swift
/// let client = RMTPClientDriver(on: loop)
/// client.onAction = { action in perform(action) }   // at `open`, open a channel and add the client to it
/// client.handle(.connect)
/// ```
public final class RMTPClientDriver {
    /// A closure that is called for every action except `write` and `close`.
    public var onAction: (RMTPClientMachine.Action) -> Void = { _ in }

    /// A closure that is called for each error of the connection.
    public var onError: (any Error) -> Void = { _ in }
    private let driver: SessionDriver<RMTPClientMachine>
    private var handler: RMTPSessionHandler?

    /// Creates a session that is not connected.
    public init(
        _ configuration: RMTPClientMachine.Configuration = RMTPClientMachine.Configuration(),
        on eventLoop: any EventLoop,
        clock: SessionClock = SessionClock()
    ) {
        driver = SessionDriver(RMTPClientMachine(configuration), on: eventLoop, clock: clock)
        driver.perform = { [weak self] action in
            switch action {
            case .write(let packet): self?.handler?.write(packet)
            case .close: self?.handler?.close()
            default: self?.onAction(action)
            }
        }
        driver.didHandle = { [weak self] in self?.handler?.flushChannel() }
    }

    /// The event loop of the channel.
    public var eventLoop: any EventLoop { driver.eventLoop }
    /// Whether the service has accepted the connection.
    public var isOnline: Bool { driver.read { $0.isOnline } }

    /// Handles an event and performs the resulting actions.
    public func handle(_ event: RMTPClientMachine.Event) { driver.handle(event) }
}

extension RMTPClientDriver: RMTPSession {
    func attach(_ handler: RMTPSessionHandler) {
        self.handler = handler
        driver.handle(.opened)
    }

    func received(_ packet: RMTPPacket) { driver.handle(.received(packet)) }

    func failed(_ error: any Error, _ handler: RMTPSessionHandler) { onError(error) }

    func detach(_ handler: RMTPSessionHandler) {
        if self.handler === handler { self.handler = nil }
        driver.handle(.closed)
    }
}

#endif
