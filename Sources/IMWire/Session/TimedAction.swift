// SPDX-License-Identifier: Apache-2.0

/// An action with the time at which it became due (SES-003).
public struct TimedAction<Action: Hashable & Sendable>: Hashable, Sendable {
    /// The time in milliseconds, from an origin of the caller's choice.
    public var time: Int64
    /// The action.
    public var action: Action

    /// Creates a timed action.
    @inlinable public init(_ time: Int64, _ action: Action) {
        self.time = time
        self.action = action
    }
}

extension Int64 {
    /// Returns the sum, limited to the range of the type because hostile times must not trap.
    @usableFromInline package func later(by interval: Int64) -> Int64 {
        let (sum, isOverflow) = addingReportingOverflow(interval)
        return isOverflow ? (interval > 0 ? .max : .min) : sum
    }
}
