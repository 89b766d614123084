// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// A timer that wakes a machine when its next timer is due; confined to an event loop.
final class WakeUp {
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
