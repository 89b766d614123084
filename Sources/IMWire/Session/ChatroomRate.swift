// SPDX-License-Identifier: Apache-2.0

/// How much each sender has sent lately, over all rooms (CRM-030, CRM-031).
struct ChatroomRate: Sendable {
    private let limit: Int
    private let window: Int64
    /// When the last accepted messages of a sender were sent, oldest first; at most `limit` of them.
    private var times: [ExactText: [Int64]] = [:]
    /// With so many senders, those whose window is over are forgotten.
    private var sweepAt = 1_024

    init(limit: Int, window: Int64) {
        self.limit = limit
        self.window = window
    }

    /// Counts a message at `now`; false where it would be one too many.
    mutating func accept(_ sender: ExactText, at now: Int64) -> Bool {
        guard limit > 0 else { return false }
        var recent = times[sender] ?? []
        // A sliding window: a counter that is reset each second would let twice as many through at its edge.
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
