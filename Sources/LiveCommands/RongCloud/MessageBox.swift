// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireRMTP

/// Messages of a user or a room, oldest first; the oldest is forgotten first.
struct MessageBox: Sized {
    private(set) var messages: [StoredMessage] = []
    private(set) var bytes = 0
    private let limit: Int

    /// - Parameter limit: how many messages are kept at least, where their bytes allow it.
    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ message: StoredMessage) {
        messages.append(message)
        bytes += message.bytes
        // In steps, so that not every message moves all others.
        if messages.count > limit + limit / 8 { removeFirst(messages.count - limit) }
    }

    /// Forgets the oldest messages that have so many bytes, but not the newest one; false where there is no other.
    mutating func forget(_ bytes: Int) -> Bool {
        var (count, freed) = (0, 0)
        while freed < bytes, count + 1 < messages.count {
            freed += messages[count].bytes
            count += 1
        }
        removeFirst(count)
        return count > 0
    }

    mutating func removeAll(where isGone: (StoredMessage) -> Bool) {
        messages.removeAll { message in
            guard isGone(message) else { return false }
            bytes -= message.bytes
            return true
        }
    }

    private mutating func removeFirst(_ count: Int) {
        for message in messages.prefix(count) { bytes -= message.bytes }
        messages.removeFirst(count)
    }
}

extension StoredMessage: Sized {
    var bytes: Int { StoredMessage.size(body) + target.utf8.count }

    /// About how many bytes a body takes, in memory and on the wire.
    static func size(_ body: RMTPBody.DownStreamMessage) -> Int {
        let texts = [
            body.fromUserId, body.groupId, body.classname, body.msgId, body.source, body.extraContent,
            body.pushContent, body.busChannel,
        ]
        let push = body.pushExt.flatMap { try? $0.encoded(isPartial: true).count } ?? 0
        return texts.reduce(MemoryLayout<StoredMessage>.stride + push) { $0 + ($1?.utf8.count ?? 0) }
            + (body.content?.count ?? 0)
    }
}

extension Sequence<RMTPBody.DownStreamMessage> {
    /// As many of the first ones as one answer may carry, but one at least: a packet has a limit, and so have clients.
    var page: [RMTPBody.DownStreamMessage] { Array(prefix(pageCount)) }

    /// How many of the first ones one answer may carry.
    var pageCount: Int {
        var (count, bytes) = (0, 0)
        for body in self {
            bytes += StoredMessage.size(body)
            if count > 0, bytes > 524_288 { break }
            count += 1
        }
        return count
    }
}

// What else is kept, and by what it is found.

extension String: Sized {
    package var bytes: Int { utf8.count }
}

extension Int64: Sized {
    package var bytes: Int { 8 }
}

extension Conversation: Sized {
    var bytes: Int { target.utf8.count }
}

extension RMTPBody.SessionState: Sized {
    package var bytes: Int { 256 + 2 * ((try? encoded(isPartial: true).count) ?? 0) }
}

extension RMTPBody.ChrmKVEntity: Sized {
    package var bytes: Int { 256 + (value ?? "").utf8.count + (uid ?? "").utf8.count }
}

#endif
