// SPDX-License-Identifier: Apache-2.0

/// The operations on a world, whatever its type.
struct ExploreEngine {
    /// Explores all schedules.
    let explore: (ExploreLimits) -> ExploreReport
    /// Returns what a schedule violates, or nil.
    let outcome: ([ExploreChoice]) -> ExploreViolation?
    /// Removes every step without which a schedule violates the same property.
    let shrink: ([ExploreChoice], SessionViolation) -> (ExploreViolation, [ExploreChoice])?

    init<World: ExploredWorld>(_ make: @escaping @Sendable () -> World) {
        explore = { Exploration($0, make: make).run() }
        outcome = { ExploreShrinker(make: make).outcome(of: $0).violation }
        shrink = { ExploreShrinker(make: make).shrink($0, $1) }
    }
}
