// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireTestSupport
import Testing

/// The number of schedules, and of schedules with each trouble.
private struct Tally: Sendable {
    var schedules = 0
    var echoing = 0
    var messages = 0
    var events = 0
    var troubles: [Trouble: Int] = [:]

    mutating func add(_ report: SimulationReport) {
        schedules += 1
        if report.echoesKeys { echoing += 1 }
        messages += report.messages
        events += report.events
        for trouble in report.troubles { troubles[trouble, default: 0] += 1 }
    }

    static func + (one: Tally, other: Tally) -> Tally {
        Tally(
            schedules: one.schedules + other.schedules, echoing: one.echoing + other.echoing,
            messages: one.messages + other.messages, events: one.events + other.events,
            troubles: one.troubles.merging(other.troubles, uniquingKeysWith: +))
    }
}

@Suite("Session simulation")
struct SessionSimulationTests {
    /// The number of schedules, which `IMWIRE_EFFORT` multiplies.
    private static let schedules =
        10_000 * (ProcessInfo.processInfo.environment["IMWIRE_EFFORT"].flatMap { UInt64($0) } ?? 1)
    private static let parts: UInt64 = 8

    /// Runs the schedules of a range of seeds and reports every violation.
    private static func run(_ seeds: Range<UInt64>) -> Tally {
        var tally = Tally()
        for seed in seeds {
            var simulation = Simulation(seed: seed)
            let report = simulation.run()
            tally.add(report)
            if let first = report.violations.first {
                Issue.record(
                    "seed \(seed), \(first.kind.rawValue), \(first.text). Again: SIMULATION_SEED=\(seed) swift test --filter oneSeed"
                )
            }
        }
        return tally
    }

    @Test("No message is lost or repeated in 10,000 schedules (SES-100 to SES-105)")
    func schedules() async {
        let size = Self.schedules / Self.parts
        let tally = await withTaskGroup(of: Tally.self) { group in
            for part in 0..<Self.parts { group.addTask { Self.run(part * size..<(part + 1) * size) } }
            var sum = Tally()
            for await tally in group { sum = sum + tally }
            return sum
        }
        print("\(tally.schedules) schedules, \(tally.echoing) of them with a server that knows keys,")
        print("\(tally.messages) messages, \(tally.events) events; with")
        for trouble in Trouble.allCases {
            let count = tally.troubles[trouble] ?? 0
            print("  \(trouble.rawValue): \(count) (\(count * 100 / tally.schedules) %)")
            #expect(count * 5 >= tally.schedules, "\(trouble.rawValue) is too rare")
        }
        #expect(tally.echoing * 5 >= tally.schedules && tally.echoing * 5 <= 4 * tally.schedules)
    }

    @Test("One schedule is printed step by step", .enabled(if: seed != nil))
    func oneSeed() throws {
        var simulation = Simulation(seed: try #require(Self.seed))
        let report = simulation.run()
        print("seed \(report.seed): \(report.messages) messages, \(report.events) events, quiet at \(report.end) ms")
        print("with \(report.troubles.map(\.rawValue).sorted().joined(separator: ", "))")
        for violation in report.violations { Issue.record("\(violation.kind.rawValue), \(violation.text)") }
    }

    private static let seed = ProcessInfo.processInfo.environment["SIMULATION_SEED"].flatMap { UInt64($0) }

    @Test("A seed always yields the same schedule")
    func determinism() {
        for seed in 0..<20 as Range<UInt64> {
            var one = Simulation(seed: seed)
            var other = Simulation(seed: seed)
            let (first, second) = (one.run(), other.run())
            #expect(first.events == second.events && first.end == second.end && first.troubles == second.troubles)
        }
    }

    /// Returns a violation that each planted bug must cause, possibly among others.
    private static func consequence(_ fault: SessionFault) -> Violation {
        switch fault {
        case .receiptBeforeDelivery: .early
        case .receiptMatchedByTime, .storeClearedOnSend: .lost
        case .resendWithoutKey: .twice
        case .missesResetByAnything: .silent
        }
    }

    @Test("Each planted bug is detected", arguments: SessionFault.allCases)
    func faults(fault: SessionFault) {
        var kinds: [Violation: UInt64] = [:]
        for seed in 0..<500 as Range<UInt64> {
            var simulation = Simulation(seed: seed, fault: fault)
            for violation in simulation.run().violations where kinds[violation.kind] == nil {
                kinds[violation.kind] = seed + 1
            }
            if kinds.count >= 2, kinds[Self.consequence(fault)] != nil { break }
        }
        let told = kinds.sorted { $0.value < $1.value }.map { "\($0.key.rawValue) after \($0.value)" }
        print("\(fault.rawValue): \(told.joined(separator: ", ")) schedules")
        #expect(kinds[Self.consequence(fault)] != nil)
    }
}
