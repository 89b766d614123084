// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore
import Synchronization

/// The time during which a process could not read what had arrived; clocks do not count it (LIV-102, LIV-142).
package final class StallCredit: Sendable {
    /// The sum of all stalls, and the latest time that clocks show until the event loop is seen to run again.
    ///
    /// A clock that ran on during a stall would go back when the stall is found.
    private let state = Mutex((total: Int64(0), latest: Int64.max))

    package init() {}

    /// The time of the machine without all stalls, in nanoseconds, which never decreases.
    var now: Int64 {
        state.withLock { state in min(StallCredit.real, state.latest) - state.total }
    }

    /// Records that the event loop runs, and returns the length of the stall that has ended, or 0.
    ///
    /// - Parameter timeout: The time in nanoseconds until the loop must be seen again; nil if nobody watches it.
    func recordTurn(_ timeout: Int64?) -> Int64 {
        state.withLock { state in
            let real = StallCredit.real
            let stall = max(0, real - state.latest)
            state.total += stall
            state.latest = timeout.map { real + $0 } ?? .max
            return stall
        }
    }

    private static var real: Int64 { Int64(clamping: NIODeadline.now().uptimeNanoseconds) }
}

/// A timer that notices when an event loop, or the whole process, did nothing for a while.
///
/// Whoever was not heard in such a time may have sent its heartbeat, which waits in a socket. The clocks of the machines
/// therefore stand still during a stall, and silence is not checked right after one.
package final class StallWatch {
    private let loop: any EventLoop
    private let credit: StallCredit
    /// A closure that is called with the length of each stall, in milliseconds.
    private let onStall: (Int64) -> Void

    private static let period = TimeAmount.milliseconds(100)
    /// The time after which a loop that was not seen is stalled.
    private static let timeout = 2 * period.nanoseconds

    /// Starts a watch, which ends with this object.
    package init(_ loop: any EventLoop, _ credit: StallCredit, onStall: @escaping (Int64) -> Void) {
        self.loop = loop
        self.credit = credit
        self.onStall = onStall
        wait()
    }

    deinit { _ = credit.recordTurn(nil) }

    private func wait() {
        let stall = credit.recordTurn(StallWatch.timeout)
        if stall > 0 { onStall(max(1, stall / 1_000_000)) }
        loop.assumeIsolated().scheduleTask(in: StallWatch.period) { [weak self] in self?.wait() }
    }
}

#endif
