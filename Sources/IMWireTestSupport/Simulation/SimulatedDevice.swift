// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A client and its application, whose data outlives the process.
final class SimulatedDevice {
    let index: Int
    let user: String
    private let base: ChatClientMachine.Configuration
    var session: ChatClientMachine
    /// The number of times the process has been restarted.
    var process = 0
    /// The link that the session requested last.
    var link: Int?
    /// The number of actions performed before the process ends, or nil if it does not end.
    var fuse: Int?
    /// Whether the device has been used, and whether it is no longer used.
    var isUsed = false
    var isRetired = false
    var hasLoggedIn = false
    /// The time of the last heartbeat received, or of the login's receipt.
    var heardAt: Int64 = 0
    private let fault: SessionFault?
    /// What the process does differently because of its fault.
    var faults: FaultyClient

    // The application's data.
    var delivered: [String: Int] = [:]
    var deliveredTokens: Set<Int> = []
    var deliveredOrder: [Int] = []
    var recalledIDs: Set<String> = []
    var recalledTokens: Set<Int> = []
    var seen: [String] = []

    init(index: Int, user: String, base: ChatClientMachine.Configuration, fault: SessionFault?) {
        self.index = index
        self.user = user
        self.base = base
        self.fault = fault
        faults = FaultyClient(fault)
        session = ChatClientMachine(base)
    }

    /// Restarts the process with the data that the application has kept.
    func restart() {
        var configuration = base
        configuration.seen = seen
        session = ChatClientMachine(configuration)
        process += 1
        link = nil
        fuse = nil
        faults = FaultyClient(fault)
    }
}

/// A connection between a device and the server.
struct SimulatedLink {
    let device: Int
    /// The process that requested the connection; each process numbers its connections anew.
    let process: Int
    /// The client's number of the connection.
    let number: Int
    /// Whether the connection is broken, so that nothing arrives in either direction.
    var isCut = false
    var client = SimulatedEnd(isOpen: true)
    var server = SimulatedEnd(isOpen: false)

    subscript(side: SimulatedSide) -> SimulatedEnd {
        get { side == .client ? client : server }
        set { if side == .client { client = newValue } else { server = newValue } }
    }
}

/// The two sides of a connection.
enum SimulatedSide {
    case client, server

    var other: SimulatedSide { self == .client ? .server : .client }
}

/// One end of a connection, with what was sent from there.
struct SimulatedEnd {
    var isOpen: Bool
    /// Whether nothing that is sent arrives, without either side's knowledge.
    var isBlocked = false
    /// The arrival time of what was sent last, before which nothing sent later arrives.
    var lastArrival: Int64 = 0
    var sent = 0
    /// The largest number of what has arrived.
    var arrived = 0
}

/// A message that an application has submitted to its session.
struct SimulatedMessage {
    enum Fate: Equatable {
        case waiting
        case sent
        case failed
    }

    let key: String
    let token: Int
    let device: Int
    let recipients: [String]
    let message: ChatMessage
    let isRecall: Bool
    var fate = Fate.waiting
    var messageID: String?
    var isRepeated = false
    var isRecalled = false

    static func key(_ index: Int) -> String { "k\(index)" }

    static func index(of key: String) -> Int {
        key.utf8.dropFirst().reduce(0) { $0 &* 10 &+ Int($1 &- UInt8(ascii: "0")) }
    }
}
