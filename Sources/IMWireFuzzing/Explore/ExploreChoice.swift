// SPDX-License-Identifier: Apache-2.0

/// The kind of a step in a schedule.
package enum ExploreVerb: String, Hashable, Sendable, CaseIterable {
    /// The next unit from the client to the server arrives.
    case deliverUp = "deliver-up"
    /// The next unit from the server to the client arrives, or the connection opens.
    case deliverDown = "deliver-down"
    /// The application of a client sends its next message.
    case send
    /// The server or the service sends a message to a client.
    case post
    /// The application of a client recalls its last message.
    case recall
    /// The user of a client asks for a connection again.
    case connect
    /// The next message is lost.
    case loseUp = "lose-up"
    case loseDown = "lose-down"
    /// The next message will arrive twice.
    case duplicateUp = "duplicate-up"
    case duplicateDown = "duplicate-down"
    /// The next message, a receipt, is overtaken by the one behind it.
    case overtakeUp = "overtake-up"
    case overtakeDown = "overtake-down"
    /// The direction transmits nothing any more.
    case blockUp = "block-up"
    case blockDown = "block-down"
    /// The connection breaks, and each side learns of it at its own time.
    case cut
    /// The server restarts.
    case restart
    /// The process of a client ends and starts again.
    case kill
    /// The next timer of a client fires.
    case tickClient = "tick-client"
    /// The next timer of the server, or of its side of a connection, fires.
    case tickServer = "tick-server"

    /// What the step uses up, apart from delays.
    var bound: ExploreBound? {
        switch self {
        case .deliverUp, .deliverDown, .tickClient, .tickServer: nil
        case .send: .messages
        case .post: .posts
        case .recall: .recalls
        case .connect: .connects
        case .loseUp, .loseDown: .losses
        case .duplicateUp, .duplicateDown: .duplicates
        case .overtakeUp, .overtakeDown: .reorderings
        case .blockUp, .blockDown: .blocks
        case .cut: .cuts
        case .restart: .restarts
        case .kill: .kills
        }
    }

    /// Whether the step is a fault of the network or of a process.
    package var isFault: Bool {
        switch self {
        case .deliverUp, .deliverDown, .send, .post, .recall, .connect, .tickClient, .tickServer: false
        default: true
        }
    }

    /// The place of the verb in a list of all.
    var place: Int { ExploreVerb.allCases.firstIndex(of: self) ?? 0 }
}

/// A step in a schedule: what happens, and to which client or connection.
package struct ExploreChoice: Hashable, Sendable {
    package let verb: ExploreVerb
    /// The index of the client, or the place of the connection among those that exist, oldest first.
    package let object: Int

    init(_ verb: ExploreVerb, _ object: Int = 0) {
        self.verb = verb
        self.object = object
    }

    /// Reads a step from its text, or returns nil if it is none.
    package init?(text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, let verb = ExploreVerb(rawValue: String(words[0])), let object = Int(words[1]) else {
            return nil
        }
        self.init(verb, object)
    }

    /// The step as text, such as `deliver-up 0`.
    package var text: String { "\(verb.rawValue) \(object)" }
}
