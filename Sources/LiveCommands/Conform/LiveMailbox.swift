// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireRMTP
import NIOCore
import NIOPosix
import Synchronization

/// What comes over the connections of a scenario, in one order; whoever waits for the next is woken by it.
final class LiveMailbox: Sendable {
    /// Something that has come.
    struct Item: Sendable {
        var time: NIODeadline
        var connection: Int
        var what: What
    }

    /// What it is.
    enum What: Sendable {
        /// A connection has come in.
        case opened(any Channel)
        /// The messages of a line or packet, and deviations of theirs.
        case messages([RawJSON], beats: Int, deviations: [String])
        /// A binary packet.
        case packet(RMTPPacket)
        /// Something that cannot be read.
        case unreadable(StreamFault)
        /// The connection is gone.
        case closed
    }

    private struct State {
        var items: [Item] = []
        var waiter: CheckedContinuation<Item?, Never>?
        var ticket = 0
    }

    private let state = Mutex(State())
    private let loop: any EventLoop
    /// What went over the wires.
    let log: LiveWireLog

    init(on loop: any EventLoop) {
        self.loop = loop
        log = LiveWireLog()
    }

    func put(_ connection: Int, _ what: What) {
        let item = Item(time: .now(), connection: connection, what: what)
        let waiter = state.withLock { state -> CheckedContinuation<Item?, Never>? in
            guard let waiter = state.waiter else {
                state.items.append(item)
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: item)
    }

    /// The next item; nil where none comes in time.
    func next(until deadline: NIODeadline) async -> Item? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Item?, Never>) in
            enum Found {
                case item(Item)
                case wait(Int)
            }
            let found: Found = state.withLock { state in
                if !state.items.isEmpty { return .item(state.items.removeFirst()) }
                state.ticket += 1
                state.waiter = continuation
                return .wait(state.ticket)
            }
            switch found {
            case .item(let item): continuation.resume(returning: item)
            case .wait(let ticket): loop.scheduleTask(deadline: deadline) { self.expire(ticket) }
            }
        }
    }

    private func expire(_ ticket: Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Item?, Never>? in
            guard state.ticket == ticket else { return nil }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }
}

/// The wire log of a scenario; what is beyond its limits is left out.
final class LiveWireLog: Sendable {
    private let start = NIODeadline.now()
    private let state = Mutex((events: [WireEvent](), bytes: 0))
    private static let events = 2_000
    private static let bytes = 1 << 20

    var events: [WireEvent] { state.withLock { $0.events } }

    func add(
        _ connection: Int, _ direction: RMTPDirection, _ transport: WireEvent.Transport, _ content: WireEvent.Content
    ) {
        let at = Int((NIODeadline.now() - start).nanoseconds / 1_000_000)
        state.withLock { state in
            if case .bytes(let bytes) = content { state.bytes += bytes.count }
            guard state.events.count < LiveWireLog.events, state.bytes <= LiveWireLog.bytes else { return }
            state.events.append(
                WireEvent(
                    at: max(at, state.events.last?.at ?? 0), connection: connection, direction, transport, content))
        }
    }
}

#endif
