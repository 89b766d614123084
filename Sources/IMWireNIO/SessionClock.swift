// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// The clock of session machines: milliseconds since it was made.
///
/// With a speed of 100 a machine that waits for two minutes has waited for 1.2 seconds: tests need not sit them out.
public struct SessionClock: Hashable, Sendable {
    /// How many milliseconds of the machines one millisecond is.
    public let speed: Int64
    private let start: NIODeadline

    /// Starts at 0.
    public init(speed: Int = 1) {
        self.speed = Int64(max(1, min(speed, 1_000_000)))
        start = .now()
    }

    /// The present time of the machines.
    public var now: Int64 { (NIODeadline.now() - start).nanoseconds / 1_000 * speed / 1_000 }

    /// When a time of the machines comes; it is never later than a day from now.
    func deadline(_ time: Int64) -> NIODeadline {
        let now = now
        let wait = max(0, min(time.subtractingReportingOverflow(now).partialValue, 86_400_000 * speed))
        // Rounded up: a timer that wakes early would be set again and again for the rest of a millisecond.
        return NIODeadline.now() + .microseconds((wait * 1_000 + speed - 1) / speed + 1)
    }
}

#endif
