// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// A target for a simulation of clients, a server and an unreliable network; an input is the eight-byte seed of a
/// schedule.
struct SimulationTarget: FuzzTarget {
    let name = "simulation"
    var maximumLength: Int { 8 }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        var seed: UInt64 = 0
        for byte in input.prefix(8) { seed = seed << 8 | UInt64(byte) }
        var simulation = Simulation(seed: seed)
        let report = simulation.run()
        for violation in report.violations {
            observation.violate(.session, at: "simulation \(violation.kind.rawValue)", violation.text)
        }
        for trouble in report.troubles {
            observation.record(.state, TextHash.of(trouble.rawValue), report.echoesKeys ? 1 : 0)
        }
        observation.record(size: report.messages, 1)
        observation.record(size: report.events, 2)
        if report.events > 100_000 { observation.violate(.steps, at: "simulation") }
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let seed = random.next()
        return (0..<8).map { UInt8(truncatingIfNeeded: seed >> UInt64(8 * $0)) }
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        generate(&random)  // Neighboring seeds have nothing in common.
    }
}
