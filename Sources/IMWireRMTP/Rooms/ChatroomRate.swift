// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A rate limit on the messages of each sender across all rooms (CRM-030, CRM-031).
struct ChatroomRate: Sendable {
    /// The times of a sender's last accepted messages.
    private struct Recent: Sendable {
        /// The times in a ring, of which there are at most as many as the limit.
        var times: [Int64] = []
        /// The index of the oldest time, if the ring is full.
        var oldest = 0

        var last: Int64? { oldest > 0 ? times[oldest - 1] : times.last }

        mutating func append(_ time: Int64, limit: Int) {
            if times.count < limit { return times.append(time) }
            times[oldest] = time
            oldest = (oldest + 1) % limit
        }
    }

    private let limit: Int
    private let window: Int64
    private var senders: [ExactText: Recent] = [:]
    /// The number of senders above which those whose window has ended are removed.
    private var sweepAt = 1_024
    /// The number of senders that were visited so far to remove some.
    private(set) var steps = 0

    init(limit: Int, window: Int64) {
        self.limit = limit
        self.window = window
    }

    /// Counts a message at `now`, or returns false if it would exceed the limit.
    mutating func accept(_ sender: ExactText, at now: Int64) -> Bool {
        guard limit > 0 else { return false }
        // The window slides, because a counter that is reset each second would accept twice as many messages at its
        // edge.
        if let recent = senders[sender], recent.times.count >= limit, !isOver(recent.times[recent.oldest], now) {
            return false
        }
        senders[sender, default: Recent()].append(now, limit: limit)
        if senders.count > sweepAt {
            steps += senders.count
            senders = senders.filter { !isOver($0.value.last ?? now, now) }
            sweepAt = max(1_024, 2 * senders.count)
        }
        return true
    }

    private func isOver(_ time: Int64, _ now: Int64) -> Bool {
        time.later(by: window) <= now
    }
}
