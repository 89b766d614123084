// SPDX-License-Identifier: Apache-2.0

import IMWire

/// `session`, for every machine: times rise, timers move on, and one event leads to a bounded number of actions.
package enum ScheduleOracle {
    /// Judges what a machine answered to an event.
    ///
    /// - Parameters:
    ///   - now: the machine's time before the event; it is moved on.
    ///   - due: when the machine has something to do by itself, after the event.
    ///   - most: the number of actions that one event may lead to.
    package static func judge<Action>(
        _ place: String, _ actions: [Timed<Action>], at time: Int64, now: inout Int64, due: Int64?, most: Int = 512,
        _ observation: inout Observation
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
        observation.note(.count, UInt64(min(actions.count, 8)))
    }
}
