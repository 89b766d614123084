// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The data that the service stores for one user: received and sent messages, and settings.
package struct UserStore: Sized {
    private var received = MessageBox(limit: 2_000)
    private var sent = MessageBox(limit: 2_000)
    /// The times up to which conversations are hidden from the list.
    var hidden = SizedStore<Conversation, Int64>()
    /// The times up to which conversations are read.
    var read = SizedStore<Conversation, Int64>()
    /// The latest state of each conversation.
    var states = SizedStore<Conversation, RMTPBody.SessionState>()
    /// The user's settings by key.
    var settings = SizedStore<String, RMTPBody.UserSettingItem>()
    /// The time of the newest message received, even if the message is no longer stored.
    private(set) var inboxTime: Int64 = 0

    static let conversations = 1_000

    /// The messages sent to the user, oldest first.
    package var inbox: [StoredMessage] { received.messages }
    /// The messages sent by the user, oldest first.
    package var outbox: [StoredMessage] { sent.messages }
    /// The size of the conversations' data and the settings in bytes, which remains when messages are removed.
    var stateBytes: Int { hidden.bytes + read.bytes + states.bytes + settings.bytes }
    package var bytes: Int { received.bytes + sent.bytes + stateBytes }

    /// Removes the oldest messages with a total of `bytes`; returns false if only the newest are left.
    mutating func forget(_ bytes: Int) -> Bool {
        received.bytes > sent.bytes
            ? received.forget(bytes) || sent.forget(bytes) : sent.forget(bytes) || received.forget(bytes)
    }

    /// Stores a received message.
    mutating func receive(_ message: StoredMessage) {
        received.append(message)
        inboxTime = max(inboxTime, message.time)
    }

    /// Stores a sent message.
    mutating func send(_ message: StoredMessage) {
        sent.append(message)
    }

    /// Removes a message.
    mutating func remove(_ id: String) {
        received.removeAll { $0.id == id }
        sent.removeAll { $0.id == id }
    }

    /// Removes the messages of a conversation up to a time.
    mutating func clean(_ conversation: Conversation, upTo time: Int64, for user: String) {
        received.removeAll { $0.time <= time && UserStore.place($0, user) == conversation }
        sent.removeAll { $0.time <= time && $0.conversation == conversation }
    }

    /// Returns the conversation, from a user's point of view, of a received message.
    static func place(_ message: StoredMessage, _ user: String) -> Conversation {
        let conversation = message.conversation
        return conversation.isBetweenUsers
            ? Conversation(type: conversation.type, target: message.sender) : conversation
    }

    /// Returns the messages of a conversation, oldest first.
    func history(_ conversation: Conversation, of user: String) -> [RMTPBody.DownStreamMessage] {
        let received = inbox.filter { UserStore.place($0, user) == conversation }.map(\.body)
        let sent = outbox.filter { $0.conversation == conversation }.map(\.own)
        return (received + sent).sorted { ($0.dataTime ?? 0) < ($1.dataTime ?? 0) }
    }

    /// Returns the conversations with their last messages, newest first.
    func relations(of user: String) -> [RMTPBody.RelationInfo] {
        var last: [Conversation: RMTPBody.DownStreamMessage] = [:]
        var unread: [Conversation: Int64] = [:]
        func look(_ place: Conversation, _ body: RMTPBody.DownStreamMessage) {
            let time = body.dataTime ?? 0
            if time <= hidden[place] ?? 0 { return }
            if time > last[place]?.dataTime ?? -1 { last[place] = body }
        }
        for message in inbox {
            let place = UserStore.place(message, user)
            look(place, message.body)
            if message.time > read[place] ?? 0, message.body.status.map({ $0 & 0x20 != 0 }) ?? false {
                unread[place, default: 0] += 1
            }
        }
        for message in outbox { look(message.conversation, message.own) }
        let newest = last.sorted { ($0.value.dataTime ?? 0) > ($1.value.dataTime ?? 0) }
        return newest.prefix(UserStore.conversations).map { place, body in
            var info = RMTPBody.RelationInfo()
            info.type = RMTPBody.ChannelType(rawValue: place.type)
            info.userId = place.target
            info.msg = body
            info.readMsgTime = read[place] ?? 0
            info.unreadCount = unread[place] ?? 0
            return info
        }
    }
}
