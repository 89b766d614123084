// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// A timer for the patience with a peer, which is extended by the stalls of this process.
package final class DeadlineTimer {
    private let stalls: StallCredit?
    private let loop: any EventLoop
    private var action: (() -> Void)?
    private var scheduled: Scheduled<Void>?

    init(_ time: TimeAmount, _ stalls: StallCredit?, _ loop: any EventLoop, _ action: @escaping () -> Void) {
        self.stalls = stalls
        self.loop = loop
        self.action = action
        wait(time)
    }

    private func wait(_ time: TimeAmount) {
        let end = (stalls?.now ?? 0) + time.nanoseconds
        // The timer lives until it fires or is cancelled, whether or not it is kept.
        scheduled = loop.assumeIsolated().scheduleTask(in: time) {
            let left = self.stalls.map { end - $0.now } ?? 0
            if left > 0 { return self.wait(.nanoseconds(left)) }
            let action = self.action
            self.action = nil
            action?()
        }
    }

    package func cancel() {
        scheduled?.cancel()
        action = nil
    }
}

#endif
