// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore
import Synchronization

/// The time during which a process could not read what had arrived; clocks do not count it.
package final class StallCredit: Hashable, Sendable {
    private let total = Atomic<Int64>(0)

    package init() {}

    /// The sum of all stalls, in nanoseconds.
    var nanoseconds: Int64 { total.load(ordering: .relaxed) }

    func add(_ nanoseconds: Int64) {
        total.wrappingAdd(nanoseconds, ordering: .relaxed)
    }

    package static func == (one: StallCredit, other: StallCredit) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A timer that notices when an event loop, or the whole process, did nothing for a while.
///
/// Whoever was not heard in such a time may have sent its heartbeat, which waits in a socket. The clocks of the machines
/// therefore stand still during a stall, and silence is not judged right after one.
package final class StallWatch {
    private let loop: any EventLoop
    private let credit: StallCredit
    /// A closure that is called with the length of each stall, in milliseconds.
    private let onStall: (Int64) -> Void

    private static let period = TimeAmount.milliseconds(100)

    /// Starts a watch, which ends with this object.
    package init(_ loop: any EventLoop, _ credit: StallCredit, onStall: @escaping (Int64) -> Void) {
        self.loop = loop
        self.credit = credit
        self.onStall = onStall
        wait()
    }

    private func wait() {
        let due = NIODeadline.now() + StallWatch.period
        loop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in self?.look(due) }
    }

    private func look(_ due: NIODeadline) {
        let late = (NIODeadline.now() - due).nanoseconds
        if late > StallWatch.period.nanoseconds {
            credit.add(late)
            onStall(late / 1_000_000)
        }
        wait()
    }
}

#endif
