// SPDX-License-Identifier: Apache-2.0

/// The count of unanswered heartbeats (SES-021, SES-073).
struct Heartbeat: Sendable {
    private let allowed: Int
    private var missed: Int

    /// Starts with a count: a client has sent one by then, a server has not.
    init(allowed: Int, missed: Int) {
        self.allowed = max(0, allowed)
        self.missed = missed
    }

    /// Counts one more; false where that is too many.
    mutating func tick() -> Bool {
        missed = missed < .max ? missed + 1 : missed
        return missed <= allowed
    }

    /// A heartbeat has been received (SES-022).
    mutating func answered() {
        missed = 0
    }
}
