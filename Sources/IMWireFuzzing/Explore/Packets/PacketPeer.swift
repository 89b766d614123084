// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// A client of RongCloud's packets and its application, whose data outlives the process.
struct PacketPeer: ExploredPeer {
    let user: String
    private let fault: PacketFault?
    var machine: SharedMachine<RMTPClientMachine>
    var now: Int64 = 0
    var nextDue: Int64? { machine.nextDue }
    /// The connection that the session requested last.
    var link: Int?
    /// Whether the application has to request a connection, or to join its room, once the event is handled.
    var wantsConnection = false
    var wantsRoom = false
    /// The numbers of the messages that the application has received, as bits.
    var delivered: UInt64 = 0
    /// The number of the last message of each sender that the application has received, from 1, or 0 for none.
    var last: [Int]
    /// What the process does differently because of its fault.
    var faults: FaultyPacketClient

    init(user: String, peers: Int, fault: PacketFault?) {
        self.user = user
        self.fault = fault
        faults = FaultyPacketClient(fault)
        machine = SharedMachine(RMTPClientMachine(PacketPeer.configuration()))
        last = Array(repeating: 0, count: peers + 1)
    }

    private static func configuration() -> RMTPClientMachine.Configuration {
        var configuration = RMTPClientMachine.Configuration()
        configuration.heartbeat = RMTPHeartbeat(
            interval: 1_000, first: .afterInterval, timeout: .fixed(1_000), misses: 1)
        configuration.connAckTimeout = 1_500
        configuration.answerTimeout = 3_000
        configuration.roomPullCount = 2
        return configuration
    }

    /// Restarts the process with the times that the application has kept.
    mutating func restart() {
        var configuration = PacketPeer.configuration()
        if !faults.forgetsTimes {
            configuration.inboxTime = machine.read { $0.inboxTime }
            configuration.outboxTime = machine.read { $0.outboxTime }
        }
        machine = SharedMachine(RMTPClientMachine(configuration))
        faults = FaultyPacketClient(fault)
        link = nil
    }

    /// Combines the client with a hash.
    func hash(into hasher: inout StateHasher) {
        hasher.scope = link ?? 0
        machine.hash(into: &hasher)
        faults.hash(into: &hasher)
        hasher.combine(connection: link ?? -1)
        hasher.combine(delivered)
        for number in last { hasher.combine(number) }
    }
}

/// A message that an application, or the service, has sent.
struct PacketMessage {
    /// The index of the client, or nil for the service.
    let client: Int?
    /// The indices of the clients whose applications are to receive it.
    let recipients: [Int]
    var fate = ExploredMessage.Fate.waiting
    /// Whether the service has stored it.
    var isStored = false
}
