// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport

/// A runner that repeats one schedule on new machines, whose actions depend on the events and their times alone.
enum SessionRun {
    /// Checks all actions of a machine: times do not decrease, timers advance, an event leads to a bounded number of
    /// actions, and additional ticks change nothing.
    ///
    /// - Parameters:
    ///   - event: returns the machine's event for a step of the schedule.
    ///   - most: the maximum number of actions for one event.
    ///   - make: creates the machine in the same state each time.
    ///   - check: checks the actions for one event.
    static func check<Machine: SessionMachine & ~Copyable>(
        _ name: String, _ schedule: SessionSchedule, _ event: (SessionSchedule.Step) -> Machine.Event,
        most: Int = 512, make: () -> Machine, _ observation: inout Observation,
        check: (Machine.Event, [TimedAction<Machine.Action>], borrowing Machine, inout Observation) -> Void
    ) {
        let events = schedule.steps.map(event)
        var machine = make()
        var actions: [TimedAction<Machine.Action>] = []
        var now = Int64.min
        for (step, event) in zip(schedule.steps, events) {
            let new = machine.handle(event, at: step.time)
            let time = max(step.time, now)
            for action in new {
                if action.time < now { observation.violate(.session, at: "\(name) time falls") }
                if action.time > time { observation.violate(.session, at: "\(name) action in the future") }
                now = action.time
            }
            now = time
            if let due = machine.nextDue, due <= now {
                observation.violate(.session, at: "\(name) timer stands still", "due \(due) at \(now)")
            }
            if new.count > most { observation.violate(.steps, at: "\(name) actions", "\(new.count)") }
            observation.record(.count, UInt64(min(new.count, 8)))
            check(event, new, machine, &observation)
            actions += new
        }
        // Ticks at the times when the machine's timers are due change nothing (SES-003): time is split as bytes are.
        guard let divided = follow(schedule, events, make(), ticks: true) else {
            return observation.violate(.hang, at: "\(name) timers")
        }
        if divided != actions { observation.violate(.split, at: "\(name) ticks") }
        if observation.effort == .thorough, follow(schedule, events, make(), ticks: false) != actions {
            observation.violate(.stable, at: "\(name) schedule")
        }
    }

    /// Returns all actions of the machine, or nil if its timers do not end.
    private static func follow<Machine: SessionMachine & ~Copyable>(
        _ schedule: SessionSchedule, _ events: [Machine.Event], _ machine: consuming Machine, ticks: Bool
    ) -> [TimedAction<Machine.Action>]? {
        var actions: [TimedAction<Machine.Action>] = []
        var now = Int64.min
        for (step, event) in zip(schedule.steps, events) {
            now = max(now, step.time)
            var turns = 0
            while ticks, let due = machine.nextDue, due <= now {
                guard turns < 4_096 else { return nil }
                actions += machine.handle(.tick, at: due)
                turns += 1
            }
            actions += machine.handle(event, at: step.time)
        }
        return actions
    }
}

/// A target whose inputs are schedules of events.
protocol ScheduleTarget: FuzzTarget {
    /// The steps that bring the machine into a useful state.
    var prologue: [UInt8] { get }
    /// The configurations and events of questions for another implementation.
    var vocabulary: MachineVocabulary { get }
    /// Runs a new machine through a schedule and records what it does.
    mutating func run(_ schedule: SessionSchedule, _ observation: inout Observation)
}

extension ScheduleTarget {
    /// The length of the longest schedule.
    var maximumLength: Int { SessionSchedule.maximumLength }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        run(SessionSchedule(input), &observation)
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] { SessionSchedule.generate(prologue, &random) }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        SessionSchedule.mutate(input, with: other, &random)
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        SessionSchedule.smaller(input) + MachineVocabulary.simpler(input)
    }

    func question(_ input: [UInt8]) -> TesteeRequest? { vocabulary.question(SessionSchedule(input)) }
}

/// The requests of an application that a machine has not settled, by key.
struct OpenRequests<Key: Hashable> {
    private var counts: [Key: Int] = [:]

    mutating func open(_ key: Key) { counts[key, default: 0] += 1 }

    /// Settles a request, and checks whether one with this key is open.
    mutating func settle(_ key: Key, _ place: String, _ observation: inout Observation) {
        guard let count = counts[key], count > 0 else {
            return observation.violate(.session, at: "\(place) settles what nobody waits for", "\(key)")
        }
        counts[key] = count - 1
    }
}
