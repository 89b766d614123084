// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import NIOCore

/// A watcher of the connections of a scenario, which handles what arrives in one order and keeps connections alive.
protocol LiveWatcher: AnyObject {
    var stage: LiveStage { get }
    /// The kinds of the peer's answers and closes, in order (LIV-061).
    var trace: LiveTrace { get }
    /// The time between heartbeats that are not part of the scenario; nil for none.
    var interval: TimeAmount? { get }
    /// The time of the last heartbeat.
    var lastBeat: NIODeadline { get set }

    func beat() async throws

    /// Returns the name of a connection for people, or nil if what arrives over it is skipped.
    func name(of connection: Int) -> String?

    /// Handles a connection of the peer.
    func handleOpening(_ channel: any Channel, _ release: LiveRelease?, serial: Int, _ time: NIODeadline) throws

    /// Handles messages of socket chat.
    func handle(
        _ messages: [RawJSON], beats: Int, deviations: [String], on connection: Int, _ time: NIODeadline) throws

    /// Handles a packet, as an action.
    func handle(_ action: RawJSON, on connection: Int, _ time: NIODeadline) async throws

    /// Handles the end of a connection that the peer has closed.
    func handleClose(of connection: Int, _ time: NIODeadline) throws
}

extension LiveWatcher {
    /// Handles arrivals until the deadline.
    func watch(until deadline: NIODeadline) async throws {
        while NIODeadline.now() < deadline { _ = try await step(until: deadline) }
    }

    /// Handles arrivals until `isDone` returns true.
    func wait(_ what: String, _ isDone: () -> Bool) async throws {
        let deadline = NIODeadline.now() + .milliseconds(stage.limits.timeout)
        while !isDone() {
            guard NIODeadline.now() < deadline else {
                throw LiveFailure("\(what) not received within \(stage.limits.timeout) ms")
            }
            _ = try await step(until: deadline)
        }
    }

    /// Handles the next arrival; returns false if there is none before the deadline.
    func step(until deadline: NIODeadline) async throws -> Bool {
        var next = deadline
        if let interval {
            if lastBeat + interval <= .now() {
                lastBeat = .now()
                try await beat()
            }
            next = min(deadline, lastBeat + interval)
        }
        guard let item = await stage.mailbox.next(until: next) else { return NIODeadline.now() < deadline }
        try await handle(item)
        return true
    }

    private func handle(_ item: LiveMailbox.Item) async throws {
        switch item.what {
        case .flooded: throw LiveFailure.flood
        case .opened(let channel, let release):
            return try handleOpening(channel, release, serial: item.connection, item.time)
        default: break
        }
        guard let number = stage.number(of: item.connection), stage.isOpen(number), let name = name(of: number) else {
            return
        }
        switch item.what {
        case .opened, .flooded: break
        case .unread(let failure): throw LiveFailure.unread(name, failure)
        case .unreadable(let fault):
            throw LiveFailure("data on \(name) cannot be read: \(fault.description)")
        case .messages(let messages, let beats, let deviations):
            try handle(messages, beats: beats, deviations: deviations, on: number, item.time)
        case .packet(let packet): try await handle(stage.action(packet, number), on: number, item.time)
        case .closed:
            stage.over(number)
            try handleClose(of: number, item.time)
        }
    }
}

#endif
