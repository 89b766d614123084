// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// Clients and a server of the socket chat protocol, with a network between them.
///
/// Every machine has a clock of its own, so that any timer may fire at any time between those of its own machine. One
/// user sends messages to herself, several users send them to their group.
struct ChatWorld: ExploredWorld {
    var left: ExploreBounds
    var violation: ExploreViolation?
    let fault: SessionFault?
    var server: SharedMachine<ChatServerMachine>
    /// The server's clock.
    var now: Int64 = 0
    var peers: [ChatPeer] = []
    var links: [ExploreLink<ChatContent>] = []
    var linkCount = 0
    /// All messages in the order in which they were sent; the key of a message contains its index.
    var messages: [ExploredMessage] = []
    /// The indices of messages by the id that the server has assigned.
    var ids: [(id: String, index: Int)] = []
    /// The users and ids of the messages and recalls that the server has stored.
    var stored: [(user: String, id: String, isRecall: Bool)] = []
    /// The connection over which each client's user is logged in.
    var connections: [Int?]
    /// Whether the order of messages is promised: nothing was lost, and no process has ended (SES-104).
    var isOrdered = true

    /// The time between heartbeats.
    static let beatInterval: Int64 = 1_000
    /// The number of heartbeats that may be unanswered.
    static let beatMisses = 1
    private static let users = ["a", "b", "c"]
    static let group = "g"

    /// Creates a world whose users have just asked for a connection.
    init(users count: Int, bounds: ExploreBounds, fault: SessionFault?) {
        left = bounds
        self.fault = fault
        let users = Array(ChatWorld.users.prefix(count))
        var configuration = ChatServerMachine.Configuration()
        configuration.groups = [ChatWorld.group: users]
        configuration.loginTimeout = 2_000
        configuration.redeliverAfter = 2_000
        configuration.beatInterval = ChatWorld.beatInterval
        configuration.beatMisses = ChatWorld.beatMisses
        configuration.batchLimit = 2
        server = SharedMachine(ChatServerMachine(configuration))
        connections = Array(repeating: nil, count: users.count)
        for user in users {
            var configuration = ChatClientMachine.Configuration(user: user)
            configuration.usesTLS = false
            configuration.loginTimeout = 1_500
            configuration.beatInterval = ChatWorld.beatInterval
            configuration.beatMisses = ChatWorld.beatMisses
            configuration.receiptTimeout = 1_500
            configuration.resendLimit = 1
            configuration.reconnectLimit = 2
            configuration.backoff = [0, 300]
            peers.append(ChatPeer(user: user, peers: users.count, configuration, fault: fault))
        }
        for index in peers.indices { handle(.connect, of: index) }
    }

    func appendChoices(to choices: inout [ExploreChoice]) {
        for (place, link) in links.enumerated() { link.appendChoices(place, isReliable: false, to: &choices) }
        for (index, peer) in peers.enumerated() {
            choices.append(ExploreChoice(.send, index))
            choices.append(ExploreChoice(.post, index))
            if messages.contains(where: { isRecallable($0, by: index) }) {
                choices.append(ExploreChoice(.recall, index))
            }
            if isDisconnected(peer) { choices.append(ExploreChoice(.connect, index)) }
            if peer.machine.nextDue != nil { choices.append(ExploreChoice(.tickClient, index)) }
            choices.append(ExploreChoice(.kill, index))
        }
        if server.nextDue != nil { choices.append(ExploreChoice(.tickServer)) }
        choices.append(ExploreChoice(.restart))
    }

    func isRecallable(_ message: ExploredMessage, by index: Int) -> Bool {
        message.client == index && message.fate == .sent && message.recalls == nil && !message.isRecalled
    }

    func isDisconnected(_ peer: ChatPeer) -> Bool {
        switch peer.machine.read({ $0.state }) {
        case .idle, .offline, .closed, .refused, .kicked: true
        default: false
        }
    }

    func canonicalHash() -> UInt64 {
        var names: [(text: String, number: UInt64)] = []
        for (place, id) in ids.enumerated() {
            // A message that was stored more than once has several ids.
            let copy = ids[..<place].count { $0.index == id.index }
            names.append((id.id, UInt64(id.index * 256 + copy)))
        }
        var hasher = StateHasher(names: names, connections: links.map(\.id))
        server.hash(into: &hasher)
        for peer in peers { peer.hash(into: &hasher) }
        for link in links {
            hasher.user = peers[link.client].user
            link.hash(into: &hasher)
        }
        for message in messages {
            hasher.combine(message.client ?? -1)
            hasher.combine(message.recalls ?? -1)
            hasher.combine(message.fate.rawValue)
            hasher.combine(flags: message.isStored, message.isRepeated, message.isRecalled)
            hasher.combine(name: message.id)
        }
        for connection in connections { hasher.combine(connection: connection ?? -1) }
        hasher.combine(isOrdered)
        return hasher.value
    }
}
