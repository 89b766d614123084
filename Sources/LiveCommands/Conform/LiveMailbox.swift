// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import NIOCore
import NIOPosix
import Synchronization

/// The queue of what arrives over the connections of a scenario, in one order.
///
/// The queue is bounded (LIV-042): sockets are not read while it is full, and a peer that floods fails the scenario.
package final class LiveMailbox: Sendable {
    /// An arrival.
    package struct Item: Sendable {
        package var time: NIODeadline
        package var connection: Int
        package var what: What
    }

    /// The kinds of arrivals.
    package enum What: Sendable {
        /// A connection was accepted, from a release of the vendor's SDK if one is known.
        case opened(any Channel, LiveRelease?)
        /// The messages of a line or packet, and their deviations.
        case messages([RawJSON], beats: Int, deviations: [String])
        /// A binary packet.
        case packet(RMTPPacket)
        /// Bytes that cannot be decoded.
        case unreadable(StreamFault)
        /// The connection is closed because the peer does not read what is sent to it.
        case unread(OutboundLimit.Failure)
        /// The connection is closed.
        case closed
        /// The peer has sent more than a scenario allows; no further item is queued.
        case flooded

        /// The number of messages, and an estimate of their bytes in memory.
        var size: LiveMailboxLimit.Size {
            switch self {
            case .messages(let messages, let beats, _):
                LiveMailboxLimit.Size(
                    messages: messages.count + beats, bytes: messages.reduce(64) { $0 + $1.text.utf8.count })
            case .packet(let packet): LiveMailboxLimit.Size(messages: 1, bytes: 64 + (packet.data?.count ?? 0))
            case .unreadable: LiveMailboxLimit.Size(messages: 1, bytes: 64)
            case .opened, .unread, .closed, .flooded: LiveMailboxLimit.Size()
            }
        }
    }

    private struct State {
        var items = CircularBuffer<Item>()
        var waiter: CheckedContinuation<Item?, Never>?
        var ticket = 0
        var waiting = LiveMailboxLimit.Size()
        var total = LiveMailboxLimit.Size()
        var isFlooded = false
        var isOver = false
        /// The timer of the waiter.
        var timer: Scheduled<Void>?
        /// Closures that resume reading from paused sockets.
        var paused: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let start = NIODeadline.now()
    private let loop: any EventLoop
    let log: LiveWireLog

    package init(on loop: any EventLoop) {
        self.loop = loop
        log = LiveWireLog()
    }

    func append(_ connection: Int, _ what: What) {
        let size = what.size
        let limit = LiveMailboxLimit.total(after: NIODeadline.now() - start)
        let ready = state.withLock { state -> (CheckedContinuation<Item?, Never>, Item)? in
            if state.isFlooded || state.isOver { return nil }
            state.total += size
            state.isFlooded = state.total.exceeds(limit)
            let item = Item(time: .now(), connection: connection, what: state.isFlooded ? .flooded : what)
            guard let waiter = state.waiter else {
                state.items.append(item)
                state.waiting += size
                return nil
            }
            state.waiter = nil
            state.timer?.cancel()
            state.timer = nil
            return (waiter, item)
        }
        if let (waiter, item) = ready { waiter.resume(returning: item) }
    }

    /// Returns the next item, or nil if none arrives before the deadline.
    package func next(until deadline: NIODeadline) async -> Item? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Item?, Never>) in
            enum Found {
                case item(Item, [@Sendable () -> Void])
                case wait(Int)
            }
            let found: Found = state.withLock { state in
                if let item = state.items.popFirst() {
                    state.waiting -= item.what.size
                    if state.waiting.exceeds(LiveMailboxLimit.low) { return .item(item, []) }
                    defer { state.paused = [] }
                    return .item(item, state.paused)
                }
                state.ticket += 1
                state.waiter = continuation
                return .wait(state.ticket)
            }
            switch found {
            case .item(let item, let paused):
                for resume in paused { resume() }
                continuation.resume(returning: item)
            case .wait(let ticket):
                let timer = loop.scheduleTask(deadline: deadline) { [weak self] () -> Void in self?.expire(ticket) }
                state.withLock { state in
                    // Otherwise an item has arrived meanwhile.
                    if state.ticket == ticket, state.waiter != nil { state.timer = timer } else { timer.cancel() }
                }
            }
        }
    }

    /// Discards everything that has arrived and is not checked, and reads nothing more.
    ///
    /// The closures of paused sockets refer to their connections, which refer to the mailbox: without this call, neither
    /// would ever be released.
    package func end() {
        let discarded = state.withLock { state in
            state.isOver = true
            defer { (state.items, state.paused, state.waiting) = (CircularBuffer(), [], LiveMailboxLimit.Size()) }
            return (state.items, state.paused)
        }
        withExtendedLifetime(discarded) {}
    }

    /// Returns whether a socket may be read now; otherwise `resume` is called once there is capacity.
    func mayRead(_ resume: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            // The socket of a peer that floods is never read again.
            if state.isFlooded || state.isOver { return false }
            guard state.waiting.exceeds(LiveMailboxLimit.high) else { return true }
            state.paused.append(resume)
            return false
        }
    }

    private func expire(_ ticket: Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Item?, Never>? in
            guard state.ticket == ticket else { return nil }
            defer { (state.waiter, state.timer) = (nil, nil) }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }
}

/// The limits of a mailbox (LIV-042).
enum LiveMailboxLimit {
    /// A number of messages and their bytes.
    struct Size: Hashable, Sendable {
        var messages = 0
        var bytes = 0

        static func += (left: inout Size, right: Size) {
            left.messages += right.messages
            left.bytes += right.bytes
        }

        static func -= (left: inout Size, right: Size) {
            left.messages -= right.messages
            left.bytes -= right.bytes
        }

        func exceeds(_ limit: Size) -> Bool { messages > limit.messages || bytes > limit.bytes }
    }

    /// Sockets are paused above this size.
    static let high = Size(messages: 256, bytes: 1 << 20)
    /// Sockets are read again at this size or below.
    static let low = Size(messages: 128, bytes: 1 << 19)

    /// Returns the most that a peer may send in a scenario that has lasted for `time`.
    ///
    /// The allowance for each second covers the heartbeats of a long scenario.
    static func total(after time: TimeAmount) -> Size {
        let seconds = Int(time.nanoseconds / 1_000_000_000)
        return Size(messages: 10_000 + 20 * seconds, bytes: (64 << 20) + (seconds << 14))
    }
}

/// A handler that pauses a socket while the mailbox is full.
final class MailGate: ChannelOutboundHandler {
    typealias OutboundIn = Any

    private let mailbox: LiveMailbox

    init(_ mailbox: LiveMailbox) {
        self.mailbox = mailbox
    }

    func read(context: ChannelHandlerContext) {
        let loop = context.eventLoop
        let bound = NIOLoopBound(context, eventLoop: loop)
        if mailbox.mayRead({ loop.execute { bound.value.read() } }) { context.read() }
    }
}

#endif
