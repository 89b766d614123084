// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A future event in the simulated world.
enum SimulationEvent {
    /// A message or a batch of one side arrives at the other.
    case arrival(from: SimulatedSide, link: Int, sequence: Int, [ChatMessage])
    /// The connection is established.
    case opened(link: Int)
    /// TLS is established.
    case secured(link: Int)
    /// A side learns that the connection is closed.
    case closed(SimulatedSide, link: Int)
    /// The decoder of a side reports an error.
    case error(SimulatedSide, link: Int, StreamFault.Scope)
    /// The user of a device performs an action.
    case send(device: Int)
    case recall(device: Int)
    case connect(device: Int)
    case disconnect(device: Int)
    /// The application submits a message to the session again.
    case sendAgain(device: Int, key: String)
    /// The process on a device ends during its next actions.
    case kill(device: Int)
    /// The network or the server fails.
    case cut(device: Int)
    case halfOpen(device: Int)
    case restart
}

/// The future events, earliest first; simultaneous events are in the order in which they were planned.
struct SimulationQueue {
    private struct Entry {
        var time: Int64
        var order: Int
        var event: SimulationEvent
    }

    /// The entries in reverse order, so that the next one is the last; there are never many.
    private var entries: [Entry] = []
    private var order = 0

    var nextTime: Int64? { entries.last?.time }

    mutating func plan(_ event: SimulationEvent, at time: Int64) {
        order += 1
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].time > time { low = middle + 1 } else { high = middle }
        }
        entries.insert(Entry(time: time, order: order, event: event), at: low)
    }

    mutating func popFirst() -> SimulationEvent? {
        entries.popLast()?.event
    }
}
