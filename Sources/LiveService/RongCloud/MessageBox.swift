// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The messages of a user or a room, oldest first; the oldest are removed first.
struct MessageBox: Sized {
    private(set) var messages: [StoredMessage] = []
    private(set) var bytes = 0
    private let limit: Int

    /// Creates an empty box.
    ///
    /// - Parameter limit: The minimum number of newest messages that are kept, as far as their size allows.
    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ message: StoredMessage) {
        messages.append(message)
        bytes += message.bytes
        // Messages are removed several at a time, because each removal moves all others.
        if messages.count > limit + limit / 8 { removeFirst(messages.count - limit) }
    }

    /// Removes the oldest messages with a total of `bytes`, but not the newest one; returns false if there is no other.
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
    package var bytes: Int { StoredMessage.size(body) + target.utf8.count }

    /// Returns the approximate size of a body in bytes, in memory and on the wire.
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
    /// The first messages that fit in one answer, at least one: the size of packets is limited, and so is what clients
    /// accept.
    var page: [RMTPBody.DownStreamMessage] { Array(prefix(pageCount)) }

    /// The number of the first messages that fit in one answer.
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

// Sizes of the other values and keys that are stored.

extension String: Sized {
    package var bytes: Int { utf8.count }
}

extension Int64: Sized {
    package var bytes: Int { 8 }
}

extension Conversation: Sized {
    package var bytes: Int { target.utf8.count }
}

extension RMTPBody.SessionState: Sized {
    package var bytes: Int { 256 + 2 * ((try? encoded(isPartial: true).count) ?? 0) }
}

extension RMTPBody.UserSettingItem: Sized {
    package var bytes: Int { 256 + (value?.count ?? 0) + (targetId ?? "").utf8.count }
}

extension RMTPBody.ChrmKVEntity: Sized {
    package var bytes: Int { 256 + (value ?? "").utf8.count + (uid ?? "").utf8.count }
}
