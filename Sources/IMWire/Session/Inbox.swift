// SPDX-License-Identifier: Apache-2.0

/// The messages that a client has received, by id and up to a limit (SES-065, SES-066).
struct Inbox: Sendable {
    /// The decision about a message.
    enum Verdict: Sendable {
        /// The message is new for the application.
        case deliver
        /// The message is a recall that is new for the application.
        case recall
        /// The message was received before, or has been recalled.
        case drop
        /// The message is a recall that names no message.
        case ignore
    }

    private let limit: Int
    // Messages and recalls are remembered separately, because a recall has the id of the message that it recalls.
    private var delivered = OrderedStore<ExactText, Bool>()
    private var recalled = OrderedStore<ExactText, Bool>()

    var steps: Int { delivered.steps + recalled.steps }

    init(limit: Int, seen: [String]) {
        self.limit = limit
        for id in seen { delivered.remember(ExactText(id), true, limit: limit) }
    }

    /// Remembers a message recalled by the application itself, which is not delivered any more (SES-103).
    mutating func recall(_ messageID: String) {
        if !messageID.isEmpty { recalled.remember(ExactText(messageID), true, limit: limit) }
    }

    /// Combines the remembered ids with a hash; their order matters only beyond the limit.
    func hash(into hasher: inout StateHasher) {
        hasher.combine(unordered: delivered.keys) { $0.combine(name: $1.text) }
        hasher.combine(unordered: recalled.keys) { $0.combine(name: $1.text) }
    }

    /// Decides about a message, and remembers it.
    mutating func record(_ message: ChatMessage) -> Verdict {
        let id = message.exactID
        if message.kind == .repeal {
            guard let id else { return .ignore }
            guard !recalled.contains(id) else { return .drop }
            recalled.remember(id, true, limit: limit)
            return .recall
        }
        guard let id else { return .deliver }
        guard !delivered.contains(id), !recalled.contains(id) else { return .drop }
        delivered.remember(id, true, limit: limit)
        return .deliver
    }
}
