// SPDX-License-Identifier: Apache-2.0

/// The limits of an exploration as a whole; the bounds limit each of its schedules.
package struct ExploreLimits: Sendable {
    /// The number of threads.
    package var jobs = 1
    /// The duration in seconds.
    package var seconds = 600.0
    /// The number of states.
    package var states = Int.max
    /// The number of steps of a schedule.
    package var depth = 10_000
    /// The memory for the hashes of states, in bytes.
    package var memory = 512 << 20

    /// Creates limits with the defaults.
    package init() {}
}

/// The reason why an exploration has ended.
package enum ExploreEnding: String, Sendable {
    /// Every schedule within the bounds has been followed.
    case complete
    /// A violation was found.
    case violation
    /// The time was over, or there were enough states.
    case time, states
    /// A schedule has more steps than the limit.
    case depth
    /// The table of states is full.
    case memory
}

/// The number of what an exploration has done.
struct ExploreTally: Sendable {
    /// The number of different states.
    var states = 0
    /// The number of steps that were taken, most of which lead to a known state.
    var steps = 0
    /// The number of steps of the longest schedule.
    var depth = 0
    /// The number of steps of each kind.
    var verbs = Array(repeating: 0, count: ExploreVerb.allCases.count)

    static func + (one: ExploreTally, other: ExploreTally) -> ExploreTally {
        ExploreTally(
            states: one.states + other.states, steps: one.steps + other.steps, depth: max(one.depth, other.depth),
            verbs: zip(one.verbs, other.verbs).map { $0 + $1 })
    }
}

/// The result of an exploration.
package struct ExploreReport: Sendable {
    /// The number of different states.
    package let states: Int
    /// The number of steps that were taken.
    package let steps: Int
    /// The number of steps of the longest schedule.
    package let depth: Int
    /// The number of states from which the run to the end was followed, whatever was left of the bounds; it includes
    /// those on the way.
    package let runs: Int
    /// The number of steps of each kind.
    package let verbs: [(verb: ExploreVerb, count: Int)]
    package let ending: ExploreEnding
    /// The violation, and the schedule that leads to it.
    package let violation: ExploreViolation?
    package let schedule: [ExploreChoice]

    init(_ tally: ExploreTally, runs: Int, _ ending: ExploreEnding, _ found: ExploreFound?) {
        states = tally.states
        steps = tally.steps
        depth = tally.depth
        self.runs = runs
        verbs = zip(ExploreVerb.allCases, tally.verbs).filter { $0.1 > 0 }.map { ($0.0, $0.1) }
        self.ending = ending
        violation = found?.violation
        schedule = found?.schedule ?? []
    }
}

/// A violation with the schedule that leads to it.
struct ExploreFound: Sendable {
    let violation: ExploreViolation
    let schedule: [ExploreChoice]
}
