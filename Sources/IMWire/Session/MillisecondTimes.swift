// SPDX-License-Identifier: Apache-2.0

/// A configuration whose times are in milliseconds and can also be read and set as durations.
///
/// ```swift
/// configuration[\.loginTimeout] = .seconds(5)
/// ```
/// A duration is rounded towards zero and limited to what milliseconds in an `Int64` can express.
public protocol MillisecondTimes {}

extension MillisecondTimes {
    /// A time as a duration.
    public subscript(_ time: WritableKeyPath<Self, Int64>) -> Duration {
        get { .milliseconds(self[keyPath: time]) }
        set { self[keyPath: time] = newValue.wholeMilliseconds }
    }

    /// A time as a duration, or nil if it is not set.
    public subscript(_ time: WritableKeyPath<Self, Int64?>) -> Duration? {
        get { self[keyPath: time].map { .milliseconds($0) } }
        set { self[keyPath: time] = newValue?.wholeMilliseconds }
    }

    /// Times as durations.
    public subscript(_ times: WritableKeyPath<Self, [Int64]>) -> [Duration] {
        get { self[keyPath: times].map { .milliseconds($0) } }
        set { self[keyPath: times] = newValue.map(\.wholeMilliseconds) }
    }
}

extension ChatFramingLimits: MillisecondTimes {}

extension Duration {
    /// The whole milliseconds of the duration, rounded towards zero and limited to the range of `Int64`.
    public var wholeMilliseconds: Int64 {
        if self >= .milliseconds(Int64.max) { return .max }
        if self <= .milliseconds(Int64.min) { return .min }
        let (seconds, attoseconds) = components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}

extension SessionMachine where Self: ~Copyable {
    /// Handles an event at a time given as the duration since the caller's origin, and returns the actions.
    public mutating func handle(_ event: Event, at time: Duration) -> [TimedAction<Action>] {
        handle(event, at: time.wholeMilliseconds)
    }
}

extension TimedAction {
    /// The time as the duration since the caller's origin.
    public var duration: Duration { .milliseconds(time) }
}
