// SPDX-License-Identifier: Apache-2.0

/// The unanswered messages stored for one user, in the order of arrival (SES-084).
struct OfflineStore: Sendable {
    /// The key of a message or of the recall of that message, which have separate receipts.
    struct StoredID: Hashable, Sendable, Sized {
        let id: ExactText
        let isRecall: Bool

        var bytes: Int { id.bytes }
    }

    private var stored = SizedStore<StoredID, EncodedChatMessage>()

    var bytes: Int { stored.bytes }
    var count: Int { stored.count }
    var isEmpty: Bool { stored.isEmpty }
    var steps: Int { stored.steps }

    /// All stored messages in order.
    var messages: [EncodedChatMessage] { stored.values }

    /// Appends a message, unless it has no id.
    mutating func append(_ message: EncodedChatMessage) {
        guard let id = ExactText(message.messageID) else { return }
        stored[StoredID(id: id, isRecall: message.kind == .repeal)] = message
    }

    /// Removes a message that a receipt confirms or a recall names.
    mutating func remove(_ id: ExactText, isRecall: Bool) -> EncodedChatMessage? {
        stored.remove(StoredID(id: id, isRecall: isRecall))
    }

    /// Returns all messages in order, in batches that are full except for the last one (SES-070).
    func batches(of limit: Int) -> [[EncodedChatMessage]] {
        let all = messages
        let limit = max(1, limit)
        return stride(from: 0, to: all.count, by: limit).map { Array(all[$0..<min(all.count, $0 + limit)]) }
    }
}

extension EncodedChatMessage: Sized {
    /// The size of the bytes, the id and the structure that holds them.
    @usableFromInline package var bytes: Int {
        MemoryLayout<EncodedChatMessage>.stride + utf8.count + (messageID?.utf8.count ?? 0)
    }
}
