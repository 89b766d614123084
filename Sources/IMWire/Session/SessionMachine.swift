// SPDX-License-Identifier: Apache-2.0

/// An event of a session machine.
public protocol SessionEvent: Hashable, Sendable {
    /// Time passes.
    static var tick: Self { get }
}

/// A pure state machine that returns actions for events and their times (SES-001).
///
/// The caller supplies the clock, carries out the actions in their order, and passes a `tick` at ``nextDue``.
/// ```swift
/// for step in machine.handle(event, at: clock.now) { carryOut(step.action) }
/// ```
public protocol SessionMachine: ~Copyable {
    /// The events that the machine handles.
    associatedtype Event: SessionEvent
    /// The actions that the machine requests.
    associatedtype Action: Hashable & Sendable

    /// The time in milliseconds at which the caller should pass a `tick`, or nil if no timer is running.
    var nextDue: Int64? { get }

    /// Handles an event and returns the actions to carry out.
    ///
    /// Times are in milliseconds. A time earlier than that of the previous event is replaced by that time (SES-002).
    mutating func handle(_ event: Event, at time: Int64) -> [TimedAction<Action>]
}

/// What all machines share: the time, the timers, and the actions of the present event.
@usableFromInline
package struct MachineCore<Timer: Hashable & Sendable, Action: Hashable & Sendable>: Sendable {
    /// The time of the event or timer that is being handled.
    @usableFromInline package var now = Int64.min
    @usableFromInline package var timers = SessionTimers<Timer>()
    @usableFromInline var steps: [TimedAction<Action>] = []

    /// Creates the core of a machine that has handled no event.
    @inlinable package init() {}

    /// Requests an action.
    @inlinable @inline(__always)
    package mutating func emit(_ action: Action) {
        if steps.isEmpty { steps.reserveCapacity(4) }
        steps.append(TimedAction(now, action))
    }

    /// Sets a timer, replacing any timer with the same name.
    @inlinable @inline(__always)
    package mutating func setTimer(_ timer: Timer, after interval: Int64) {
        timers.set(timer, at: now.later(by: interval))
    }

    /// The number of actions that were requested so far.
    @inlinable @inline(__always) package var stepCount: Int { steps.count }

    /// The actions that were requested after the first `count`.
    @inlinable @inline(__always)
    package func steps(after count: Int) -> ArraySlice<TimedAction<Action>> { steps[count...] }

    /// Removes and returns the actions that were requested.
    @inlinable @inline(__always)
    package mutating func removeSteps() -> [TimedAction<Action>] {
        var removed: [TimedAction<Action>] = []
        swap(&removed, &steps)
        return removed
    }
}

/// A machine that states only its rules; time, timers and their budget are handled here.
@usableFromInline
package protocol RuledMachine: SessionMachine, ~Copyable {
    /// The timers of the machine, `Never` if it has none.
    associatedtype Timer: Hashable & Sendable

    var core: MachineCore<Timer, Action> { get set }

    /// Applies the rules for an event.
    mutating func apply(_ event: Event)
    /// Applies the rules for a timer that is due.
    mutating func fire(_ timer: Timer)
    /// Returns the number of actions that an action counts as in the budget of timers (SES-143).
    static func weight(of action: Action) -> Int
}

extension RuledMachine where Self: ~Copyable {
    @inlinable @inline(__always) package static func weight(of action: Action) -> Int { 1 }

    /// The time of the event or timer that is being handled.
    @inlinable @inline(__always)
    package var now: Int64 { core.now }
    /// The time at which the next timer is due, or nil if none is running.
    @inlinable @inline(__always)
    package var firstDue: Int64? { core.timers.nextDue }

    /// Fires the timers that are due, applies the event, and returns the actions.
    @inlinable @inline(__always)
    package mutating func run(_ event: Event, at time: Int64) -> [TimedAction<Action>] {
        let time = SessionRange.time(time, after: core.now)
        fireTimers(by: time)
        core.now = time
        apply(event)
        // Timers set for the present fire now instead of before the next event, which makes no difference (SES-003).
        fireTimers(by: time)
        core.now = time
        return core.removeSteps()
    }

    @inlinable @inline(__always)
    mutating func fireTimers(by time: Int64) {
        guard let due = core.timers.nextDue, due <= time else { return }
        var budget = TimerBudget()
        while let timer = core.timers.removeDue(by: time) {
            let before = core.stepCount
            core.now = budget.time(timer.due, core.now, by: time)
            fire(timer.name)
            budget.spend(core.steps(after: before).reduce(0) { $0 + Self.weight(of: $1.action) })
        }
    }

    /// Requests an action.
    @inlinable @inline(__always)
    package mutating func emit(_ action: Action) {
        core.emit(action)
    }

    /// Sets a timer, replacing any timer with the same name.
    @inlinable @inline(__always)
    package mutating func setTimer(_ timer: Timer, after interval: Int64) {
        core.setTimer(timer, after: interval)
    }

    /// Cancels a timer, if it is running.
    @inlinable @inline(__always)
    package mutating func cancelTimer(_ timer: Timer) {
        core.timers.cancel(timer)
    }
}

extension RuledMachine where Self: ~Copyable, Timer == Never {
    @inlinable @inline(__always)
    package mutating func fire(_ timer: Never) {}
}
