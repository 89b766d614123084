// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The messages of a user or a room in order of their times; the oldest are removed first.
struct MessageBox: Sized {
    private var log: TimeIndex<StoredMessage>
    /// The time of each message by its id.
    private var times: [ExactText: Int64] = [:]
    private(set) var bytes = 0
    private let limit: Int

    /// Creates an empty box.
    ///
    /// - Parameter limit: The minimum number of newest messages that are kept, as far as their size allows.
    init(limit: Int, _ work: ServiceWork) {
        self.limit = limit
        log = TimeIndex(work)
    }

    var count: Int { log.count }
    /// The time of the newest message that is stored.
    var lastTime: Int64? { log.lastTime }
    /// All messages, oldest first.
    var messages: [StoredMessage] { log.all }

    /// Returns the message at a position from 0 to `count - 1`, oldest first.
    subscript(_ index: Int) -> StoredMessage { log[index].value }

    /// Returns the number of messages up to a time, which is the position of the first later one.
    func count(upTo time: Int64) -> Int { log.count(upTo: time) }

    func message(at time: Int64) -> StoredMessage? {
        log.range(at: time).first.map { log[$0].value }
    }

    func contains(_ id: ExactText) -> Bool { times[id] != nil }

    /// Visits the messages after a time, oldest first, or before it, newest first, until `visit` returns false.
    func walk(from time: Int64, isForward: Bool, _ visit: (StoredMessage) -> Bool) {
        if isForward {
            for index in log.count(upTo: time)..<count where !visit(self[index]) { return }
        } else {
            for index in (0..<log.count(before: time)).reversed() where !visit(self[index]) { return }
        }
    }

    /// Adds a message, unless the box has one with its time or its id, which no two messages of the service share.
    ///
    /// - Returns: Whether the message was added, and the messages that were removed because there are too many.
    mutating func add(_ message: StoredMessage) -> (isAdded: Bool, removed: [StoredMessage]) {
        guard log.range(at: message.time).isEmpty, times[message.key] == nil else { return (false, []) }
        times[message.key] = message.time
        log.add(message, at: message.time)
        bytes += message.bytes
        // Messages are removed several at a time, because each removal moves all others.
        return (true, count > limit + limit / 32 ? removeFirst(count - limit) : [])
    }

    /// Removes the oldest messages with a total of `bytes`, but not the newest one, and returns them.
    mutating func forget(_ bytes: Int) -> [StoredMessage] {
        var (count, freed) = (0, 0)
        while freed < bytes, count + 1 < self.count {
            freed += self[count].bytes
            count += 1
        }
        return removeFirst(count)
    }

    mutating func remove(_ id: ExactText) -> StoredMessage? {
        times[id].flatMap { remove(at: $0) }
    }

    mutating func remove(at time: Int64) -> StoredMessage? {
        guard let index = log.range(at: time).first else { return nil }
        let message = log.remove(at: index)
        times[message.key] = nil
        bytes -= message.bytes
        return message
    }

    private mutating func removeFirst(_ count: Int) -> [StoredMessage] {
        let removed = log.removeFirst(count)
        for message in removed {
            times[message.key] = nil
            bytes -= message.bytes
        }
        return removed
    }
}

/// The messages of one answer: the size of packets is limited, and so is what clients accept.
struct AnswerPage {
    private(set) var list: [RMTPBody.DownStreamMessage] = []
    private var bytes = 0
    /// Whether a message did not fit.
    private(set) var isFull = false
    private let limit: Int

    static let bytes = 524_288

    /// Creates an empty page.
    ///
    /// - Parameter limit: The maximum number of messages.
    init(limit: Int = .max) {
        self.limit = limit
    }

    /// Adds a message if there is room; the first message always fits.
    mutating func add(_ body: RMTPBody.DownStreamMessage) -> Bool {
        let size = StoredMessage.size(body)
        isFull = isFull || list.count >= limit || !list.isEmpty && bytes + size > AnswerPage.bytes
        if isFull { return false }
        list.append(body)
        bytes += size
        return true
    }
}

// Sizes of the other values and keys that are stored.

extension Int64: Sized {
    /// The approximate size in bytes.
    @usableFromInline package var bytes: Int { 8 }
}

extension Conversation: Sized {
    package var bytes: Int { target.utf8.count }
}

extension RMTPBody.UserSettingItem: Sized {
    /// The approximate size in bytes.
    @usableFromInline package var bytes: Int { 256 + (value?.count ?? 0) + (targetID ?? "").utf8.count }
}

extension RMTPBody.ChrmKVEntity: Sized {
    /// The approximate size in bytes.
    @usableFromInline package var bytes: Int { 256 + (value ?? "").utf8.count + (uid ?? "").utf8.count }
}
