// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The data that the service stores for one user: received and sent messages, and settings.
package struct UserStore: Sized {
    private let user: ExactText
    private let work: ServiceWork
    private var received: MessageBox
    private var sent: MessageBox
    private var threads: [Conversation: MessageThread] = [:]
    /// The conversations in the list by the times of their last messages: of each type, and all under the key nil.
    private var recent: [Int32?: TimeIndex<Conversation>] = [:]
    /// The number of unread messages in all conversations of the list.
    package private(set) var unread: Int64 = 0
    /// The times up to which conversations are hidden from the list.
    private var hidden = SizedStore<Conversation, Int64>()
    /// The times up to which conversations are read.
    private var read = SizedStore<Conversation, Int64>()
    var states: ConversationStates
    /// The latest value of the user's only setting.
    var offlineDuration: RMTPBody.UserSettingItem?
    /// The time of the newest message received, even if the message is no longer stored.
    private(set) var inboxTime: Int64 = 0

    static let conversations = 1_000

    package init(_ user: ExactText, _ work: ServiceWork) {
        self.user = user
        self.work = work
        received = MessageBox(limit: 2_000, work)
        sent = MessageBox(limit: 2_000, work)
        states = ConversationStates(work)
    }

    /// The messages sent to the user, oldest first.
    package var inbox: [StoredMessage] { received.messages }
    /// The messages sent by the user, oldest first.
    package var outbox: [StoredMessage] { sent.messages }
    /// The numbers of messages sent to the user and by the user.
    package var counts: (received: Int, sent: Int) { (received.count, sent.count) }
    /// The time of the newest message sent by the user that is stored.
    var outboxTime: Int64 { sent.lastTime ?? 0 }
    /// The size of the conversations' data and the settings in bytes, which remains when messages are removed.
    var stateBytes: Int { hidden.bytes + read.bytes + states.bytes + (offlineDuration?.bytes ?? 0) }
    /// The size of the messages in bytes.
    var messageBytes: Int { received.bytes + sent.bytes }
    package var bytes: Int { received.bytes + sent.bytes + stateBytes }

    /// Returns whether the user has sent a message with an id that is still stored.
    func hasSent(_ id: ExactText) -> Bool { sent.contains(id) }

    /// Removes the oldest messages with a total of `bytes`; returns false if only the newest are left.
    mutating func forget(_ bytes: Int) -> Bool {
        let isOwnFirst = received.bytes <= sent.bytes
        return forget(bytes, isOwn: isOwnFirst) || forget(bytes, isOwn: !isOwnFirst)
    }

    private mutating func forget(_ bytes: Int, isOwn: Bool) -> Bool {
        let removed = self[isOwn].forget(bytes)
        for message in removed { drop(message, isOwn: isOwn) }
        return !removed.isEmpty
    }

    package mutating func receive(_ message: StoredMessage) {
        if add(message, isOwn: false) { inboxTime = max(inboxTime, message.time) }
    }

    package mutating func send(_ message: StoredMessage) { add(message, isOwn: true) }

    @discardableResult
    private mutating func add(_ message: StoredMessage, isOwn: Bool) -> Bool {
        let change = self[isOwn].add(message)
        guard change.isAdded else { return false }
        self.change(place(message, isOwn)) { $0.add(message, isOwn: isOwn) }
        for message in change.removed { drop(message, isOwn: isOwn) }
        return true
    }

    package mutating func remove(_ id: ExactText) {
        for isOwn in [false, true] {
            if let message = self[isOwn].remove(id) { drop(message, isOwn: isOwn) }
        }
    }

    /// Removes the messages of a conversation up to a time.
    package mutating func clean(_ conversation: Conversation, upTo time: Int64) {
        guard let thread = threads[conversation] else { return }
        for isOwn in [false, true] {
            for time in (isOwn ? thread.sent : thread.received).times(upTo: time) {
                if let message = self[isOwn].remove(at: time) { drop(message, isOwn: isOwn) }
            }
        }
    }

    /// The messages sent by the user, or those sent to the user.
    private subscript(_ isOwn: Bool) -> MessageBox {
        _read { if isOwn { yield sent } else { yield received } }
        _modify { if isOwn { yield &sent } else { yield &received } }
    }

    /// Removes a message that a box no longer has from its conversation.
    private mutating func drop(_ message: StoredMessage, isOwn: Bool) {
        change(place(message, isOwn)) { $0.remove(message, isOwn: isOwn) }
    }

    /// Returns the conversation of a message from the user's point of view.
    private func place(_ message: StoredMessage, _ isOwn: Bool) -> Conversation {
        let conversation = message.conversation
        return conversation.isBetweenUsers && !isOwn
            ? Conversation(type: conversation.type, target: message.sender) : conversation
    }
}

// MARK: - Conversations

