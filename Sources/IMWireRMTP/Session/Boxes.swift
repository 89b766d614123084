// SPDX-License-Identifier: Apache-2.0

/// The times up to which a client knows the messages of others and of its own user; neither ever decreases (RMTP-197).
struct Boxes: Hashable, Sendable {
    private(set) var inbox: Int64
    private(set) var outbox: Int64

    init(inbox: Int64, outbox: Int64) {
        self.inbox = inbox
        self.outbox = outbox
    }

    /// Returns whether a message is later than the time of its box, and therefore new.
    func isNew(_ message: RMTPBody.DownStreamMessage) -> Bool {
        guard let time = message.dataTime else { return true }
        return time > (message.direction == 1 ? outbox : inbox)
    }

    /// Advances the box of a message to the time of the message.
    mutating func advance(past message: RMTPBody.DownStreamMessage) {
        guard let time = message.dataTime else { return }
        if message.direction == 1 { outbox = Swift.max(outbox, time) } else { inbox = Swift.max(inbox, time) }
    }

    mutating func advance(inbox time: Int64?) {
        inbox = Swift.max(inbox, time ?? inbox)
    }

    mutating func advance(outbox time: Int64?) {
        outbox = Swift.max(outbox, time ?? outbox)
    }
}
