// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A rate limit on the messages of each sender across all rooms (CRM-030, CRM-031).
struct ChatroomRate: Sendable {
    private let limit: Int
    private let window: Int64
    /// The times of a sender's last accepted messages, oldest first, of which there are at most `limit`.
    private var times: [ExactText: [Int64]] = [:]
    /// The number of senders above which those whose window has ended are removed.
    private var sweepAt = 1_024

    init(limit: Int, window: Int64) {
        self.limit = limit
        self.window = window
    }

    /// Counts a message at `now`, or returns false if it would exceed the limit.
    mutating func accept(_ sender: ExactText, at now: Int64) -> Bool {
        guard limit > 0 else { return false }
        var recent = times[sender] ?? []
        // The window slides, because a counter that is reset each second would accept twice as many messages at its
        // edge.
        if recent.count >= limit {
            guard isOver(recent[0], now) else { return false }
            recent.removeFirst()
        }
        recent.append(now)
        times[sender] = recent
        if times.count > sweepAt {
            times = times.filter { !isOver($0.value.last ?? now, now) }
            sweepAt = max(1_024, 2 * times.count)
        }
        return true
    }

    private func isOver(_ time: Int64, _ now: Int64) -> Bool {
        time.later(by: window) <= now
    }
}
