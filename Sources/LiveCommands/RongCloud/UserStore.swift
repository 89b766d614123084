// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireRMTP

/// What the service keeps for one user: what has come, what was sent, and settings.
struct UserStore: Sized {
    private var received = MessageBox(limit: 2_000)
    private var sent = MessageBox(limit: 2_000)
    /// Up to when conversations were taken off the list.
    var hidden = SizedStore<Conversation, Int64>()
    /// Up to when conversations were read.
    var read = SizedStore<Conversation, Int64>()
    /// States of conversations, the last one of each.
    var states = SizedStore<Conversation, RMTPBody.SessionState>()
    var settings: [String: RMTPBody.UserSettingItem] = [:]
    /// The newest time of anything in the inbox, whether or not it is still there.
    private(set) var inboxTime: Int64 = 0

    static let conversations = 1_000

    /// What the user has been sent, oldest first.
    var inbox: [StoredMessage] { received.messages }
    /// What the user has sent, oldest first.
    var outbox: [StoredMessage] { sent.messages }
    /// The bytes of the settings and states, beside which messages have to fit.
    var stateBytes: Int { hidden.bytes + read.bytes + states.bytes }
    var bytes: Int { received.bytes + sent.bytes + stateBytes }

    /// Forgets the oldest messages that have so many bytes; false where only the newest are left.
    mutating func forget(_ bytes: Int) -> Bool {
        received.bytes > sent.bytes
            ? received.forget(bytes) || sent.forget(bytes) : sent.forget(bytes) || received.forget(bytes)
    }

    /// Keeps a message that has come.
    mutating func receive(_ message: StoredMessage) {
        received.append(message)
        inboxTime = max(inboxTime, message.time)
    }

    /// Keeps a message that was sent.
    mutating func send(_ message: StoredMessage) {
        sent.append(message)
    }

    /// Forgets a message.
    mutating func remove(_ id: String) {
        received.removeAll { $0.id == id }
        sent.removeAll { $0.id == id }
    }

    /// Forgets a conversation up to a time.
    mutating func clean(_ conversation: Conversation, upTo time: Int64, for user: String) {
        received.removeAll { $0.time <= time && UserStore.place($0, user) == conversation }
        sent.removeAll { $0.time <= time && $0.conversation == conversation }
    }

    /// In which conversation of a user a message stands that has come.
    static func place(_ message: StoredMessage, _ user: String) -> Conversation {
        let conversation = message.conversation
        return conversation.isBetweenUsers
            ? Conversation(type: conversation.type, target: message.sender) : conversation
    }

    /// The messages of a conversation, oldest first.
    func history(_ conversation: Conversation, of user: String) -> [RMTPBody.DownStreamMessage] {
        let received = inbox.filter { UserStore.place($0, user) == conversation }.map(\.body)
        let sent = outbox.filter { $0.conversation == conversation }.map(\.own)
        return (received + sent).sorted { ($0.dataTime ?? 0) < ($1.dataTime ?? 0) }
    }

    /// The conversations with their last messages, newest first.
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

#endif
