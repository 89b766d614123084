// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// A client and its application, whose data outlives the process.
struct ChatPeer: ExploredPeer {
    let user: String
    private let configuration: ChatClientMachine.Configuration
    private let fault: SessionFault?
    var machine: SharedMachine<ChatClientMachine>
    var now: Int64 = 0
    var nextDue: Int64? { machine.nextDue }
    /// The server's number of the connection that the session requested last.
    var link: Int?
    /// The time of the last heartbeat received, or of the login's receipt.
    var heardAt: Int64 = 0
    /// What the process does differently because of its fault.
    var faults: FaultyClient

    /// The numbers of the messages that the application has received, as bits.
    var delivered: UInt64 = 0
    /// The numbers of the messages that the application knows to be recalled, as bits.
    var recalled: UInt64 = 0
    /// The number of the last message of each sender that the application has received, from 1, or 0 for none.
    var last: [Int]
    /// The ids that the application has stored.
    var seen: [String] = []

    init(user: String, peers: Int, _ configuration: ChatClientMachine.Configuration, fault: SessionFault?) {
        self.user = user
        self.configuration = configuration
        self.fault = fault
        machine = SharedMachine(ChatClientMachine(configuration))
        faults = FaultyClient(fault)
        last = Array(repeating: 0, count: peers + 1)
    }

    /// Restarts the process with the data that the application has kept.
    mutating func restart() {
        var configuration = configuration
        configuration.seen = seen
        machine = SharedMachine(ChatClientMachine(configuration))
        faults = FaultyClient(fault)
        link = nil
    }

    /// Combines the client with a hash.
    func hash(into hasher: inout StateHasher) {
        machine.hash(into: &hasher)
        if machine.read({ $0.state == .online }) { hasher.combine(heardAt, from: now) }
        hasher.combine(link == nil)
        hasher.combine(connection: link ?? -1)
        faults.hash(into: &hasher, at: now)
        hasher.combine(delivered)
        hasher.combine(recalled)
        for number in last { hasher.combine(number) }
        hasher.combine(unordered: seen) { $0.combine(name: $1) }
    }
}

/// A message that an application, or the server, has sent.
struct ExploredMessage {
    enum Fate: Int {
        case waiting, sent, failed
    }

    /// The index of the client, or nil for the server.
    let client: Int?
    /// The indices of the clients whose applications are to receive it.
    let recipients: [Int]
    let message: ChatMessage
    /// The number of the message that this one recalls, or nil if it is no recall.
    var recalls: Int?
    var fate = Fate.waiting
    /// The id that the sender knows.
    var id: String?
    /// Whether the server has stored it.
    var isStored = false
    /// Whether the application has submitted it more than once.
    var isRepeated = false
    var isRecalled = false
}
