// SPDX-License-Identifier: Apache-2.0

/// The ranges that several machines share (SES-142).
@usableFromInline
package enum SessionRange {
    /// The range of timer durations: 1 ms to one day.
    ///
    /// A timer of 0 ms would fire endlessly at the same time.
    package static let duration: ClosedRange<Int64> = 1...86_400_000
    /// The range of optional timer durations, including 0.
    package static let durationOrNone: ClosedRange<Int64> = 0...86_400_000
    /// The range of the numbers of heartbeats, attempts and repetitions.
    package static let repetitions: ClosedRange<Int64> = 0...1_000
    /// The range of event times and times since 1970: the integers that every JSON reader preserves.
    @usableFromInline package static let time: ClosedRange<Int64> = -9_007_199_254_740_991...9_007_199_254_740_991
    /// The range of times since 1970 in a configuration.
    package static let epoch: ClosedRange<Int64> = 0...9_007_199_254_740_991

    /// Returns the time of an event that follows one at `now`.
    ///
    /// The result is not earlier than `now` (SES-002), and is within the range of times (SES-144).
    @inlinable package static func time(_ time: Int64, after now: Int64) -> Int64 {
        min(max(time, now, SessionRange.time.lowerBound), SessionRange.time.upperBound)
    }
}

/// A check that limits the values of a configuration to their ranges and records the first error (SES-142).
package struct RangeCheck: Sendable {
    /// The error for the first value outside its range.
    package private(set) var error: SessionError?

    /// Creates a check without an error.
    package init() {}

    /// Limits a number to its range.
    package mutating func limit<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value, _ range: ClosedRange<Int64>
    ) {
        let number = Int64(clamping: value)
        guard !range.contains(number) else { return }
        value = Value(clamping: min(max(number, range.lowerBound), range.upperBound))
        fail(name)
    }

    /// Limits a number, if it is not nil, to its range.
    package mutating func limit(_ name: StaticString, _ value: inout Int64?, _ range: ClosedRange<Int64>) {
        guard var number = value else { return }
        limit(name, &number, range)
        value = number
    }

    /// Limits each number of a list to the range, and the length of the list to `count`.
    package mutating func limit(
        _ name: StaticString, _ values: inout [Int64], _ range: ClosedRange<Int64>, count: Int
    ) {
        if values.count > count {
            values.removeLast(values.count - count)
            fail(name)
        }
        for index in values.indices { limit(name, &values[index], range) }
    }

    private mutating func fail(_ name: StaticString) {
        if error == nil { error = SessionError(.config, path: "/\(name)") }
    }
}

/// A configuration whose values have ranges.
package protocol RangedConfiguration: Sendable {
    /// Limits every value that has a range, using `check`.
    mutating func limit(_ check: inout RangeCheck)
}

extension RangedConfiguration {
    /// The configuration with every value limited to its range, which a machine uses.
    package var limited: Self {
        var (copy, check) = (self, RangeCheck())
        copy.limit(&check)
        return copy
    }

    /// Throws the error for the first value outside its range.
    package func check() throws(SessionError) {
        var (copy, check) = (self, RangeCheck())
        copy.limit(&check)
        if let error = check.error { throw error }
    }
}

/// The budget for timers that one event makes due, within which they fire at their own times (SES-143).
@usableFromInline
package struct TimerBudget: Sendable {
    /// The maximum number of timers and their actions, where each message of a batch counts as one action.
    @inlinable package static var most: Int { 10_000 }

    @usableFromInline var left: Int

    /// Creates a full budget for a new event.
    @inlinable package init() { left = TimerBudget.most }

    /// Counts a timer and its actions.
    @inlinable package mutating func spend(_ actions: Int) {
        left = max(0, left - 1 - actions)
    }

    /// Returns the time of a timer's actions: its own, or that of the event once the budget is spent.
    @inlinable package func time(_ due: Int64, _ now: Int64, by time: Int64) -> Int64 {
        left > 0 ? max(now, due) : time
    }
}
