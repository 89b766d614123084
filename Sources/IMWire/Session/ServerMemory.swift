// SPDX-License-Identifier: Apache-2.0

/// What a server knows beyond the end of its process: the stores, the keys, what can be recalled, and the last id.
///
/// A caller that keeps it durably, as ``encoded()`` writes it, starts the next process with it.
public struct ServerMemory: Sendable {
    /// How the first message with a key was answered (SES-083).
    struct Answer: Hashable, Sendable {
        let kind: MessageKind
        let messageID: String
    }

    /// What is kept for one user.
    struct User: Sendable {
        var store = OfflineStore()
        var answers = OrderedStore<ExactText, Answer>()
    }

    /// A message that can be recalled (SES-090).
    struct Sent: Hashable, Sendable {
        /// Nobody, for the server's own.
        let sender: ExactText?
        /// Those for whom it was stored.
        let recipients: [ExactText]
        var isRecalled = false
    }

    var users: [ExactText: User] = [:]
    var sent = OrderedStore<ExactText, Sent>()
    /// The number of the last id.
    var lastNumber = 0

    /// Knows nothing.
    public init() {}
}
