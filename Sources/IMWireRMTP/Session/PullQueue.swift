// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What is pulled.
enum PullTarget: Hashable, Sendable {
    /// The messages of the user.
    case inbox
    /// Those of a chatroom.
    case room(ExactText)
}

/// One pull at a time, the others in the order in which they were asked for (RMTP-195).
struct PullQueue: Sendable {
    private(set) var running: PullTarget?
    private var waiting: [PullTarget] = []

    /// Whether the messages of the user are being pulled, so that direct ones come in the answer as well.
    var isPullingInbox: Bool { running == .inbox }

    /// Asks for a pull; what is to be pulled now, or nil where it has to wait.
    ///
    /// Each target waits once.
    mutating func ask(for target: PullTarget) -> PullTarget? {
        guard running != nil else {
            running = target
            return target
        }
        if !waiting.contains(target) { waiting.append(target) }
        return nil
    }

    /// A pull has ended; what is to be pulled next.
    mutating func end() -> PullTarget? {
        running = waiting.isEmpty ? nil : waiting.removeFirst()
        return running
    }

    /// Nobody wants this any more; a pull that runs goes on to its end.
    mutating func forget(_ target: PullTarget) {
        waiting.removeAll { $0 == target }
    }
}
