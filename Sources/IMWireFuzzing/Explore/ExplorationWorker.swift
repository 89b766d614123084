// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A worker that follows schedules depth first.
struct ExplorationWorker<World: ExploredWorld> {
    /// A state on the present schedule, with the steps that have not been taken from it.
    private struct Frame {
        let world: World
        var choices: [ExploreChoice]
        var next = 0
    }

    private let exploration: Exploration<World>
    private var tally = ExploreTally()
    /// The steps before the first frame.
    private var base: [ExploreChoice] = []
    private var frames: [Frame] = []
    /// The number of steps after which the numbers are reported, and work is handed over.
    private static var period: Int { 1_024 }

    init(_ exploration: Exploration<World>) {
        self.exploration = exploration
    }

    /// Works until the exploration ends.
    mutating func run() {
        while let path = exploration.queue.next() { explore(path) }
        exploration.add(tally)
    }

    private mutating func explore(_ path: [ExploreChoice]) {
        base = path
        frames = []
        var world = exploration.make()
        for choice in path { world.perform(choice) }
        if let last = path.last { count(last) }
        visit(world, path)
        while var frame = frames.popLast() {
            guard frame.next < frame.choices.count else { continue }
            let choice = frame.choices[frame.next]
            frame.next += 1
            var world = frame.world
            frames.append(frame)
            world.perform(choice)
            count(choice)
            visit(world, nil)
            if tally.steps >= ExplorationWorker.period, report() { return }
        }
    }

    private mutating func count(_ choice: ExploreChoice) {
        tally.steps += 1
        tally.verbs[choice.verb.place] += 1
    }

    /// Checks a state, and adds it to the schedule if it is new.
    private mutating func visit(_ world: World, _ path: [ExploreChoice]?) {
        if let violation = world.violation { return found(violation, path) }
        let hash = world.canonicalHash()
        switch exploration.known.insert(world.left.mixed(with: hash)) {
        case .known: return
        case .full: return exploration.end(.memory)
        case .new: break
        }
        tally.states += 1
        if let violation = ExploreRun.violation(from: world, hash, exploration.ended) { return found(violation, path) }
        let depth = base.count + frames.count
        tally.depth = max(tally.depth, depth)
        guard depth < exploration.limits.depth else { return exploration.end(.depth) }
        frames.append(Frame(world: world, choices: world.choices()))
    }

    private func found(_ violation: ExploreViolation, _ path: [ExploreChoice]?) {
        exploration.end(.violation, ExploreFound(violation: violation, schedule: path ?? schedule(to: frames.count)))
    }

    /// Returns the steps that were taken from the first frames.
    private func schedule(to count: Int) -> [ExploreChoice] {
        base + frames[..<count].map { $0.choices[$0.next - 1] }
    }

    /// Reports the numbers, hands the largest part of the work over if another worker has none, and returns whether the
    /// exploration has ended.
    private mutating func report() -> Bool {
        exploration.add(tally)
        tally = ExploreTally()
        if exploration.queue.isOver { return true }
        if exploration.queue.isWanted,
            let place = frames.firstIndex(where: { $0.next < $0.choices.count }),
            let choice = frames[place].choices.popLast()
        {
            exploration.queue.add(schedule(to: place) + [choice])
        }
        return false
    }
}

/// The run to the end of a state, in which the network has no more faults and applications send nothing more.
enum ExploreRun {
    /// The number of steps within which everything has to have its outcome.
    private static let most = 2_000

    /// Returns what the run violates, or nil if everything has its outcome (FUZ-111).
    ///
    /// - Parameter ended: the states whose runs have succeeded, to which those of this run are added.
    static func violation<World: ExploredWorld>(
        from world: World, _ hash: UInt64, _ ended: StateTable
    ) -> ExploreViolation? {
        var world = world
        var hashes = [hash]
        while !world.isQuiet {
            if ended.contains(hashes[hashes.count - 1]) {
                hashes.removeLast()
                break
            }
            guard hashes.count < most else {
                world.checkOutcome()
                let text = "something is waiting after \(most) steps without faults"
                return world.violation ?? ExploreViolation(kind: .restless, text: text)
            }
            world.calm()
            if let violation = world.violation { return violation }
            hashes.append(world.canonicalHash())
        }
        if world.isQuiet { world.checkOutcome() }
        if let violation = world.violation { return violation }
        for hash in hashes { _ = ended.insert(hash) }
        return nil
    }
}
