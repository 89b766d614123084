// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore
import NIOPosix

/// A chat client's session on an event loop, which runs a `ChatClientMachine` with its timers and reconnects
/// automatically.
///
/// ```swift
/// let client = ChatClientDriver(configuration, host: "127.0.0.1", port: 9000, .packets, on: loop)
/// client.onAction = { action in show(action) }
/// client.connect()
/// ```
///
/// All members must be used on that event loop. If the configuration uses TLS, add TLS to the channel.
public final class ChatClientDriver {
    /// A closure that is called for each action; a delivered message must be stored durably when it returns (SES-004).
    public var onAction: (ChatClientMachine.Action) -> Void = { _ in }
    /// A closure that is called for each error: of a connection that cannot be opened, and of one that is open.
    public var onError: (any Error) -> Void = { _ in }

    private let driver: SessionDriver<ChatClientMachine>
    private let configuration: ChatClientMachine.Configuration
    private let open: (ChatClientDriver) -> EventLoopFuture<any Channel>
    private var handler: ChatSessionHandler?
    private var connection = 0

    /// Creates a client that is not connected.
    ///
    /// - Parameters:
    ///   - configuration: The user, and the times and limits of the session.
    ///   - eventLoop: The event loop of the channel.
    ///   - clock: The clock that drives the session's timers.
    ///   - open: Connects a channel whose pipeline contains the `addChatClient` handlers for the client.
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
            self?.perform(action)
        }
        driver.didHandle = { [weak self] in self?.handler?.flushChannel() }
    }

    /// Creates a client that is not connected, and that connects over TCP.
    ///
    /// - Parameters:
    ///   - configuration: The user, and the times and limits of the session.
    ///   - host: The name or address of the server.
    ///   - port: The port of the server.
    ///   - framing: The framing of the messages, the same as the server's.
    ///   - eventLoop: The event loop of the channel.
    ///   - clock: The clock that drives the session's timers.
    ///   - prepare: Adds handlers that precede those of the session, such as TLS.
    public convenience init(
        _ configuration: ChatClientMachine.Configuration, host: String, port: Int, _ framing: ChatFraming,
        on eventLoop: any EventLoop, clock: SessionClock = SessionClock(),
        prepare: @escaping @Sendable (any Channel) throws -> Void = { _ in }
    ) {
        self.init(configuration, on: eventLoop, clock: clock) { client in
            let client = NIOLoopBound(client, eventLoop: eventLoop)
            return ClientBootstrap(group: eventLoop)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try prepare(channel)
                        try channel.pipeline.syncOperations.addChatClient(client.value, framing)
                    }
                }
                .connect(host: host, port: port)
        }
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

    private func perform(_ action: ChatClientMachine.Action) {
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
            case .failure(let error):
                client.onError(error)
                client.driver.handle(.closed(connection: number))
            }
        }
    }
}

extension ChatClientDriver: ChatSession {
    var heartbeat: ChatHeartbeatBody { configuration.heartbeat }

    func attach(_ handler: ChatSessionHandler) -> Int {
        self.handler = handler
        return connection
    }

    func received(_ messages: [ChatMessage], over connection: Int) {
        driver.handle(.received(messages, connection: connection))
    }

    func report(_ error: any Error, over connection: Int) { onError(error) }

    func failed(_ scope: StreamFault.Scope, over connection: Int) {
        driver.handle(.error(scope, connection: connection))
    }

    func detach(_ handler: ChatSessionHandler, _ connection: Int) {
        if self.handler === handler { self.handler = nil }
        driver.handle(.closed(connection: connection))
    }
}

#endif
