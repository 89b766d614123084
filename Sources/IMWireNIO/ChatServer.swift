// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// The chat sessions of a server, on one event loop: the machine ``ServerSessions`` with its timers and connections.
///
/// ```swift
/// let server = ChatServer(ServerConfiguration(), on: loop)
/// // for each connection that was accepted:
/// try channel.pipeline.syncOperations.addChatServer(server, .packets)
/// ```
/// Everything here is used on that loop only.
public final class ChatServer {
    /// The event loop of the channel.
    public let eventLoop: any EventLoop
    /// The clock.
    public let clock: SessionClock
    /// Called for each event before the machine has it: whoever keeps a journal writes it here (SES-004).
    public var willHandle: (ServerEvent) -> Void = { _ in }
    /// Called for each action before it is carried out.
    public var willCarryOut: (ServerAction) -> Void = { _ in }

    /// What it was started with.
    public let configuration: ServerConfiguration
    /// The bytes that wait for its clients.
    public let outbound: SharedBytes
    /// The bytes of messages that its clients have not finished.
    public let inbound: SharedBytes
    private var sessions: ServerSessions
    private var connections: [Int: ChatServerHandler] = [:]
    private var lastConnection = 0
    private let wakeUp: WakeUp
    /// Events that came while another was handled: closing a channel tells of it at once.
    private var waiting: [ServerEvent] = []
    private var isHandling = false
    /// The connections with something that was written and not flushed.
    private var written: Set<Int> = []

    /// Starts without connections, with the memory of an earlier process.
    public init(
        _ configuration: ServerConfiguration, memory: ServerMemory = ServerMemory(), on eventLoop: any EventLoop,
        clock: SessionClock = SessionClock(), outbound: SharedBytes = SharedBytes(),
        inbound: SharedBytes = SharedBytes()
    ) {
        self.outbound = outbound
        self.inbound = inbound
        self.eventLoop = eventLoop
        self.clock = clock
        self.configuration = configuration
        sessions = ServerSessions(configuration, memory: memory)
        wakeUp = WakeUp(on: eventLoop, clock)
    }

    /// What has to survive the end of the process.
    public var memory: ServerMemory { sessions.memory }
    /// The bytes of what is stored, about.
    public var storedBytes: Int { sessions.memory.bytes }
    /// How many connections there are.
    public var connectionCount: Int { connections.count }

    /// Sends a message of the server's own (SES-086).
    public func post(_ message: SessionMessage) {
        handle(.post(message))
    }

    func accept(_ handler: ChatServerHandler) -> Int {
        lastConnection += 1
        connections[lastConnection] = handler
        handle(.accepted(connection: lastConnection))
        return lastConnection
    }

    func closed(_ connection: Int) {
        if connections.removeValue(forKey: connection) != nil { handle(.closed(connection: connection)) }
    }

    /// Handles an event, and what comes of it.
    ///
    /// - Parameter flushes: false for one of several events of a read; ``flush()`` then follows the last one.
    func handle(_ event: ServerEvent, flushes: Bool = true) {
        eventLoop.assertInEventLoop()
        waiting.append(event)
        if isHandling { return }
        isHandling = true
        while !waiting.isEmpty {
            let event = waiting.removeFirst()
            willHandle(event)
            for step in sessions.handle(event, at: clock.now) {
                willCarryOut(step.action)
                carryOut(step.action)
            }
        }
        if flushes { flush() }
        isHandling = false
        // Closing and flushing may have told of something.
        if !waiting.isEmpty { return handle(.tick, flushes: flushes) }
        wakeUp.set(sessions.nextDue) { [weak self] in self?.handle(.tick) }
    }

    /// Flushes the written messages: one system call a connection, however many messages one read contained.
    func flush() {
        let flushed = written
        written = []
        for connection in flushed { connections[connection]?.flush() }
    }

    private func carryOut(_ action: ServerAction) {
        switch action {
        case .write(let connection, let messages):
            connections[connection]?.write(messages)
            written.insert(connection)
        case .beat(let connection):
            connections[connection]?.beat()
            written.insert(connection)
        case .close(let connection, let reason):
            connections.removeValue(forKey: connection)?.close(reason)
        default: break
        }
    }
}

#endif
