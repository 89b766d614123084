// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A shrinker that removes every step of a schedule without which it violates the same property.
struct ExploreShrinker<World: ExploredWorld> {
    let make: () -> World

    /// Returns what a schedule violates, or nil; steps that are not possible are left out.
    func outcome(of schedule: [ExploreChoice]) -> (violation: ExploreViolation?, steps: [ExploreChoice]) {
        var world = make()
        var steps: [ExploreChoice] = []
        for choice in schedule where world.choices().contains(choice) {
            world.perform(choice)
            steps.append(choice)
            if let violation = world.violation { return (violation, steps) }
        }
        return (ExploreRun.violation(from: world, world.canonicalHash(), StateTable(bytes: 1 << 20)), steps)
    }

    /// Returns a shortest schedule that results from removing steps, and its violation, or nil if the schedule does not
    /// lead to a violation of this kind.
    func shrink(_ schedule: [ExploreChoice], _ kind: SessionViolation) -> (ExploreViolation, [ExploreChoice])? {
        let first = outcome(of: schedule)
        guard var violation = first.violation, violation.kind == kind else { return nil }
        var steps = first.steps
        var length = max(1, steps.count / 2)
        while true {
            var isSmaller = false
            var start = 0
            while start < steps.count {
                let rest = Array(steps[..<start] + steps[min(steps.count, start + length)...])
                let result = outcome(of: rest)
                if let other = result.violation, other.kind == kind, result.steps.count < steps.count {
                    (violation, steps) = (other, result.steps)
                    isSmaller = true
                } else {
                    start += length
                }
            }
            if length == 1, !isSmaller { return (violation, steps) }
            length = max(1, length / 2)
        }
    }
}
