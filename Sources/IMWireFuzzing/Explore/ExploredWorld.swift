// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// The kinds of violations that the simulation and the exploration report.
package typealias SessionViolation = IMWireTestSupport.Violation

/// What a schedule violates.
package struct ExploreViolation: Hashable, Sendable {
    package let kind: SessionViolation
    package let text: String
}

/// Machines, a network and applications, whose states are enumerated (FUZ-110).
protocol ExploredWorld: SendableMetatype {
    /// What may still happen.
    var left: ExploreBounds { get set }
    /// The first violation that has occurred.
    var violation: ExploreViolation? { get }
    /// Whether nothing is waiting: every message has its outcome, and nothing is in transit or stored for a user.
    var isQuiet: Bool { get }
    /// Whether something is in transit, so that a timer that fires is a delay.
    var isBusy: Bool { get }

    /// Appends the steps that are possible in this state, apart from what is left.
    func appendChoices(to choices: inout [ExploreChoice])
    /// Takes a step that is possible.
    mutating func apply(_ choice: ExploreChoice)
    /// Takes the step that follows in a network without faults when applications send nothing more.
    mutating func calm()
    /// Checks the outcome of a state in which nothing is waiting.
    mutating func checkOutcome()
    /// Returns the hash of the canonical form of the state, without what is left.
    func canonicalHash() -> UInt64
}

extension ExploredWorld {
    /// The steps that are possible and within the bounds.
    func choices() -> [ExploreChoice] {
        var all: [ExploreChoice] = []
        appendChoices(to: &all)
        let isLate = isBusy && left[.delays] == 0
        all.removeAll { choice in
            if let bound = choice.verb.bound { return left[bound] == 0 }
            return isLate && (choice.verb == .tickClient || choice.verb == .tickServer)
        }
        return all
    }

    /// Performs a step, and counts what it uses up.
    mutating func perform(_ choice: ExploreChoice) {
        if let bound = choice.verb.bound {
            left[bound] -= 1
        } else if choice.verb == .tickClient || choice.verb == .tickServer, isBusy {
            left[.delays] -= 1
        }
        apply(choice)
    }
}

/// A machine that several states share until one of them changes it.
struct SharedMachine<Machine: ExplorableMachine & ~Copyable> {
    private final class Box {
        var machine: Machine
        init(_ machine: consuming Machine) { self.machine = machine }
    }

    private var box: Box

    init(_ machine: consuming Machine) {
        box = Box(machine)
    }

    /// The time at which the next timer is due, or nil if none is running.
    var nextDue: Int64? { box.machine.nextDue }

    /// Returns what `body` reads from the machine.
    func read<Result>(_ body: (borrowing Machine) -> Result) -> Result { body(box.machine) }

    /// Changes the machine of this state alone.
    mutating func change<Result>(_ body: (inout Machine) -> Result) -> Result {
        if !isKnownUniquelyReferenced(&box) { box = Box(Machine(copying: box.machine)) }
        return body(&box.machine)
    }

    /// Combines the canonical form of the machine with a hash.
    func hash(into hasher: inout StateHasher) { box.machine.hash(into: &hasher) }
}
