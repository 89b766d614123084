// SPDX-License-Identifier: Apache-2.0

/// The unanswered messages stored for one user, in the order of arrival (SES-084).
struct OfflineStore: Sendable {
    /// The key of a message or of the recall of that message, which have separate receipts.
    struct Place: Hashable, Sendable, Sized {
        let id: ExactText
        let isRecall: Bool

        var bytes: Int { id.bytes }
    }

    private var stored = SizedStore<Place, SessionMessage>()

    var bytes: Int { stored.bytes }
    var count: Int { stored.count }
    var isEmpty: Bool { stored.isEmpty }

    /// All stored messages in order.
    var messages: [SessionMessage] { stored.values }

    /// Appends a message, unless it has no id.
    mutating func append(_ message: SessionMessage) {
        guard let id = ExactText(message.messageID) else { return }
        stored[Place(id: id, isRecall: message.kind == .repeal)] = message
    }

    /// Removes a message that a receipt confirms or a recall names.
    mutating func remove(_ id: ExactText, isRecall: Bool) -> SessionMessage? {
        stored.remove(Place(id: id, isRecall: isRecall))
    }

    /// Returns all messages in order, in batches that are full except for the last one (SES-070).
    func batches(of limit: Int) -> [[SessionMessage]] {
        let all = messages
        let limit = max(1, limit)
        return stride(from: 0, to: all.count, by: limit).map { Array(all[$0..<min(all.count, $0 + limit)]) }
    }
}
