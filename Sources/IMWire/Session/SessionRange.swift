// SPDX-License-Identifier: Apache-2.0

/// The ranges that several machines share (SES-142).
package enum SessionRange {
    /// A time that a timer waits: 1 ms to one day.
    ///
    /// A timer of 0 ms would fire without end in one moment.
    package static let duration: ClosedRange<Int64> = 1...86_400_000
    /// A time that a timer may wait, or 0.
    package static let durationOrNone: ClosedRange<Int64> = 0...86_400_000
    /// Heartbeats, attempts and repetitions.
    package static let repetitions: ClosedRange<Int64> = 0...1_000
    /// A time of an event, and a time since 1970: the integers that every JSON reader keeps.
    package static let time: ClosedRange<Int64> = -9_007_199_254_740_991...9_007_199_254_740_991
    /// A time since 1970 that a configuration gives.
    package static let epoch: ClosedRange<Int64> = 0...9_007_199_254_740_991

    /// The time of an event that follows one at `now`: not earlier (SES-002), and within the range of times (SES-144).
    package static func time(_ time: Int64, after now: Int64) -> Int64 {
        min(max(time, now, SessionRange.time.lowerBound), SessionRange.time.upperBound)
    }
}

/// Brings the values of a configuration into their ranges, and keeps the first error (SES-142).
package struct RangeCheck: Sendable {
    /// The first value that was outside its range.
    package private(set) var error: SessionError?

    /// Nothing has been checked yet.
    package init() {}

    /// Brings a number into its range.
    package mutating func limit<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value, _ range: ClosedRange<Int64>
    ) {
        let number = Int64(clamping: value)
        guard !range.contains(number) else { return }
        value = Value(clamping: min(max(number, range.lowerBound), range.upperBound))
        fail(name)
    }

    /// Brings a number into its range where there is one.
    package mutating func limit(_ name: StaticString, _ value: inout Int64?, _ range: ClosedRange<Int64>) {
        guard var number = value else { return }
        limit(name, &number, range)
        value = number
    }

    /// Brings each number of a list into the range, and shortens the list to `count`.
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
    /// Takes every value that has a range to `check`.
    mutating func limit(_ check: inout RangeCheck)
}

extension RangedConfiguration {
    /// The configuration with every value in its range, which a machine begins with.
    package var limited: Self {
        var (copy, check) = (self, RangeCheck())
        copy.limit(&check)
        return copy
    }

    /// Throws for the first value outside its range.
    package func check() throws(SessionError) {
        var (copy, check) = (self, RangeCheck())
        copy.limit(&check)
        if let error = check.error { throw error }
    }
}

/// How much the timers that one event makes due may do at times of their own (SES-143).
package struct TimerBudget: Sendable {
    /// Actions, messages in them, and timers.
    package static let most = 10_000

    private var left = TimerBudget.most

    /// The budget for a new event.
    package init() {}

    /// Counts a timer, and what it has done.
    package mutating func spend(_ actions: Int) {
        left = max(0, left - 1 - actions)
    }

    /// The time that a timer bears: its own, or that of the event once the budget is spent.
    package func time(_ due: Int64, _ now: Int64, by time: Int64) -> Int64 {
        left > 0 ? max(now, due) : time
    }
}
