// SPDX-License-Identifier: Apache-2.0

/// A pure state machine that merges the likes of one user in one room into one message per window (seed 000, CNT-150).
///
/// ```
///             like: opens a window              like: counted
///   closed ------------------------> open ------------------+
///      ^                              |  ^------------------+
///      +------------------------------+
///        the window ends, or leave: send
/// ```
/// No like is lost: the counts sent add up to the likes given (CNT-151).
/// ```swift
/// var merger = LikeMerger()
/// for step in merger.handle(.like, at: now) { carryOut(step.action) }
/// ```
public struct LikeMerger: ~Copyable, Sendable {
    private let configuration: LikeConfiguration
    /// The number of likes in the open window.
    private var count = 0
    /// The time at which the open window ends, or nil if none is open.
    private var end: Int64?
    private var now = Int64.min
    private var steps: [Timed<LikeAction>] = []

    /// Creates a merger without likes.
    public init(_ configuration: LikeConfiguration = LikeConfiguration()) {
        self.configuration = configuration.limited
    }

    /// The time at which the caller should pass a `tick`, or nil if no window is open.
    public var nextDue: Int64? { end }

    /// Handles an event and returns the actions to carry out.
    ///
    /// A time earlier than that of the previous event is replaced by that time (SES-002).
    public mutating func handle(_ event: LikeEvent, at time: Int64) -> [Timed<LikeAction>] {
        now = SessionRange.time(time, after: now)
        closeDueWindow()
        switch event {
        case .like:
            if end == nil { end = now.later(by: configuration.interval) }  // CRM-060
            count += 1
        case .leave:
            if end != nil { closeWindow(at: now) }  // CRM-061
        case .tick:
            break
        }
        defer { steps.removeAll() }
        return steps
    }

    private mutating func closeDueWindow() {
        if let end, end <= now { closeWindow(at: end) }
    }

    private mutating func closeWindow(at time: Int64) {
        steps.append(Timed(time, .send(count: count)))
        count = 0
        end = nil
    }
}
