// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// A chat client's session on an event loop, which runs a ``ClientSession`` with its timers and reconnects
/// automatically.
///
/// ```swift
/// let client = ChatClient(configuration, on: loop) { client in
///     ClientBootstrap(group: loop)
///         .channelInitializer { … addChatClient(client, .packets) … }
///         .connect(host: host, port: port)
/// }
/// client.connect()
/// ```
///
/// All members must be used on that event loop. If the configuration uses TLS, the closure adds TLS to the channel.
public final class ChatClient {
    /// The event loop of the channel.
    public let eventLoop: any EventLoop
    /// The clock that drives the session's timers.
    public let clock: SessionClock
    /// A closure that is called for each action; a delivered message must be stored durably when it returns (SES-004).
    public var onAction: (ClientAction) -> Void = { _ in }

    private var session: ClientSession
    private let usesTLS: Bool
    private let open: (ChatClient) -> EventLoopFuture<any Channel>
    private var handler: ChatClientHandler?
    private var connection = 0
    private let wakeUp: WakeUp
    private var waiting: [ClientEvent] = []
    private var isHandling = false

    /// Creates a client that is not connected.
    ///
    /// - Parameter open: Connects a channel whose pipeline contains the `addChatClient` handlers for the given client.
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

    /// Connects, and reconnects whenever the connection is lost.
    public func connect() { handle(.connect) }
    /// Sends a message; an action with the same key reports the outcome.
    public func send(_ message: SessionMessage, key: String) { handle(.send(key: key, message)) }
    /// Recalls the message identified by `messageID`.
    public func recall(_ message: SessionMessage, key: String) { handle(.recall(key: key, message)) }
    /// Disconnects.
    public func disconnect() { handle(.disconnect) }

    /// Attaches the handler of a new channel and returns the number of the current connection.
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
            // The channel completes the TLS handshake before it becomes available.
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
