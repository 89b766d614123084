// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireValues

/// The peer deviates from the scenario.
struct LiveFailure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The peer floods (LIV-042).
    static var flood: LiveFailure {
        let limit = LiveMailboxLimit.total(after: .zero)
        return LiveFailure(
            "the peer floods: it has sent more than \(limit.messages) messages, or \(limit.bytes >> 20) MiB")
    }

    /// An action for people, cut where it is long.
    static func shown(_ json: RawJSON) -> String {
        let text = JSONLine.compact(json)
        return text.count > 600 ? text.prefix(600) + "…" : text
    }
}

/// Events were so late that the scenario says nothing about the peer (LIV-073).
struct LiveInexact: Error {}

/// The peer or the driver is gone, so that no scenario can follow.
struct LiveEnd: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// How long the runner waits, in milliseconds of the real clock.
package struct LiveLimit: Sendable {
    /// For an expected action.
    package var timeout: Int64 = 5_000
    /// For an unexpected action after the last event.
    package var quiet: Int64 = 300

    package init() {}
}

#endif
