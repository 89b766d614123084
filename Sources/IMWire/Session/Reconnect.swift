// SPDX-License-Identifier: Apache-2.0

/// The attempts to reconnect since the last login's receipt (SES-030).
struct Reconnect: Sendable {
    private let limit: Int
    private let backoff: [Int64]
    private(set) var attempts = 0

    init(limit: Int, backoff: [Int64]) {
        self.limit = limit
        self.backoff = backoff.map { max(0, $0) }
    }

    /// Counts an attempt and returns the delay before it, or returns nil if no attempt is left (SES-031).
    mutating func next() -> Int64? {
        guard attempts < limit else { return nil }
        let wait = attempts < backoff.count ? backoff[attempts] : backoff.last ?? 0
        attempts += 1
        return wait
    }

    /// Resets the count after a login's receipt or at the user's own request.
    mutating func reset() {
        attempts = 0
    }
}
