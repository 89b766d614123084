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

    /// Returns bounds within which a fault shows.
    private static func bounds(_ fault: SessionFault) -> ExploreBounds {
        switch fault {
        case .receiptBeforeDelivery: ExploreBounds([.posts: 1])
        case .receiptMatchedByTime: ExploreBounds([.messages: 2, .losses: 1])
        case .resendWithoutKey: ExploreBounds([.messages: 1, .losses: 1, .delays: 1])
        case .storeClearedOnSend: ExploreBounds([.posts: 1, .cuts: 1])
        case .missesResetByAnything: ExploreBounds([.posts: 2, .blocks: 1, .delays: 1])
        }
    }

    @Test(
        "Each planted fault is found, and shrunk to a scenario that shows it again (FUZ-113)",
        arguments: SessionFault.allCases)
    func faults(fault: SessionFault) throws {
        let bounds = Self.bounds(fault)
        let report = ExplorePair.chat.explore(bounds, fault: fault, ExploreLimits())
        let violation = try #require(report.violation)
        let scenario = try #require(ExplorePair.chat.shrink(report.schedule, violation.kind, bounds, fault: fault))
        #expect(scenario.steps.count <= 16 && scenario.steps.count <= report.schedule.count)
        #expect(scenario.replay() == scenario.violation)
        #expect(ExploreScenario(file: Array(scenario.text.utf8)) == scenario)
        // The same schedule shows nothing without the fault.
        #expect(ExplorePair.chat.outcome(of: scenario.steps, bounds, fault: nil) == nil)
    }
}
