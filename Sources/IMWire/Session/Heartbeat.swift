// SPDX-License-Identifier: Apache-2.0

/// The count of unanswered heartbeats (SES-021, SES-073).
struct Heartbeat: Sendable {
    private let allowed: Int
    private(set) var missed: Int

    /// Creates a count, which is 1 for a client that has already sent a heartbeat, and 0 for a server.
    init(allowed: Int, missed: Int) {
        self.allowed = max(0, allowed)
        self.missed = missed
    }

    /// Increments the count, and returns whether it is within the limit.
    mutating func tick() -> Bool {
        missed = missed < .max ? missed + 1 : missed
        return missed <= allowed
    }

    /// Resets the count after a heartbeat has been received (SES-022).
    mutating func answered() {
        missed = 0
    }
}
