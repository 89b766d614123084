// SPDX-License-Identifier: Apache-2.0

/// The messages that a client has had, by id, as far as its memory goes (SES-065, SES-066).
struct Inbox: Sendable {
    /// What becomes of a message.
    enum Verdict: Sendable {
        /// New for the application.
        case deliver
        /// A recall that is new for the application.
        case recall
        /// Was there already, or is recalled.
        case drop
        /// Names nothing.
        case ignore
    }

    private let limit: Int
    // Messages and recalls are remembered apart: a recall has the id of what it recalls.
    private var delivered = OrderedStore<ExactText, Bool>()
    private var recalled = OrderedStore<ExactText, Bool>()

    init(limit: Int, seen: [String]) {
        self.limit = limit
        for id in seen { delivered.remember(ExactText(id), true, limit: limit) }
    }

    /// Remembers a message that the application recalled itself: it is not delivered any more (SES-103).
    mutating func recall(_ messageID: String) {
        if !messageID.isEmpty { recalled.remember(ExactText(messageID), true, limit: limit) }
    }

    /// Judges a message, and remembers it.
    mutating func take(_ message: SessionMessage) -> Verdict {
        let id = ExactText(message.messageID)
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
