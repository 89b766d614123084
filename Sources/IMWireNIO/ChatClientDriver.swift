// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// A chat client's session on an event loop, which runs a ``ChatClientMachine`` with its timers and reconnects
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
public final class ChatClientDriver {
    /// A closure that is called for each action; a delivered message must be stored durably when it returns (SES-004).
    public var onAction: (ChatClientMachine.Action) -> Void = { _ in }

    private let driver: SessionDriver<ChatClientMachine>
    private let configuration: ChatClientMachine.Configuration
    private let open: (ChatClientDriver) -> EventLoopFuture<any Channel>
    private var handler: ChatSessionHandler?
    private var connection = 0

    /// Creates a client that is not connected.
    ///
    /// - Parameter open: Connects a channel whose pipeline contains the `addChatClient` handlers for the given client.
    public init(
        _ configuration: ChatClientMachine.Configuration, on eventLoop: any EventLoop,
        clock: SessionClock = SessionClock(),
        open: @escaping (ChatClientDriver) -> EventLoopFuture<any Channel>
    ) {
        self.open = open
        self.configuration = configuration
        driver = SessionDriver(ChatClientMachine(configuration), on: eventLoop, clock: clock)
        driver.perform = { [weak self] action in
            self?.onAction(action)
            self?.carryOut(action)
        }
        driver.didHandle = { [weak self] in self?.handler?.flushChannel() }
    }

    /// The event loop of the channel.
    public var eventLoop: any EventLoop { driver.eventLoop }
    /// The clock that drives the session's timers.
    public var clock: SessionClock { driver.clock }

    /// Connects, and reconnects whenever the connection is lost.
    public func connect() { driver.handle(.connect) }
    /// Sends a message; an action with the same key reports the outcome.
    public func send(_ message: ChatMessage, key: String) { driver.handle(.send(key: key, message)) }
    /// Recalls the message identified by `messageID`.
    public func recall(_ message: ChatMessage, key: String) { driver.handle(.recall(key: key, message)) }
    /// Disconnects.
    public func disconnect() { driver.handle(.disconnect) }

    private func carryOut(_ action: ChatClientMachine.Action) {
        switch action {
        case .connect(let number): connect(number)
        case .secure:
            // The channel completes the TLS handshake before it becomes available.
            if configuration.usesTLS { driver.handle(.secured(connection: connection)) }
        case .write(let message): handler?.write([message])
        case .beat: handler?.beat()
        case .close:
            handler?.close()
            handler = nil
        default: break
        }
    }

    private func connect(_ number: Int) {
        connection = number
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        open(self).hop(to: eventLoop).whenComplete { result in
            let client = bound.value
            switch result {
            case .success: client.driver.handle(.opened(connection: number))
            case .failure: client.driver.handle(.closed(connection: number))
            }
        }
    }
}

extension ChatClientDriver: ChatSession {
    var heartbeat: HeartbeatBody { configuration.heartbeat }

    func attach(_ handler: ChatSessionHandler) -> Int {
        self.handler = handler
        return connection
    }

    func received(_ messages: [ChatMessage], over connection: Int) {
        driver.handle(.received(messages, connection: connection))
    }

    func failed(_ scope: StreamFault.Scope, over connection: Int) {
        driver.handle(.error(scope, connection: connection))
    }

    func detach(_ handler: ChatSessionHandler, _ connection: Int) {
        if self.handler === handler { self.handler = nil }
        driver.handle(.closed(connection: connection))
    }

    func flush() {}
}

#endif
