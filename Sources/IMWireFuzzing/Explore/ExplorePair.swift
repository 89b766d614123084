// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// The machines whose states are enumerated together, with the command-line names.
package enum ExplorePair: String, Hashable, Sendable, CaseIterable {
    /// A client and a server of the socket chat protocol.
    case chat
    /// Two clients, a server, and the group of both users.
    case group
    /// A client and a service of RongCloud.
    case rongcloud
    /// Two clients and a service of RongCloud, and a chatroom.
    case room

    /// One sentence about the machines.
    package var summary: String {
        switch self {
        case .chat: "a chat client that sends messages to herself, and a server"
        case .group: "two chat clients that send messages to their group, and a server"
        case .rongcloud: "a RongCloud client that sends and receives messages, and the service"
        case .room: "two RongCloud clients that send messages to a chatroom, and the service"
        }
    }

    /// The bounds of a nightly run.
    package var bounds: ExploreBounds {
        switch self {
        case .chat:
            ExploreBounds([.messages: 2, .posts: 1, .losses: 1, .duplicates: 1, .cuts: 1, .restarts: 1, .delays: 1])
        case .group: ExploreBounds([.messages: 2, .losses: 1, .cuts: 1])
        case .rongcloud:
            ExploreBounds([.messages: 2, .posts: 2, .blocks: 1, .cuts: 1, .restarts: 1, .kills: 1, .delays: 1])
        case .room: ExploreBounds([.messages: 1, .posts: 2, .cuts: 1])
        }
    }

    /// The faults that are looked for with these machines.
    package var faults: [ExploreFault] { ExploreFault.allCases.filter { $0.pair == self } }

    /// Whether these machines can have a fault.
    package func canHave(_ fault: ExploreFault) -> Bool {
        switch self {
        case .chat, .group: fault.chat != nil
        case .rongcloud, .room: fault.packets != nil
        }
    }

    /// Explores all schedules within the bounds, with or without a fault.
    package func explore(_ bounds: ExploreBounds, fault: ExploreFault?, _ limits: ExploreLimits) -> ExploreReport {
        engine(bounds, fault).explore(limits)
    }

    /// Removes every step without which a schedule violates the same property.
    ///
    /// - Returns: nil if the schedule does not lead to a violation of this kind.
    package func shrink(
        _ schedule: [ExploreChoice], _ kind: SessionViolation, _ bounds: ExploreBounds, fault: ExploreFault?
    ) -> ExploreScenario? {
        engine(bounds, fault).shrink(schedule, kind).map { violation, steps in
            ExploreScenario(pair: self, fault: fault, bounds: bounds, violation: violation, steps: steps)
        }
    }

    /// Returns what a schedule violates, or nil.
    package func outcome(
        of schedule: [ExploreChoice], _ bounds: ExploreBounds, fault: ExploreFault?
    ) -> ExploreViolation? {
        engine(bounds, fault).outcome(schedule)
    }

    private func engine(_ bounds: ExploreBounds, _ fault: ExploreFault?) -> ExploreEngine {
        switch self {
        case .chat: ExploreEngine { ChatWorld(users: 1, bounds: bounds, fault: fault?.chat) }
        case .group: ExploreEngine { ChatWorld(users: 2, bounds: bounds, fault: fault?.chat) }
        case .rongcloud: ExploreEngine { PacketWorld(users: 1, bounds: bounds, fault: fault?.packets) }
        case .room: ExploreEngine { PacketWorld(users: 2, bounds: bounds, fault: fault?.packets) }
        }
    }
}
