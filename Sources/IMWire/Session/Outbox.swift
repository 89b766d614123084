// SPDX-License-Identifier: Apache-2.0

/// A client's messages that wait for their receipts, in the order in which the application sent them (SES-040).
struct Outbox: Sendable {
    /// A message that waits for its receipt.
    struct Entry: Sendable {
        let key: String
        /// The message as it is written, without changes each time (SES-043).
        let message: EncodedChatMessage
        /// The `sendTime` of the message, or nil if it has none.
        let sendTime: String?
        /// The number of times that the message has been sent again over this connection.
        var resends = 0

        var isRecall: Bool { message.kind == .repeal }
        /// The id of the message that this entry recalls, or nil if it is no recall.
        var recalledID: ExactText? { isRecall ? ExactText(message.messageID) : nil }

        /// Returns whether a receipt of this kind answers the message (SES-062).
        func isAnswered(by kind: ChatMessageKind) -> Bool {
            switch kind {
            case .normalReceipt: !isRecall
            case .repealReceipt: isRecall
            case .invalidReceipt: true
            case .login, .loginReceipt, .heartbeat, .normal, .repeal, .validate, .system, .unknown: false
            }
        }
    }

    private let limit: Int
    private var entries = OrderedStore<ExactText, Entry>()
    /// The keys by `sendTime`, which is unique within a client (SES-042).
    private var keysByTime: [String: ExactText] = [:]
    /// The keys of the recalls of each message, in order.
    private var recalls: [ExactText: OrderedStore<ExactText, Bool>] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    var steps: Int { entries.steps }
    var isFull: Bool { entries.count >= limit }

    /// The keys in order.
    var keys: [ExactText] { entries.keys }

    func contains(_ key: ExactText) -> Bool {
        entries.contains(key)
    }

    subscript(_ key: ExactText) -> Entry? {
        entries[key]
    }

    mutating func append(_ entry: Entry) {
        let key = ExactText(entry.key)
        entries[key] = entry
        if let time = entry.sendTime { keysByTime[time] = key }
        if let id = entry.recalledID { recalls[id, default: OrderedStore()][key] = true }
    }

    /// Resets the count of repetitions for a new connection (SES-043).
    mutating func startCount(_ key: ExactText) {
        entries.change(key) { $0.resends = 0 }
    }

    /// Counts a repetition, or returns false if the limit has been reached.
    mutating func countResend(_ key: ExactText, limit: Int) -> Bool {
        var isCounted = false
        entries.change(key) {
            isCounted = $0.resends < limit
            if isCounted { $0.resends += 1 }
        }
        return isCounted
    }

    @discardableResult
    mutating func remove(_ key: ExactText) -> Entry? {
        guard let entry = entries.remove(key) else { return nil }
        if let time = entry.sendTime { keysByTime[time] = nil }
        if let id = entry.recalledID {
            recalls[id]?.remove(key)
            if recalls[id]?.isEmpty ?? false { recalls[id] = nil }
        }
        return entry
    }

    /// Removes all messages, and returns their keys in order.
    mutating func removeAll() -> [String] {
        let keys = entries.values.map(\.key)
        entries = OrderedStore()
        keysByTime = [:]
        recalls = [:]
        return keys
    }

    /// Returns the key of the message with that time, if a receipt of this kind answers it (SES-063).
    func key(sentAt time: String?, answeredBy kind: ChatMessageKind) -> ExactText? {
        guard let time, let key = keysByTime[time], let entry = entries[key] else { return nil }
        return entry.isAnswered(by: kind) ? key : nil
    }

    /// Returns the key of the oldest recall of that message (SES-063).
    func recallKey(of messageID: ExactText?) -> ExactText? {
        messageID.flatMap { recalls[$0]?.oldest(1).first?.key }
    }
}
