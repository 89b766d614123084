// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The functions of ``RuledMachine`` for this machine: a service has one for each client, and the generic ones, which
/// another module contains, look up the metadata of their types in each call.
extension RMTPServerMachine {
    mutating func run(_ event: Event, at time: Int64) -> [TimedAction<Action>] {
        let time = SessionRange.time(time, after: core.now)
        fireTimers(by: time)
        core.now = time
        apply(event)
        fireTimers(by: time)
        core.now = time
        return core.removeSteps()
    }

    private mutating func fireTimers(by time: Int64) {
        guard let due = core.timers.nextDue, due <= time else { return }
        var budget = TimerBudget()
        while let timer = core.timers.removeDue(by: time) {
            let before = core.stepCount
            core.now = budget.time(timer.due, core.now, by: time)
            fire(timer.name)
            budget.spend(core.stepCount - before)
        }
    }

    mutating func emit(_ action: Action) { core.emit(action) }

    mutating func setTimer(_ timer: Timer, after interval: Int64) { core.setTimer(timer, after: interval) }

    mutating func cancelTimer(_ timer: Timer) { core.timers.cancel(timer) }
}
