// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// The chat sessions of a server on one event loop, which run a `ChatServerMachine` with its timers and connections.
///
/// ```swift
/// let server = ChatServerDriver(ChatServerMachine.Configuration(), on: loop)
/// // For each accepted connection:
/// try channel.pipeline.syncOperations.addChatServer(server, .packets)
/// ```
///
/// All members must be used on that event loop.
public final class ChatServerDriver {
    /// A closure that is called for each event before the machine handles it, for example to write a journal (SES-004).
    public var willHandle: (ChatServerMachine.Event) -> Void {
        get { driver.willHandle }
        set { driver.willHandle = newValue }
    }
    /// A closure that is called for each action before it is performed.
    public var onAction: (ChatServerMachine.Action) -> Void = { _ in }

    /// A closure that is called for each error of a connection, with the connection's number.
    public var onError: (_ error: any Error, _ connection: Int) -> Void = { _, _ in }
    /// The configuration of the server.
    public let configuration: ChatServerMachine.Configuration
    /// The bytes that wait to be sent to clients.
    public let outbound: SharedBytes
    /// The bytes of unfinished messages from clients.
    public let inbound: SharedBytes
    private let driver: SessionDriver<ChatServerMachine>
    private var connections: [Int: ChatSessionHandler] = [:]
    private var lastConnection = 0
    private let turn: TurnFlush

    /// Creates a server without connections that continues from the memory of an earlier process.
    public init(
        _ configuration: ChatServerMachine.Configuration, memory: ChatServerMemory = ChatServerMemory(),
        on eventLoop: any EventLoop,
        clock: SessionClock = SessionClock(), outbound: SharedBytes = SharedBytes(),
        inbound: SharedBytes = SharedBytes()
    ) {
        self.outbound = outbound
        self.inbound = inbound
        self.configuration = configuration
        driver = SessionDriver(ChatServerMachine(configuration, memory: memory), on: eventLoop, clock: clock)
        turn = TurnFlush(on: eventLoop)
        driver.perform = { [weak self] action in
            guard let self else { return }
            onAction(action)
            perform(action)
        }
    }

    /// The event loop of the channel.
    public var eventLoop: any EventLoop { driver.eventLoop }
    /// The clock that drives the sessions' timers.
    public var clock: SessionClock { driver.clock }
    /// The state that must survive the end of the process.
    public var memory: ChatServerMemory { driver.read { $0.memory } }
    /// The approximate number of bytes of the stored messages.
    public var storedBytes: Int { driver.read { $0.memory.bytes } }
    /// The number of open connections.
    public var connectionCount: Int { connections.count }

    /// Sends a message from the server itself (SES-086).
    public func post(_ message: ChatMessage) { driver.handle(.post(message)) }

    private func perform(_ action: ChatServerMachine.Action) {
        switch action {
        case .write(let messages, let connections):
            for connection in connections {
                guard let handler = self.connections[connection] else { continue }
                handler.write(messages)
                turn.add(handler)
            }
        case .beat(let connection):
            guard let handler = connections[connection] else { return }
            handler.beat()
            turn.add(handler)
        case .close(let connection, let reason):
            connections.removeValue(forKey: connection)?.close(reason)
        default: break
        }
    }
}

extension ChatServerDriver: ChatSession {
    var heartbeat: ChatHeartbeatBody { configuration.heartbeat }

    func attach(_ handler: ChatSessionHandler) -> Int {
        lastConnection += 1
        connections[lastConnection] = handler
        driver.handle(.accepted(connection: lastConnection))
        return lastConnection
    }

    func received(_ messages: [ChatMessage], over connection: Int) {
        driver.handle(.received(messages, connection: connection))
    }

    func report(_ error: any Error, over connection: Int) { onError(error, connection) }

    func failed(_ scope: StreamFault.Scope, over connection: Int) {
        driver.handle(.error(scope, connection: connection))
    }

    func detach(_ handler: ChatSessionHandler, _ connection: Int) {
        if connections.removeValue(forKey: connection) != nil { driver.handle(.closed(connection: connection)) }
    }
}

#endif
