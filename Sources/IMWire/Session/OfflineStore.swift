// SPDX-License-Identifier: Apache-2.0

/// What is kept for one user until it is answered, in the order of arrival (SES-084).
struct OfflineStore: Sendable {
    /// A message, or the recall of that message: a receipt is for one of them.
    struct Place: Hashable, Sendable, Sized {
        let id: ExactText
        let isRecall: Bool

        var bytes: Int { id.bytes }
    }

    private var stored = SizedStore<Place, SessionMessage>()

    var bytes: Int { stored.bytes }
    var count: Int { stored.count }
    var isEmpty: Bool { stored.isEmpty }

    /// All of it in order.
    var messages: [SessionMessage] { stored.values }

    /// Puts a message at the end.
    mutating func append(_ message: SessionMessage) {
        guard let id = ExactText(message.messageID) else { return }
        stored[Place(id: id, isRecall: message.kind == .repeal)] = message
    }

    /// Takes out what a receipt confirms, or what is recalled.
    mutating func remove(_ id: ExactText, isRecall: Bool) -> SessionMessage? {
        stored.remove(Place(id: id, isRecall: isRecall))
    }

    /// All of it in order, in batches that are full but for the last (SES-070).
    func batches(of limit: Int) -> [[SessionMessage]] {
        let all = messages
        let limit = max(1, limit)
        return stride(from: 0, to: all.count, by: limit).map { Array(all[$0..<min(all.count, $0 + limit)]) }
    }
}
