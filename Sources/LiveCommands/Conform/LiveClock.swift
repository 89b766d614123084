// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import NIOCore

/// The clock of a scenario, which starts when the scenario does and runs at the speed of the peer.
struct LiveClock: Sendable {
    private let start = NIODeadline.now()
    private let speed: Int64

    init(speed: Int64) { self.speed = speed }

    /// The present, in milliseconds of the scenario.
    var now: Int64 { time(.now()) }

    /// The time in the scenario of a moment.
    func time(_ moment: NIODeadline) -> Int64 { (moment - start).nanoseconds / 1_000_000 * speed }

    /// The moment of a time in the scenario.
    func moment(_ at: Int64) -> NIODeadline { start + .microseconds(at * 1_000 / speed) }

    /// The milliseconds that an action may precede its time, because two clocks differ (LIV-021).
    var slack: Int64 { 50 + 50 * speed }
}

#endif