extension UserStore {
    /// Hides a conversation from the list until its next message.
    package mutating func hide(_ place: Conversation, upTo time: Int64) {
        change(place) { _ in
        } marking: {
            $0.hidden[place] = time
        }
    }

    /// Records the time up to which a conversation is read.
    package mutating func read(_ place: Conversation, upTo time: Int64) {
        change(place) { _ in
        } marking: {
            $0.read[place] = time
        }
    }

    /// Returns whether the time of a conversation can be recorded, and the number of bytes that this adds.
    func hideCost(_ place: Conversation) -> Int? { UserStore.cost(place, hidden) }
    func readCost(_ place: Conversation) -> Int? { UserStore.cost(place, read) }

    private static func cost(_ place: Conversation, _ store: SizedStore<Conversation, Int64>) -> Int? {
        if store.contains(place) { return 0 }
        return store.count < conversations ? place.bytes + 112 : nil
    }

    /// Changes a conversation, and with it the list of conversations and the number of unread messages.
    private mutating func change(
        _ place: Conversation, _ body: (inout MessageThread) -> Void, marking: (inout UserStore) -> Void = { _ in }
    ) {
        // Removed from the dictionary to avoid a copy.
        var thread = threads.removeValue(forKey: place) ?? MessageThread(work)
        let before = view(thread, place)
        body(&thread)
        marking(&self)
        let after = view(thread, place)
        if !thread.isEmpty { threads[place] = thread }
        unread += after.unread - before.unread
        guard before.shown != after.shown else { return }
        for key in [Int32?.none, place.type] {
            if let time = before.shown { recent[key]?.remove(place, at: time) }
            if let time = after.shown { recent[key, default: TimeIndex(work)].add(place, at: time) }
            if recent[key]?.isEmpty ?? false { recent[key] = nil }
        }
    }

    /// Returns the time at which a conversation stands in the list, and its number of unread messages.
    private func view(_ thread: MessageThread, _ place: Conversation) -> (shown: Int64?, unread: Int64) {
        guard let last = thread.lastTime, last > hidden[place] ?? 0 else { return (nil, 0) }
        return (last, Int64(thread.unread(since: read[place] ?? 0)))
    }

    /// Returns the conversations of a type, or all, with their last messages, newest first.
    package func relations(type: Int32?, limit: Int, for device: RongCloudDevice) -> [RMTPBody.RelationInfo] {
        guard let list = recent[type] else { return [] }
        var page = AnswerPage(limit: min(limit, UserStore.conversations))
        var infos: [RMTPBody.RelationInfo] = []
        for index in (0..<list.count).reversed() {
            let place = list[index].value
            guard let thread = threads[place], let body = last(thread) else { continue }
            let message = StoredMessage.body(body, for: device)
            guard page.add(message) else { break }
            var info = RMTPBody.RelationInfo()
            info.type = RMTPBody.ChannelType(rawValue: place.type)
            info.userID = place.target
            info.msg = message
            info.readMsgTime = read[place] ?? 0
            info.unreadCount = view(thread, place).unread
            infos.append(info)
        }
        return infos
    }

    private func last(_ thread: MessageThread) -> RMTPBody.DownStreamMessage? {
        guard let time = thread.lastTime else { return nil }
        return thread.received.lastTime == time ? received.message(at: time)?.body : sent.message(at: time)?.own
    }
}

// MARK: - Pages

extension UserStore {
    /// A message of a page, with its body for the user.
    package typealias Visit = (_ message: StoredMessage, _ isOwn: Bool) -> Bool

    /// Visits the messages received and those sent after two times, oldest first, until `visit` returns false.
    ///
    /// - Parameter sentAfter: nil if the messages sent are not wanted.
    package func pull(receivedAfter: Int64, sentAfter: Int64?, _ visit: Visit) {
        var (next, nextOwn) = (
            received.count(upTo: receivedAfter), sentAfter.map { sent.count(upTo: $0) } ?? sent.count
        )
        while true {
            let (one, own) = (
                next < received.count ? received[next] : nil, nextOwn < sent.count ? sent[nextOwn] : nil
            )
            if let one, own.map({ one.time <= $0.time }) ?? true {
                next += 1
                if !visit(one, false) { return }
            } else if let own {
                nextOwn += 1
                if !visit(own, true) { return }
            } else {
                return
            }
        }
    }

    /// Visits the messages of a conversation after a time, oldest first, or before it, newest first.
    package func history(_ place: Conversation, from time: Int64, isForward: Bool, _ visit: Visit) {
        guard let thread = threads[place] else { return }
        thread.walk(from: time, isForward: isForward) { time, isOwn in
            guard let message = isOwn ? sent.message(at: time) : received.message(at: time) else { return true }
            return visit(message, isOwn)
        }
    }
}
