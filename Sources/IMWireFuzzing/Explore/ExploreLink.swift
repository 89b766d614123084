// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What one write of a machine contains.
protocol ExploredContent {
    /// Whether the content is or begins with a receipt, which may be overtaken.
    var isReceipt: Bool { get }
    /// Combines the canonical form of the content with a hash.
    func hash(into hasher: inout StateHasher)
}

/// What is in transit in one direction of a connection.
enum ExploreUnit<Content: ExploredContent> {
    /// The connection is being established; it is the first unit to the client.
    case opening
    /// What a machine has written.
    case content(Content)
    /// The end of the connection.
    case end

    /// Whether the unit can be lost or doubled.
    var isContent: Bool {
        switch self {
        case .content: true
        case .opening, .end: false
        }
    }

    /// Whether the unit can be overtaken.
    var isReceipt: Bool {
        switch self {
        case .content(let content): content.isReceipt
        case .opening, .end: false
        }
    }

    func hash(into hasher: inout StateHasher) {
        switch self {
        case .opening: hasher.combine(1)
        case .end: hasher.combine(2)
        case .content(let content): content.hash(into: &hasher)
        }
    }
}

/// A connection between a client and a server, which keeps the order of what it transmits.
struct ExploreLink<Content: ExploredContent> {
    typealias Unit = ExploreUnit<Content>

    /// The number of the connection in the world.
    let id: Int
    /// The index of the client.
    let client: Int
    /// The number of the connection for the client.
    let number: Int
    /// What is in transit to the server.
    var up: [Unit] = []
    /// What is in transit to the client.
    var down: [Unit] = [.opening]
    var isClientOpen = true
    var isServerOpen = false
    /// Whether a direction no longer transmits anything.
    var isUpBlocked = false
    var isDownBlocked = false

    init(id: Int, client: Int, number: Int = 0) {
        self.id = id
        self.client = client
        self.number = number
    }

    /// Whether neither side knows the connection any more.
    var isOver: Bool { !isClientOpen && !isServerOpen }
    /// Whether something is in transit.
    var isBusy: Bool { !up.isEmpty || !down.isEmpty }

    /// Transmits a unit to the server.
    mutating func sendUp(_ unit: Unit) {
        if isClientOpen, isServerOpen, !isUpBlocked { up.append(unit) }
    }

    /// Transmits a unit to the client.
    mutating func sendDown(_ unit: Unit) {
        if isServerOpen, isClientOpen, !isDownBlocked { down.append(unit) }
    }

    /// Closes the client's end; what it has sent still arrives, and what was sent to it does not.
    mutating func closeClient() {
        sendUp(.end)
        isClientOpen = false
        down = []
        isUpBlocked = true
    }

    /// Closes the server's end.
    mutating func closeServer() {
        sendDown(.end)
        isServerOpen = false
        up = []
        isDownBlocked = true
    }

    /// Ends the server's end without its knowledge, because its process has ended.
    mutating func loseServer() {
        isServerOpen = false
        up = []
        if isClientOpen, !isDownBlocked { down = [.end] }
        isUpBlocked = true
        isDownBlocked = true
    }

    /// Combines the connection with a hash; its numbers are omitted.
    func hash(into hasher: inout StateHasher) {
        hasher.combine(client)
        hasher.combine(flags: isClientOpen, isServerOpen, isUpBlocked, isDownBlocked)
        hasher.combine(up.count)
        for unit in up { unit.hash(into: &hasher) }
        hasher.combine(down.count)
        for unit in down { unit.hash(into: &hasher) }
    }
}

extension StateHasher {
    /// Combines flags.
    mutating func combine(flags: Bool...) {
        var bits: UInt64 = 1
        for flag in flags { bits = bits << 1 | (flag ? 1 : 0) }
        combine(bits)
    }
}
