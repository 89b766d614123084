// SPDX-License-Identifier: Apache-2.0

/// A machine with a queue for the events that arrive while an action is carried out.
///
/// Carrying out an action can cause an event at once: closing a channel reports its end before the call returns.
package struct SessionQueue<Machine: SessionMachine & ~Copyable>: ~Copyable {
    package private(set) var machine: Machine
    private var waiting: [Machine.Event] = []
    private var isHandling = false

    package init(_ machine: consuming Machine) {
        self.machine = machine
    }

    /// Adds an event, and returns whether the caller has to handle the queue, which it does not do already.
    package mutating func add(_ event: Machine.Event) -> Bool {
        waiting.append(event)
        if isHandling { return false }
        isHandling = true
        return true
    }

    /// Removes and returns the next event, or ends the handling and returns nil.
    package mutating func next() -> Machine.Event? {
        guard !waiting.isEmpty else {
            isHandling = false
            return nil
        }
        return waiting.removeFirst()
    }

    /// Whether events are waiting.
    package var isWaiting: Bool { !waiting.isEmpty }

    /// Passes an event to the machine, and returns the actions to carry out.
    package mutating func handle(_ event: Machine.Event, at time: Int64) -> [TimedAction<Machine.Action>] {
        machine.handle(event, at: time)
    }
}
