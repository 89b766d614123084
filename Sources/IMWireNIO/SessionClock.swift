// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// The clock of session machines, which counts milliseconds from its creation.
///
/// A speed greater than 1 shortens tests: at a speed of 100, a wait of two minutes takes 1.2 seconds.
public struct SessionClock: Hashable, Sendable {
    /// The number of machine milliseconds in one real millisecond.
    public let speed: Int64
    private let start: NIODeadline

    /// Creates a clock that starts at 0.
    public init(speed: Int = 1) {
        self.speed = Int64(max(1, min(speed, 1_000_000)))
        start = .now()
    }

    /// The current time of the machines, in milliseconds.
    public var now: Int64 { (NIODeadline.now() - start).nanoseconds / 1_000 * speed / 1_000 }

    /// Returns the deadline that corresponds to a time of the machines, at most one day from now.
    func deadline(_ time: Int64) -> NIODeadline {
        let now = now
        let wait = max(0, min(time.subtractingReportingOverflow(now).partialValue, 86_400_000 * speed))
        // Rounded up, because a timer that fires early would be set again repeatedly within the same millisecond.
        return NIODeadline.now() + .microseconds((wait * 1_000 + speed - 1) / speed + 1)
    }
}

#endif
