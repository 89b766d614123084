// SPDX-License-Identifier: Apache-2.0

import IMWire

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
/// var merger = LikeMachine()
/// for step in merger.handle(.like, at: now) { carryOut(step.action) }
/// ```
public struct LikeMachine: RuledMachine, ~Copyable, Sendable {
    /// The end of the open window.
    @usableFromInline package enum Timer: Hashable, Sendable { case window }

    private let configuration: Configuration
    /// The number of likes in the open window.
    private var count = 0
    @usableFromInline package var core = MachineCore<Timer, Action>()

    /// Creates a merger without likes.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration.limited
    }

    /// The time at which the caller should pass a `tick`, or nil if no window is open.
    public var nextDue: Int64? { firstDue }

    /// Handles an event and returns the actions to carry out.
    ///
    /// A time earlier than that of the previous event is replaced by that time (SES-002).
    public mutating func handle(_ event: Event, at time: Int64) -> [TimedAction<Action>] {
        run(event, at: time)
    }

    @usableFromInline package mutating func apply(_ event: Event) {
        switch event {
        case .like:
            if count == 0 { setTimer(.window, after: configuration.interval) }  // CRM-060
            count += 1
        case .leave:
            if count > 0 { closeWindow() }  // CRM-061
        case .tick:
            break
        }
    }

    @usableFromInline package mutating func fire(_ timer: Timer) { closeWindow() }

    private mutating func closeWindow() {
        cancelTimer(.window)
        emit(.send(count: count))
        count = 0
    }
}
