// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport

/// A target for the merging of likes under random schedules of events.
struct LikesTarget: ScheduleTarget {
    let name = "likes"
    let prologue: [UInt8] = [0, 0, 0]
    let vocabulary = MachineVocabulary.likes

    mutating func run(_ schedule: SessionSchedule, _ observation: inout Observation) {
        var configuration = LikeMachine.Configuration()
        if let first = schedule.steps.first { configuration.interval = [1_000, 1, 999, 1_500][first.argument & 3] }
        var model = LikeModel(interval: configuration.interval)
        SessionRun.check(
            name, schedule, LikesTarget.event, most: 1, make: { LikeMachine(configuration) }, &observation
        ) { event, actions, merger, observation in
            let time = model.advance(schedule)
            for action in actions { model.check(action, event, at: time, &observation) }
            if event == .like { model.waiting.append(time) }
            if model.waiting.isEmpty != (merger.nextDue == nil) {
                observation.violate(.session, at: "likes wait without a window")
            }
            observation.record(.state, UInt64(min(model.waiting.count, 4)), event == .leave ? 1 : 0)
        }
    }

    private static func event(_ step: SessionSchedule.Step) -> LikeMachine.Event {
        switch step.operation % 8 {
        case 0, 1, 2, 3, 4: .like
        case 5: .leave
        default: .tick
        }
    }
}

/// A model of the waiting likes, each with its time.
private struct LikeModel {
    let interval: Int64
    var waiting: [Int64] = []
    private var step = 0
    private var now = Int64.min

    init(interval: Int64) {
        self.interval = interval
    }

    /// Returns the time of the next event, which never decreases (SES-002).
    mutating func advance(_ schedule: SessionSchedule) -> Int64 {
        now = max(now, schedule.steps[step].time)
        step += 1
        return now
    }

    /// Checks whether every like is sent once, at the end of its window or when the user leaves (CRM-060 to CRM-062).
    mutating func check(
        _ action: TimedAction<LikeMachine.Action>, _ event: LikeMachine.Event, at time: Int64,
        _ observation: inout Observation
    ) {
        guard case .send(let count) = action.action, let first = waiting.first else {
            return observation.violate(.session, at: "likes sent without a like")
        }
        if count != waiting.count {
            observation.violate(.session, at: "likes count", "\(count) of \(waiting.count)")
        }
        if action.time != first + interval, event != .leave || action.time != time || time > first + interval {
            observation.violate(.session, at: "likes time", "\(action.time) for \(first)")
        }
        observation.record(.order, UInt64(min(count, 4)), event == .leave ? 1 : 0)
        waiting = []
    }
}
