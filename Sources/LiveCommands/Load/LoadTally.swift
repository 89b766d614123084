// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireValues

/// The fate of each message of a load, by the number of the message.
package struct LoadTally {
    private struct Message {
        /// The time at which the message was passed to its client, in nanoseconds; 0 if it has not been passed yet.
        var sentAt: UInt64 = 0
        var deliveries: UInt8 = 0
        var isAcknowledged = false
        var isFailed = false
    }

    private var messages: [Message]
    /// The times from sending to the first delivery, in microseconds.
    package private(set) var delays: [UInt32] = []
    /// The times from when a message was due until it was sent, in microseconds, which show how late this process was.
    package private(set) var lateness: [UInt32] = []
    package private(set) var sent = 0
    package private(set) var acknowledged = 0
    package private(set) var delivered = 0
    /// The number of repeated deliveries of a message to the application.
    package private(set) var doubled = 0
    /// The number of messages that the client's session has abandoned.
    package private(set) var failed = 0
    /// The number of deliveries to the wrong client, or of a message that was never sent.
    package private(set) var misdelivered = 0
    /// The number of repeated messages on the wire that were not delivered to the application again (SES-065).
    var dropped = 0
    /// The number of connections that ended unexpectedly.
    var cuts = 0

    package init(count: Int) {
        messages = Array(repeating: Message(), count: count)
        delays.reserveCapacity(count)
        lateness.reserveCapacity(count)
    }

    package mutating func send(_ number: Int, at now: UInt64, due: UInt64) {
        messages[number].sentAt = now
        sent += 1
        lateness.append(LoadTally.microseconds(now, since: due))
    }

    package mutating func acknowledge(_ number: Int) {
        guard messages.indices.contains(number), !messages[number].isAcknowledged else { return }
        messages[number].isAcknowledged = true
        acknowledged += 1
    }

    package mutating func fail(_ number: Int) {
        guard messages.indices.contains(number), !messages[number].isFailed else { return }
        messages[number].isFailed = true
        failed += 1
    }

    /// Counts a delivery.
    ///
    /// - Parameter number: The number of the message; nil if it is not of this load or was sent to another client.
    package mutating func deliver(_ number: Int?, at now: UInt64) {
        guard let number, messages.indices.contains(number), messages[number].sentAt > 0 else {
            misdelivered += 1
            return
        }
        if messages[number].deliveries == 0 {
            delivered += 1
            delays.append(LoadTally.microseconds(now, since: messages[number].sentAt))
        } else {
            doubled += 1
        }
        if messages[number].deliveries < .max { messages[number].deliveries += 1 }
    }

    /// The number of messages that were acknowledged but not delivered.
    package var lost: Int { messages.count { $0.isAcknowledged && $0.deliveries == 0 } }

    /// The number of messages that were neither acknowledged nor abandoned.
    package var open: Int { messages.count { $0.sentAt > 0 && !$0.isAcknowledged && !$0.isFailed } }

    /// Whether no further acknowledgement or delivery is expected.
    package var isSettled: Bool { lost == 0 && open == 0 }

    private static func microseconds(_ time: UInt64, since start: UInt64) -> UInt32 {
        UInt32(clamping: (time - min(start, time)) / 1_000)
    }
}

/// Percentiles of times, in microseconds.
package struct LoadTimes: Hashable, Sendable {
    package var p50: UInt32 = 0
    package var p99: UInt32 = 0
    package var max: UInt32 = 0

    /// Creates the percentiles of `times` by the nearest-rank method; all are zero if there are no times.
    package init(_ times: [UInt32]) {
        let sorted = times.sorted()
        guard let last = sorted.last else { return }
        func rank(_ percent: Int) -> UInt32 { sorted[Swift.max(0, (sorted.count * percent + 99) / 100 - 1)] }
        (p50, p99, max) = (rank(50), rank(99), last)
    }

    private static func milliseconds(_ time: UInt32) -> RawJSON {
        (try? RawJSON(text: "\(Double(time) / 1_000)")) ?? .integer(Int(time / 1_000))
    }

    var json: RawJSON {
        .object([
            ("p50", LoadTimes.milliseconds(p50)), ("p99", LoadTimes.milliseconds(p99)),
            ("max", LoadTimes.milliseconds(max)),
        ])
    }
}

#endif
