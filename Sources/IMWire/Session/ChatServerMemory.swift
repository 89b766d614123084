// SPDX-License-Identifier: Apache-2.0

/// The durable data of a server: stored messages, keys, messages that can be recalled, and the number of the last id.
///
/// Write ``encoded()`` to durable storage, and pass the memory read from it to the server sessions of the next process.
///
/// ```swift
/// let memory = try ChatServerMemory(json: saved)
/// let sessions = ChatServerMachine(ChatServerMachine.Configuration(), memory: memory)
/// ```
public struct ChatServerMemory: Sendable {
    /// The answer to the first message with a key (SES-083).
    struct Answer: Hashable, Sendable, Sized {
        let kind: ChatMessageKind
        let messageID: String

        var bytes: Int { messageID.utf8.count }
    }

    /// The durable data of one user.
    struct User: Sendable, Sized {
        var store = OfflineStore()
        var answers = SizedStore<ExactText, Answer>()

        var bytes: Int { store.bytes + answers.bytes }
    }

    /// A message that can be recalled (SES-090).
    struct Sent: Hashable, Sendable, Sized {
        /// The sender, or nil for a message of the server.
        let sender: ExactText?
        /// The users for whom the message was stored.
        let recipients: [ExactText]
        var isRecalled = false

        var bytes: Int {
            let stride = MemoryLayout<ExactText>.stride
            return recipients.reduce(sender?.bytes ?? 0) { $0 + $1.bytes + stride }
        }
    }

    var users = SizedStore<ExactText, User>()
    var sent = SizedStore<ExactText, Sent>()
    /// The approximate size of all stored data in bytes.
    public var bytes: Int { users.bytes + sent.bytes }
    /// The number of entries that were visited so far to remove others.
    var steps: Int { users.values.reduce(users.steps + sent.steps) { $0 + $1.store.steps + $1.answers.steps } }
    /// The number of the last id.
    var lastNumber = 0
    /// The number of the last possible id, the largest that every JSON parser reads exactly (SES-110, SES-120).
    static let largestNumber: Int64 = 1 << 53
    /// Whether another id can be assigned.
    var hasNextNumber: Bool { Int64(lastNumber) < ChatServerMemory.largestNumber }

    /// Creates an empty memory.
    public init() {}
}
