// SPDX-License-Identifier: Apache-2.0

/// Merges the likes of one user in one room to at most one message a second that carries their count (seed 000, CNT-150).
///
/// Pure: time is passed in, and what is to be sent comes back. No like is lost: the counts add up (CNT-151).
public struct LikeMerger: Hashable, Sendable {
    /// Milliseconds between two messages.
    public let interval: Int64
    private var waiting = 0
    private var sentAt: Int64?

    /// Makes a merger that sends at most once in `interval` milliseconds.
    public init(interval: Int64 = 1_000) {
        self.interval = max(1, interval)
    }

    /// A like was given at `now` (ms); returns the count to send now, or nil where it waits.
    public mutating func like(at now: Int64) -> Int? {
        waiting += 1
        return due(at: now)
    }

    /// The count to send at `now` (ms), or nil where nothing waits or the last message is too young.
    public mutating func due(at now: Int64) -> Int? {
        guard waiting > 0 else { return nil }
        if let sentAt, isYoung(sentAt, at: now) { return nil }
        sentAt = now
        return take()
    }

    /// When ``due(at:)`` will have something to send (ms), or the end of time; nil where nothing waits.
    public var nextDue: Int64? {
        waiting == 0 ? nil : sentAt.map { $0.later(by: interval) } ?? .min
    }

    /// The user leaves: the count that still waits, or nil.
    public mutating func leave() -> Int? {
        waiting > 0 ? take() : nil
    }

    /// Whether less than the interval has passed; a clock that was set back must not hold likes for longer than that.
    private func isYoung(_ sentAt: Int64, at now: Int64) -> Bool {
        let (age, isHuge) = now.subtractingReportingOverflow(sentAt)
        return now >= sentAt && !isHuge && age < interval
    }

    private mutating func take() -> Int {
        defer { waiting = 0 }
        return waiting
    }
}
