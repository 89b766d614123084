// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireValues
import NIOCore

/// An error that is thrown if the peer deviates from the scenario.
struct LiveFailure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The failure of a peer that floods (LIV-042).
    static var flood: LiveFailure {
        let limit = LiveMailboxLimit.total(after: .zero)
        return LiveFailure(
            "the peer floods: it sent more than \(limit.messages) messages, or \(limit.bytes >> 20) MiB")
    }

    /// Returns the failure of a peer that does not read what is sent to it (LIV-131).
    static func unread(_ connection: String, _ failure: OutboundLimit.Failure) -> LiveFailure {
        switch failure {
        case .tooMuch: LiveFailure("\(connection): the peer does not read, and too many bytes wait for it")
        case .tooSlow: LiveFailure("\(connection): the peer does not read, and has accepted no data for 30 s")
        }
    }

    /// Returns an action as text for people, truncated if it is long.
    static func shown(_ json: RawJSON) -> String {
        let text = JSONLine.compact(json)
        return text.count > 600 ? text.prefix(600) + "…" : text
    }
}

/// An error that is thrown if events were so late that the outcome proves nothing about the peer (LIV-073).
struct LiveInexact: Error {}

/// An error that is thrown if the peer or the driver is gone, which ends the run.
struct LiveEnd: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// The times that the runner waits, in milliseconds of the real clock.
package struct LiveLimit: Sendable {
    /// The time to wait for an expected action.
    package var timeout: Int64 = 5_000
    /// The time to watch for an unexpected action after the last event.
    package var quiet: Int64 = 300

    package init() {}
}

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
