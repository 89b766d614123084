// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// A driver that runs a session machine on an event loop, with its timers.
///
/// ```swift
/// let driver = SessionDriver(machine, on: loop)
/// driver.perform = { action in perform(action) }
/// driver.handle(.connect)
/// ```
/// An event that arrives while an action is performed is handled after it. All members must be used on the event
/// loop.
public final class SessionDriver<Machine: SessionMachine & ~Copyable> {
    /// The event loop of the machine.
    public let eventLoop: any EventLoop
    /// The clock that drives the machine's timers.
    public let clock: SessionClock
    /// A closure that is called for each event before the machine handles it, for example to write a journal (SES-004).
    public var willHandle: (Machine.Event) -> Void = { _ in }
    /// A closure that performs an action.
    public var perform: (Machine.Action) -> Void = { _ in }
    /// A closure that is called when no event is left, for example to flush what was written.
    public var didHandle: () -> Void = {}

    private var queue: SessionQueue<Machine>
    private let wakeUp: WakeUp

    /// Creates a driver for a machine that has handled no event.
    public init(_ machine: consuming Machine, on eventLoop: any EventLoop, clock: SessionClock = SessionClock()) {
        self.eventLoop = eventLoop
        self.clock = clock
        queue = SessionQueue(machine)
        wakeUp = WakeUp(on: eventLoop, clock)
        wakeUp.action = { [weak self] in self?.handle(.tick) }
    }

    deinit { wakeUp.set(nil) }

    /// Returns what `body` reads from the machine.
    public func read<Value>(_ body: (borrowing Machine) -> Value) -> Value {
        body(queue.machine)
    }

    /// Handles an event and performs the resulting actions.
    public func handle(_ event: Machine.Event) {
        eventLoop.assertInEventLoop()
        guard queue.begin(event) else { return }
        var next: Machine.Event? = event
        while let event = next {
            willHandle(event)
            for step in queue.handle(event, at: clock.now) { perform(step.action) }
            // Flushing a channel may add events.
            if !queue.isWaiting { didHandle() }
            next = queue.next()
        }
        wakeUp.set(queue.machine.nextDue)
    }
}

/// A timer that wakes a machine when its next timer is due; confined to an event loop.
///
/// Most timers are replaced by later ones before they fire, with each message of a client. The event loop is therefore
/// asked for a callback only if there is none at that time or earlier; one that comes too early is asked for again.
private final class WakeUp: NIOScheduledCallbackHandler {
    private let loop: any EventLoop
    private let clock: SessionClock
    private var callback: (at: Int64, handle: NIOScheduledCallback)?
    private var due: Int64?
    /// A closure that is called at the time that was set.
    var action: () -> Void = {}

    init(on loop: any EventLoop, _ clock: SessionClock) {
        self.loop = loop
        self.clock = clock
    }

    /// Sets the time of the next call, in place of the previous one; nil for none.
    func set(_ due: Int64?) {
        self.due = due
        if let due, let callback, callback.at <= due { return }
        callback?.handle.cancel()
        callback = nil
        guard let due else { return }
        let handle = try? loop.assumeIsolated().scheduleCallback(at: clock.deadline(due), handler: self)
        callback = handle.map { (due, $0) }
    }

    func handleScheduledCallback(eventLoop: some EventLoop) {
        callback = nil
        guard let due else { return }
        if due > clock.now { set(due) } else { action() }
    }
}

#endif
