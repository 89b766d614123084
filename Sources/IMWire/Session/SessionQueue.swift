// SPDX-License-Identifier: Apache-2.0

/// A machine with a queue for the events that arrive while an action is carried out.
///
/// Carrying out an action can cause an event at once: closing a channel reports its end before the call returns.
/// ```swift
/// guard queue.begin(event) else { return }
/// var next: Machine.Event? = event
/// while let event = next {
///     carryOut(queue.handle(event, at: clock.now))
///     next = queue.next()
/// }
/// ```
/// The code is inlinable because a generic type of another module is several times as slow.
package struct SessionQueue<Machine: SessionMachine & ~Copyable>: ~Copyable {
    @usableFromInline package internal(set) var machine: Machine
    @usableFromInline var waiting: [Machine.Event] = []
    /// The number of events at the start of `waiting` that were handled.
    @usableFromInline var handled = 0
    @usableFromInline var isHandling = false
    /// The number of events that were moved so far.
    @usableFromInline package internal(set) var steps = 0

    @inlinable
    package init(_ machine: consuming Machine) {
        self.machine = machine
    }

    /// Returns whether the caller has to handle the event now, and then those of ``next()``; otherwise the event waits.
    @inlinable
    package mutating func begin(_ event: Machine.Event) -> Bool {
        if isHandling {
            waiting.append(event)
            return false
        }
        isHandling = true
        return true
    }

    /// Removes and returns the next event, or ends the handling and returns nil.
    @inlinable
    package mutating func next() -> Machine.Event? {
        guard isWaiting else {
            if handled > 0 { waiting.removeAll(keepingCapacity: waiting.capacity <= 64) }
            handled = 0
            isHandling = false
            return nil
        }
        // Handled events are removed several at a time, because each removal moves all others.
        if handled >= 64, handled * 2 > waiting.count {
            steps += waiting.count - handled
            waiting.removeFirst(handled)
            handled = 0
        }
        handled += 1
        return waiting[handled - 1]
    }

    /// Whether events are waiting.
    @inlinable package var isWaiting: Bool { handled < waiting.count }

    /// Passes an event to the machine, and returns the actions to carry out.
    @inlinable
    package mutating func handle(_ event: Machine.Event, at time: Int64) -> [TimedAction<Machine.Action>] {
        machine.handle(event, at: time)
    }
}
