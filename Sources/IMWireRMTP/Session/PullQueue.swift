// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The target of a pull.
enum PullTarget: Hashable, Sendable {
    /// The messages of the user.
    case inbox
    /// The messages of a chatroom.
    case room(RoomVisit)
}

/// A queue that runs one pull at a time and the others in the order of request (RMTP-195).
struct PullQueue: Sendable {
    private(set) var running: PullTarget?
    private(set) var waiting = OrderedStore<PullTarget, Bool>()

    var steps: Int { waiting.steps }
    /// Whether the messages of the user are being pulled or will be, in which case direct messages are also in the
    /// answer.
    var includesInbox: Bool { running == .inbox || waiting.contains(.inbox) }

    /// Requests a pull and returns the target to pull now, or nil if the request must wait.
    ///
    /// A target waits at most once.
    mutating func ask(for target: PullTarget) -> PullTarget? {
        guard running != nil else {
            running = target
            return target
        }
        waiting[target] = true
        return nil
    }

    /// Ends the current pull and returns the next target, or nil if none waits.
    mutating func end() -> PullTarget? {
        running = waiting.removeFirst()?.key
        return running
    }
}
