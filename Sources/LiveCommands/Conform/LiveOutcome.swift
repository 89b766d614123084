// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireValues

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

#endif
