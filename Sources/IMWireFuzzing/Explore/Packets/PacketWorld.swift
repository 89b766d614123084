// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport

/// Clients of RongCloud's packets, the service's side of each connection, and a model of the service.
///
/// A single user sends messages to somebody else and receives those of the service. Several users are in a chatroom,
/// send their messages there, and receive those of the service as well. A connection is a WebSocket, which keeps
/// everything until it breaks.
struct PacketWorld: ExploredWorld {
    var left: ExploreBounds
    var violation: ExploreViolation?
    var service: PacketService
    var peers: [PacketPeer] = []
    var links: [ExploreLink<PacketContent>] = []
    /// The service's side of each connection, with its clock.
    var servers: [Int: PacketServer] = [:]
    var linkCount = 0
    /// All messages in the order in which they were sent.
    var messages: [PacketMessage] = []

    private static let users = ["u0", "u1", "u2"]

    /// Creates a world whose users have just asked for a connection, and for the room if there are several.
    init(users count: Int, bounds: ExploreBounds, fault: PacketFault?) {
        left = bounds
        service = PacketService(peers: count)
        for user in PacketWorld.users.prefix(count) {
            peers.append(PacketPeer(user: user, peers: count, fault: fault))
        }
        for index in peers.indices {
            if hasRoom { handle(.join(room: PacketService.room), of: index) }
            handle(.connect, of: index)
        }
    }

    /// Whether the users are in a chatroom.
    var hasRoom: Bool { peers.count > 1 }

    func appendChoices(to choices: inout [ExploreChoice]) {
        for (place, link) in links.enumerated() {
            link.appendChoices(place, isReliable: true, to: &choices)
            if servers[link.id]?.machine.nextDue != nil { choices.append(ExploreChoice(.tickServer, place)) }
        }
        for (index, peer) in peers.enumerated() {
            // A message that is sent without a connection fails at once.
            if peer.machine.read({ $0.isOnline }) { choices.append(ExploreChoice(.send, index)) }
            choices.append(ExploreChoice(.post, index))
            if isDisconnected(peer) { choices.append(ExploreChoice(.connect, index)) }
            if peer.machine.nextDue != nil { choices.append(ExploreChoice(.tickClient, index)) }
            choices.append(ExploreChoice(.kill, index))
        }
        choices.append(ExploreChoice(.restart))
    }

    /// Whether the session has ended in a way after which it does not connect again on its own.
    func isDisconnected(_ peer: PacketPeer) -> Bool { peer.link == nil }

    func canonicalHash() -> UInt64 {
        var hasher = StateHasher(connections: links.map(\.id))
        for peer in peers { peer.hash(into: &hasher) }
        for link in links {
            hasher.scope = link.id
            link.hash(into: &hasher)
            servers[link.id]?.machine.hash(into: &hasher)
        }
        service.hash(into: &hasher)
        for message in messages {
            hasher.combine(message.client ?? -1)
            hasher.combine(message.fate.rawValue)
            hasher.combine(message.isStored)
        }
        return hasher.value
    }

    // MARK: Checks

    mutating func violate(_ kind: SessionViolation, _ text: String) {
        if violation == nil { violation = ExploreViolation(kind: kind, text: text) }
    }

    /// Checks the number of actions of an event, and of units in transit.
    mutating func checkCount(_ actions: Int) {
        let most = 64
        if actions > most { violate(.unbounded, "an event has \(actions) actions") }
        for link in links where link.up.count > most || link.down.count > most {
            violate(.unbounded, "\(link.up.count) and \(link.down.count) packets are in transit")
        }
    }

    var isQuiet: Bool {
        !isBusy && peers.allSatisfy { $0.machine.read { $0.isOnline } } && missing == nil
            && !messages.contains { $0.fate == .waiting }
    }

    /// A message that has been acknowledged and a recipient who does not have it.
    private var missing: (number: Int, recipient: Int)? {
        for (number, message) in messages.enumerated() where message.fate == .sent {
            for index in message.recipients where peers[index].delivered & (1 << UInt64(number)) == 0 {
                return (number, index)
            }
        }
        return nil
    }

    mutating func checkOutcome() {
        if let missing {
            violate(.lost, "message \(missing.number) does not come to \(peers[missing.recipient].user)")
        }
    }
}

/// The service's side of a connection.
struct PacketServer {
    var machine: SharedMachine<RMTPServerMachine>
    var now: Int64 = 0

    init() {
        var configuration = RMTPServerMachine.Configuration()
        configuration.silence = 2_500
        configuration.answerTimeout = 3_000
        machine = SharedMachine(RMTPServerMachine(configuration))
    }
}
