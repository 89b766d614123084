// SPDX-License-Identifier: Apache-2.0

import IMWireFuzzing
import IMWireTestSupport
import Testing

@Suite("Exploration of all schedules")
struct ExploreTests {
    /// Bounds that are explored in seconds.
    private static let small = ExploreBounds([.messages: 1, .cuts: 1])

    @Test(
        "All schedules within small bounds keep every promise, whatever the number of workers (FUZ-110, FUZ-111, FUZ-112)",
        arguments: [ExplorePair.chat, .rongcloud])
    func small(pair: ExplorePair) {
        var limits = ExploreLimits()
        let one = pair.explore(Self.small, fault: nil, limits)
        #expect(one.ending == .complete)
        #expect(one.violation == nil)
        #expect(one.states > 100 && one.steps > one.states && one.depth > 10)
        #expect(one.verbs.contains { $0.verb == .cut && $0.count > 10 })
        limits.jobs = 2
        let two = pair.explore(Self.small, fault: nil, limits)
        #expect(two.ending == .complete && two.violation == nil)
        #expect(two.states == one.states && two.steps == one.steps)
    }

    @Test(
        "The first states within the bounds of a nightly run keep every promise (FUZ-111)",
        arguments: ExplorePair.allCases)
    func nightly(pair: ExplorePair) {
        var limits = ExploreLimits()
        limits.states = 3_000
        let report = pair.explore(pair.bounds, fault: nil, limits)
        #expect(report.ending == .states, "\(report.violation.map { $0.text } ?? "")")
    }

    @Test("A limit ends an exploration, and the report says so (FUZ-112)")
    func limits() {
        var limits = ExploreLimits()
        limits.states = 1_000
        let few = ExplorePair.chat.explore(ExplorePair.chat.bounds, fault: nil, limits)
        #expect(few.ending == .states && few.states >= 1_000)
        limits = ExploreLimits()
        limits.depth = 5
        let shallow = ExplorePair.chat.explore(Self.small, fault: nil, limits)
        #expect(shallow.ending == .depth && shallow.depth == 5)
    }

    @Test(
        "Each planted fault is found, and shrunk to a scenario that shows it again (FUZ-113, FUZ-114)",
        arguments: ExploreFault.allCases)
    func faults(fault: ExploreFault) throws {
        let (pair, bounds) = (fault.pair, fault.bounds)
        let report = pair.explore(bounds, fault: fault, ExploreLimits())
        let violation = try #require(report.violation)
        let scenario = try #require(pair.shrink(report.schedule, violation.kind, bounds, fault: fault))
        #expect(scenario.steps.count <= 16 && scenario.steps.count <= report.schedule.count)
        #expect(scenario.replay() == scenario.violation)
        #expect(ExploreScenario(file: Array(scenario.text.utf8)) == scenario)
        // The same schedule shows nothing without the fault.
        #expect(pair.outcome(of: scenario.steps, bounds, fault: nil) == nil)
    }

    @Test("The scenario of each planted fault shows it, and only with the fault (FUZ-113)")
    func scenarios() throws {
        var faults: Set<ExploreFault> = []
        for file in try #require(FuzzingTests.fixtures).explorations {
            let scenario = try #require(ExploreScenario(file: file))
            #expect(scenario.replay() == scenario.violation, "\(scenario.fileName)")
            let plain = scenario.pair.outcome(of: scenario.steps, scenario.bounds, fault: nil)
            #expect(plain == nil, "\(scenario.fileName)")
            if let fault = scenario.fault { faults.insert(fault) }
        }
        #expect(faults == Set(ExploreFault.allCases))
    }
}
