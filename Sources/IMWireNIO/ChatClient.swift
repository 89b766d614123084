// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// A chat client's session on an event loop: the machine ``ClientSession`` with its timers, which connects again by itself.
///
/// ```swift
/// let client = ChatClient(configuration, on: loop) { client in
///     ClientBootstrap(group: loop).channelInitializer { … addChatClient(client, .packets) … }.connect(host: host, port: port)
/// }
/// client.connect()
/// ```
/// Everything here is used on that loop only. With `tls` in the configuration the closure adds TLS to the channel.
public final class ChatClient {
    /// The event loop of the channel.
    public let eventLoop: any EventLoop
    /// The clock.
    public let clock: SessionClock
    /// Called for each action; deliveries are kept for good when it returns (SES-004).
    public var onAction: (ClientAction) -> Void = { _ in }

    private var session: ClientSession
    private let usesTLS: Bool
    private let open: (ChatClient) -> EventLoopFuture<any Channel>
    private var handler: ChatClientHandler?
    private var connection = 0
    private let wakeUp: WakeUp
    private var waiting: [ClientEvent] = []
    private var isHandling = false

    /// Creates a client that is not connected yet.
    ///
    /// - Parameter open: connects a channel whose pipeline has `addChatClient` for the client it is given.
    public init(
        _ configuration: ClientConfiguration, on eventLoop: any EventLoop, clock: SessionClock = SessionClock(),
        open: @escaping (ChatClient) -> EventLoopFuture<any Channel>
    ) {
        self.eventLoop = eventLoop
        self.clock = clock
        self.open = open
        usesTLS = configuration.usesTLS
        session = ClientSession(configuration)
        wakeUp = WakeUp(on: eventLoop, clock)
    }

    /// Connects, and stays connected.
    public func connect() { handle(.connect) }
    /// Sends a message; the outcome is an action with the same key.
    public func send(_ message: SessionMessage, key: String) { handle(.send(key: key, message)) }
    /// Recalls the message that `messageID` names.
    public func recall(_ message: SessionMessage, key: String) { handle(.recall(key: key, message)) }
    /// Disconnects.
    public func disconnect() { handle(.disconnect) }

    /// A channel is there, or gone.
    func attach(_ handler: ChatClientHandler) -> Int {
        self.handler = handler
        return connection
    }

    func detach(_ handler: ChatClientHandler, _ connection: Int) {
        if self.handler === handler { self.handler = nil }
        handle(.closed(connection: connection))
    }

    func handle(_ event: ClientEvent) {
        eventLoop.assertInEventLoop()
        waiting.append(event)
        if isHandling { return }
        isHandling = true
        while !waiting.isEmpty {
            for step in session.handle(waiting.removeFirst(), at: clock.now) {
                onAction(step.action)
                carryOut(step.action)
            }
        }
        handler?.flush()
        isHandling = false
        if !waiting.isEmpty { return handle(.tick) }
        wakeUp.set(session.nextDue) { [weak self] in self?.handle(.tick) }
    }

    private func carryOut(_ action: ClientAction) {
        switch action {
        case .connect(let number):
            connection = number
            let bound = NIOLoopBound(self, eventLoop: eventLoop)
            open(self).hop(to: eventLoop).whenComplete { result in
                let client = bound.value
                switch result {
                case .success: client.handle(.opened(connection: number))
                case .failure: client.handle(.closed(connection: number))
                }
            }
        case .secure:
            // The channel has done the handshake before it was given out.
            if usesTLS { waiting.append(.secured(connection: connection)) }
        case .write(let message): handler?.write([message])
        case .beat: handler?.beat()
        case .close:
            handler?.close()
            handler = nil
        default: break
        }
    }
}

#endif
