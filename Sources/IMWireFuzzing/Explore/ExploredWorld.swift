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

/// A client whose states are enumerated, with a clock of its own.
protocol ExploredPeer {
    /// The client's own clock.
    var now: Int64 { get set }
    /// The time at which the client's next timer is due, or nil if none is running.
    var nextDue: Int64? { get }
}

/// Machines, a network and applications, whose states are enumerated (FUZ-110).
protocol ExploredWorld: SendableMetatype {
    associatedtype Content: ExploredContent
    associatedtype Peer: ExploredPeer

    var peers: [Peer] { get set }
    /// The connections that at least one side knows, oldest first.
    var links: [ExploreLink<Content>] { get set }
    /// What may still happen.
    var left: ExploreBounds { get set }
    /// The first violation that has occurred.
    var violation: ExploreViolation? { get }
    /// Whether nothing is waiting: every message has its outcome, and nothing is in transit or stored for a user.
    var isQuiet: Bool { get }
    /// The time until the first timer of the server's side is due, or the maximum if none is running.
    var serverWait: Int64 { get }

    /// Appends the steps that are possible in this state, apart from what is left.
    func appendChoices(to choices: inout [ExploreChoice])
    /// Returns whether a client has no connection, and does not connect again on its own.
    func isDisconnected(_ peer: Peer) -> Bool

    // What happens in a step, to a client or a connection with this index.

    mutating func deliverUp(_ index: Int)
    mutating func deliverDown(_ index: Int)
    mutating func send(_ index: Int)
    mutating func post(_ index: Int)
    mutating func recall(_ index: Int)
    mutating func connect(_ index: Int)
    mutating func kill(_ index: Int)
    mutating func tickClient(_ index: Int)
    mutating func restartServer()
    /// Fires the next timer of the server, or of its side of a connection.
    mutating func tickServer(_ index: Int)
    /// Passes time on the server's side, and fires the timers that are then due.
    mutating func passServerTime(_ time: Int64)

    /// Checks the state after a step.
    mutating func check(after verb: ExploreVerb)
    /// Checks the outcome of a state in which nothing is waiting.
    mutating func checkOutcome()
    /// Returns the hash of the canonical form of the state, without what is left.
    func canonicalHash() -> UInt64
}

extension ExploredWorld {
    /// Whether something is in transit, so that a timer that fires is a delay.
    var isBusy: Bool { links.contains(where: \.isBusy) }

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

    /// Performs the step that follows in a network without faults when applications send nothing more.
    mutating func calm() {
        if let place = links.firstIndex(where: { !$0.up.isEmpty }) { return apply(ExploreChoice(.deliverUp, place)) }
        if let place = links.firstIndex(where: { !$0.down.isEmpty }) {
            return apply(ExploreChoice(.deliverDown, place))
        }
        if let index = peers.firstIndex(where: isDisconnected) { return apply(ExploreChoice(.connect, index)) }
        // All clocks advance together to the time of the next timer.
        var wait = serverWait
        for peer in peers { wait = min(wait, peer.nextDue.map { $0 - peer.now } ?? .max) }
        guard wait < .max else { return }
        passServerTime(max(0, wait))
        for index in peers.indices {
            peers[index].now += max(0, wait)
            tickClient(index)
        }
        links.removeAll(where: \.isOver)
    }

    /// Performs a step that is possible.
    private mutating func apply(_ choice: ExploreChoice) {
        let index = choice.object
        switch choice.verb {
        case .deliverUp: deliverUp(index)
        case .deliverDown: deliverDown(index)
        case .send: send(index)
        case .post: post(index)
        case .recall: recall(index)
        case .connect: connect(index)
        case .loseUp, .loseDown, .duplicateUp, .duplicateDown, .overtakeUp, .overtakeDown, .blockUp, .blockDown, .cut:
            links[index].apply(choice.verb)
        case .restart: restartServer()
        case .kill: kill(index)
        case .tickClient:
            guard let due = peers[index].nextDue else { return }
            peers[index].now = max(peers[index].now, due)
            tickClient(index)
        case .tickServer: tickServer(index)
        }
        links.removeAll(where: \.isOver)
        check(after: choice.verb)
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
