// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import NIOCore

/// The clock of a scenario, which starts with the scenario and runs at the speed of the peer.
struct LiveClock: Sendable {
    private let start = NIODeadline.now()
    private let speed: Int64

    init(speed: Int64) { self.speed = speed }

    /// The current time of the scenario, in milliseconds.
    var now: Int64 { time(.now()) }

    /// Returns the time in the scenario of a moment.
    func time(_ moment: NIODeadline) -> Int64 { (moment - start).nanoseconds / 1_000_000 * speed }

    /// Returns the moment of a time in the scenario.
    func moment(_ at: Int64) -> NIODeadline { start + .microseconds(at * 1_000 / speed) }

    /// The milliseconds by which an action may precede its time, because the two clocks differ (LIV-021).
    var slack: Int64 { 50 + 50 * speed }
}

#endif
