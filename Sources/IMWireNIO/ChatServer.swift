// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// The chat sessions of a server on one event loop, which run a ``ServerSessions`` with its timers and connections.
///
/// ```swift
/// let server = ChatServer(ServerConfiguration(), on: loop)
/// // For each accepted connection:
/// try channel.pipeline.syncOperations.addChatServer(server, .packets)
/// ```
///
/// All members must be used on that event loop.
public final class ChatServer {
    /// The event loop of the channel.
    public let eventLoop: any EventLoop
    /// The clock that drives the sessions' timers.
    public let clock: SessionClock
    /// A closure that is called for each event before the machine handles it, for example to write a journal (SES-004).
    public var willHandle: (ServerEvent) -> Void = { _ in }
    /// A closure that is called for each action before it is carried out.
    public var willCarryOut: (ServerAction) -> Void = { _ in }

    /// The configuration of the server.
    public let configuration: ServerConfiguration
    /// The bytes that wait to be sent to clients.
    public let outbound: SharedBytes
    /// The bytes of unfinished messages from clients.
    public let inbound: SharedBytes
    private var sessions: ServerSessions
    private var connections: [Int: ChatServerHandler] = [:]
    private var lastConnection = 0
    private let wakeUp: WakeUp
    /// The events that arrived while another was being handled: closing a channel reports its end synchronously.
    private var waiting: [ServerEvent] = []
    private var isHandling = false
    /// The connections with written data that is not flushed.
    private var written: Set<Int> = []

    /// Creates a server without connections that continues from the memory of an earlier process.
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

    /// The state that must survive the end of the process.
    public var memory: ServerMemory { sessions.memory }
    /// The approximate number of bytes of the stored messages.
    public var storedBytes: Int { sessions.memory.bytes }
    /// The number of open connections.
    public var connectionCount: Int { connections.count }

    /// Sends a message from the server itself (SES-086).
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

    /// Handles an event and carries out the resulting actions.
    ///
    /// - Parameter flushes: Whether to flush. Pass `false` for each event of a read, and call ``flush()`` after the
    ///   last one.
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
        // Closing or flushing a channel may have added events.
        if !waiting.isEmpty { return handle(.tick, flushes: flushes) }
        wakeUp.set(sessions.nextDue) { [weak self] in self?.handle(.tick) }
    }

    /// Flushes the written messages with one system call for each connection, however many messages one read contained.
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
