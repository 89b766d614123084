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
    }

    /// Returns what `body` reads from the machine.
    public func read<Value>(_ body: (borrowing Machine) -> Value) -> Value {
        body(queue.machine)
    }

    /// Handles an event and performs the resulting actions.
    public func handle(_ event: Machine.Event) {
        eventLoop.assertInEventLoop()
        guard queue.add(event) else { return }
        while let event = queue.next() {
            willHandle(event)
            for step in queue.handle(event, at: clock.now) { perform(step.action) }
            // Flushing a channel may add events.
            if !queue.isWaiting { didHandle() }
        }
        wakeUp.set(queue.machine.nextDue) { [weak self] in self?.handle(.tick) }
    }
}

/// A timer that wakes a machine when its next timer is due; confined to an event loop.
private final class WakeUp {
    private let loop: any EventLoop
    private let clock: SessionClock
    private var scheduled: Scheduled<Void>?
    private var due: Int64?

    init(on loop: any EventLoop, _ clock: SessionClock) {
        self.loop = loop
        self.clock = clock
    }

    /// Schedules `action` at `due` in place of the previous one; nil cancels it.
    func set(_ due: Int64?, _ action: @escaping () -> Void) {
        guard due != self.due else { return }
        scheduled?.cancel()
        scheduled = nil
        self.due = due
        guard let due else { return }
        scheduled = loop.assumeIsolated().scheduleTask(deadline: clock.deadline(due)) { [weak self] in
            self?.due = nil
            action()
        }
    }
}

#endif
