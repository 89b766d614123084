// SPDX-License-Identifier: Apache-2.0

import IMWire

/// `session`, for every machine: times do not decrease, timers advance, and one event leads to a bounded number of
/// actions.
enum ScheduleOracle {
    /// Checks the actions of a machine for an event.
    ///
    /// - Parameters:
    ///   - now: the machine's time before the event, which is advanced.
    ///   - due: the time of the machine's next timer after the event, or nil if there is none.
    ///   - most: the maximum number of actions for one event.
    static func check<Action>(
        _ place: String, _ actions: [TimedAction<Action>], at time: Int64, now: inout Int64, due: Int64?,
        most: Int, _ observation: inout Observation
    ) {
        let time = max(time, now)
        var last = now
        for action in actions {
            if action.time < last { observation.violate(.session, at: "\(place) time falls") }
            if action.time > time { observation.violate(.session, at: "\(place) action in the future") }
            last = action.time
        }
        now = time
        if let due, due <= time {
            observation.violate(.session, at: "\(place) timer stands still", "due \(due) at \(time)")
        }
        if actions.count > most { observation.violate(.steps, at: "\(place) actions", "\(actions.count)") }
        observation.record(.count, UInt64(min(actions.count, 8)))
    }
}
