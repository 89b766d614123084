// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A line with which a driver answers an event (LIV-030).
package enum LiveDriverAnswer: Hashable, Sendable {
    /// The event was carried out.
    case done(Details)
    /// The driver cannot carry out the event, for the given reason.
    case skipped(String)

    /// The members of `ok`.
    package struct Details: Hashable, Sendable {
        /// The factor by which the peer runs faster than the real clock (LIV-031).
        package var speed: Int64 = 1
        /// The URL of the server, or nil if the driver does not state it.
        package var connect: String?

        package init() {}
    }

    /// An answer that violates the protocol.
    package struct Failure: Error, Hashable, Sendable {
        /// The reason, as a sentence for the report.
        package let reason: String
    }

    package init(parsing line: [UInt8]) throws(Failure) {
        guard let json = RawJSON(line: line), json.kind == .object else {
            throw Failure(reason: "the driver's answer is not a JSON object")
        }
        if let skipped = json["skipped"] {
            guard let reason = skipped.string else { throw Failure(reason: "the driver's skipped is not a string") }
            self = .skipped(String(reason.prefix(1_000)))
            return
        }
        guard let ok = json["ok"], ok.kind == .object else {
            throw Failure(reason: "the driver's answer has neither ok nor skipped")
        }
        var details = Details()
        if let speed = ok["speed"] {
            // The range is limited because times are multiplied and divided by the speed.
            guard let number = speed.number?.int64, (1...1_000).contains(number) else {
                throw Failure(reason: "the driver's speed is not 1 to 1000")
            }
            details.speed = number
        }
        if let connect = ok["connect"] {
            guard let url = connect.string else { throw Failure(reason: "the driver's connect is not a string") }
            details.connect = url
        }
        self = .done(details)
    }
}
