// SPDX-License-Identifier: Apache-2.0

import Dispatch
import IMWireTestSupport
import Synchronization

/// The enumeration of all states of a world within its bounds (FUZ-110).
///
/// Each worker follows schedules depth first, and hands parts of them to workers that have nothing to do. All workers
/// share the set of known states, so that none is explored twice.
final class Exploration<World: ExploredWorld>: Sendable {
    let make: @Sendable () -> World
    let limits: ExploreLimits
    let queue: PathQueue
    /// The states that were reached, with what was left of the bounds.
    let known: StateTable
    /// The states from which the run to the end has succeeded.
    let ended: StateTable
    private let result = Mutex<(ending: ExploreEnding, found: ExploreFound?)>((.complete, nil))
    private let tally = Mutex(ExploreTally())
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    init(_ limits: ExploreLimits, make: @escaping @Sendable () -> World) {
        self.make = make
        self.limits = limits
        queue = PathQueue(workers: max(1, limits.jobs))
        known = StateTable(bytes: limits.memory / 2)
        ended = StateTable(bytes: limits.memory / 2)
        start = clock.now
    }

    /// Explores until all states are known, a violation is found or a limit is reached.
    func run() -> ExploreReport {
        DispatchQueue.concurrentPerform(iterations: max(1, limits.jobs)) { _ in
            var worker = ExplorationWorker(self)
            worker.run()
        }
        let (ending, found) = result.withLock { $0 }
        return ExploreReport(tally.withLock { $0 }, runs: ended.count, ending, found)
    }

    /// Adds the numbers of a worker, and ends the exploration if a limit is reached.
    func add(_ part: ExploreTally) {
        let states = tally.withLock { tally in
            tally = tally + part
            return tally.states
        }
        if states >= limits.states { end(.states) }
        if clock.now - start >= .seconds(limits.seconds) { end(.time) }
    }

    /// Ends the exploration, unless it has ended for another reason.
    func end(_ ending: ExploreEnding, _ found: ExploreFound? = nil) {
        result.withLock { result in
            // A depth limit does not end the exploration, and is less than any other reason.
            if result.ending == .complete || result.ending == .depth { result = (ending, found) }
        }
        if ending != .depth { queue.end() }
    }
}
