// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// The clock of session machines, which counts milliseconds from its creation.
///
/// A speed greater than 1 shortens tests: at a speed of 100, a wait of two minutes takes 1.2 seconds.
///
/// ```swift
/// let clock = SessionClock(speed: 20)   // a minute of a session takes three seconds
/// ```
public struct SessionClock: Sendable {
    /// The number of machine milliseconds in one real millisecond.
    public let speed: Int64
    /// The time at which the clock was created, in nanoseconds.
    private let start: Int64
    /// The stalls during which the clock stands still.
    private let stalls: StallCredit?

    /// Creates a clock that starts at 0.
    public init(speed: Int = 1) {
        self.init(speed: speed, stalls: nil)
    }

    /// Creates a clock that starts at 0 and stands still during stalls.
    package init(speed: Int, stalls: StallCredit?) {
        self.speed = Int64(max(1, min(speed, 1_000_000)))
        self.stalls = stalls
        start = SessionClock.nanoseconds(stalls)
    }

    private static func nanoseconds(_ stalls: StallCredit?) -> Int64 {
        stalls?.now ?? Int64(clamping: NIODeadline.now().uptimeNanoseconds)
    }

    /// The current time of the machines, in milliseconds.
    public var now: Int64 { (SessionClock.nanoseconds(stalls) - start) / 1_000 * speed / 1_000 }

    /// Runs an action after a time in which stalls do not count.
    package func schedule(
        in time: TimeAmount, on loop: any EventLoop, _ action: @escaping () -> Void
    ) -> DeadlineTimer {
        DeadlineTimer(time, stalls, loop, action)
    }

    /// Returns the deadline that corresponds to a time of the machines, at most one day from now.
    func deadline(_ time: Int64) -> NIODeadline {
        let now = now
        let wait = max(0, min(time.subtractingReportingOverflow(now).partialValue, 86_400_000 * speed))
        // Rounded up, because a timer that fires early would be set again repeatedly within the same millisecond.
        return NIODeadline.now() + .microseconds((wait * 1_000 + speed - 1) / speed + 1)
    }
}

/// A timer for the time limit of a peer, which is extended by the stalls of this process.
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
