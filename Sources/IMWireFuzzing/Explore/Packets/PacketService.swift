// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// What a RongCloud service stores: the messages of each user, and a chatroom.
struct PacketService {
    /// A stored message.
    struct Stored {
        let number: Int
        /// The index of the sender, or nil for the service.
        let sender: Int?
        let time: Int64
    }

    /// The number of messages in an answer to a pull, so that a pull takes several.
    private static let page = 2
    static let room = "r"

    /// The messages of each user, oldest first.
    var inboxes: [[Stored]]
    /// The messages of the room, oldest first.
    var roomMessages: [Stored] = []
    var room = SharedMachine(ChatroomMachine(PacketService.configuration()))
    /// The time of the last message, which is unique.
    private var lastTime: Int64 = 0

    init(peers: Int) {
        inboxes = Array(repeating: [], count: peers)
    }

    private static func configuration() -> ChatroomMachine.Configuration {
        var configuration = ChatroomMachine.Configuration()
        configuration.rate = 1_000  // never reached
        return configuration
    }

    /// Returns the time of a new message.
    mutating func nextTime() -> Int64 {
        lastTime += 1
        return lastTime
    }

    /// Stores a message of the service for a user, and returns its time.
    mutating func store(_ number: Int, for index: Int) -> Int64 {
        let time = nextTime()
        inboxes[index].append(Stored(number: number, sender: nil, time: time))
        return time
    }

    /// Returns the answer to a pull of a user's messages.
    func pulled(_ data: [UInt8]?, by index: Int) -> [UInt8] {
        let since = (try? RMTPBody.SyncRequestMsg(protobuf: data ?? []))?.syncTime ?? 0
        return answer(inboxes[index], since, at: inboxes[index].last?.time ?? since)
    }

    /// Returns the answer to a pull of the room's messages, which omits those of the user.
    func pulledRoom(_ data: [UInt8]?, by index: Int) -> [UInt8] {
        let since = (try? RMTPBody.ChrmPullMsg(protobuf: data ?? []))?.syncTime ?? 0
        return answer(roomMessages.filter { $0.sender != index }, since, at: roomMessages.last?.time ?? since)
    }

    private func answer(_ all: [Stored], _ since: Int64, at end: Int64) -> [UInt8] {
        let news = all.filter { $0.time > since }
        let page = news.prefix(PacketService.page)
        let isFinished = page.count == news.count
        let body = RMTPBody.DownStreamMessages(
            syncTime: isFinished ? max(since, end) : page.last?.time ?? since, list: page.map(PacketService.body),
            finished: isFinished)
        return (try? body.encoded()) ?? []
    }

    /// Returns a message as its recipient receives it.
    static func body(_ stored: Stored) -> RMTPBody.DownStreamMessage {
        RMTPBody.DownStreamMessage(
            fromUserID: stored.sender.map { "u\($0)" } ?? "z", type: .person, classname: "RC:TxtMsg", content: [],
            dataTime: stored.time, status: 0, msgID: String(stored.number))
    }

    /// Combines what is stored with a hash.
    func hash(into hasher: inout StateHasher) {
        for inbox in inboxes + [roomMessages] {
            hasher.combine(inbox.count)
            for stored in inbox {
                hasher.combine(stored.number)
                hasher.combine(UInt64(bitPattern: stored.time))
            }
        }
        hasher.combine(UInt64(bitPattern: lastTime))
        room.hash(into: &hasher)
    }
}
