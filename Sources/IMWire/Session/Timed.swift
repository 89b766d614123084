// SPDX-License-Identifier: Apache-2.0

/// What a machine wants done, and the time that it bears (SES-003).
public struct Timed<Action: Hashable & Sendable>: Hashable, Sendable {
    /// Milliseconds, by the beginning that the caller has chosen.
    public var time: Int64
    /// What is to be done.
    public var action: Action

    /// Takes a time and an action.
    public init(_ time: Int64, _ action: Action) {
        self.time = time
        self.action = action
    }
}

extension Int64 {
    /// The sum, or the largest number where it would be larger: hostile times must not trap.
    package func later(by interval: Int64) -> Int64 {
        let (sum, isOverflow) = addingReportingOverflow(interval)
        return isOverflow ? (interval > 0 ? .max : .min) : sum
    }
}
