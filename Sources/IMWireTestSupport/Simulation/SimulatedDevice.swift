// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A client and its application, whose tables outlive the process.
final class SimulatedDevice {
    let index: Int
    let user: String
    private let base: ClientConfiguration
    var session: ClientSession
    /// How often the process has begun again.
    var process = 0
    /// The link that the session has asked for last.
    var link: Int?
    /// Actions that are still carried out before the process ends; nil where it goes on.
    var fuse: Int?
    /// Whether the device has been used at all, and is used to the end.
    var isUsed = false
    var isRetired = false
    var hasLoggedIn = false
    /// When a heartbeat was received last, or the login's receipt.
    var heardAt: Int64 = 0
    /// What the process knows for its mistake.
    var faults = FaultMemory()

    // The application's tables.
    var delivered: [String: Int] = [:]
    var deliveredTokens: Set<Int> = []
    var deliveredOrder: [Int] = []
    var recalledIDs: Set<String> = []
    var recalledTokens: Set<Int> = []
    var seen: [String] = []

    init(index: Int, user: String, base: ClientConfiguration) {
        self.index = index
        self.user = user
        self.base = base
        session = ClientSession(base)
    }

    /// The process begins again, with what the application has kept.
    func restart() {
        var configuration = base
        configuration.seen = seen
        session = ClientSession(configuration)
        process += 1
        link = nil
        fuse = nil
        faults = FaultMemory()
    }
}

/// A connection between a device and the server.
struct SimulatedLink {
    let device: Int
    /// The process that has asked for it; another one counts connections anew.
    let process: Int
    /// The client's number of it.
    let number: Int
    var isOpenAtClient = true
    var isOpenAtServer = false
    /// Nothing arrives any more, on neither side.
    var isCut = false
    var carriesUp = true
    var carriesDown = true
    /// The arrival of what was sent last: what is sent later does not arrive earlier.
    var lastUp: Int64 = 0
    var lastDown: Int64 = 0
    var sentUp = 0
    var sentDown = 0
    var arrivedUp = 0
    var arrivedDown = 0
}

/// A message that an application has given to its session.
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
    let message: SessionMessage
    let isRecall: Bool
    var fate = Fate.waiting
    var messageID: String?
    var isRepeated = false
    var isRecalled = false

    /// The key of the message at a place.
    static func key(_ place: Int) -> String { "k\(place)" }

    /// The place that is meant with a key.
    static func place(_ key: String) -> Int {
        key.utf8.dropFirst().reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) }
    }
}
