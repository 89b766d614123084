// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Chatroom limits")
struct ChatroomLimitTests {
    @Test("The documented defaults equal those of the specification")
    func defaults() {
        let rooms = ChatroomMachine.Configuration()
        #expect(rooms.kept == 50 && rooms.joinCount == 10 && rooms.rate == 5 && rooms.rateWindow == 1_000)
    }

    @Test("Events have the names of the specification, also those that are never refused")
    func names() {
        let events: [ChatroomMachine.Event] = [.create(room: "r"), .destroy(room: "r"), .load(80), .tick]
        #expect(events.map(\.name) == ["create", "destroy", "load", "tick"])
    }

    @Test("The largest and smallest times do not trap", arguments: [Int64.min, -1, 0, .max - 1, .max])
    func extremes(time: Int64) {
        var rooms = ChatroomMachine(ChatroomMachine.Configuration())
        #expect(rooms.handle(.join(room: "r", user: "u"), at: time).count == 1)
        let banned = rooms.handle(.ban(room: "r", user: "u", duration: .max), at: .max)
        #expect(banned.map(\.action) == [.kicked(room: "r", user: "u")])
    }

    @Test("The first value outside its range is reported (SES-142)")
    func validation() throws {
        try ChatroomMachine.Configuration().validate()
        var rooms = ChatroomMachine.Configuration()
        rooms.rateWindow = 0
        #expect(throws: SessionError(.config, path: "/rateWindow")) { try rooms.validate() }
    }

    @Test("A configuration outside the ranges is limited to them")
    func outOfRange() {
        var chatroom = ChatroomMachine.Configuration()
        chatroom.kept = -1
        chatroom.joinCount = -1
        chatroom.capacity = -1
        chatroom.rate = -1
        chatroom.rateWindow = -1
        var rooms = ChatroomMachine(chatroom)
        _ = rooms.handle(.join(room: "r", user: "u"), at: 0)
        let steps = rooms.handle(.send(room: "r", user: "u", ChatroomMessage(objectName: "a", content: nil)), at: 0)
        #expect(steps.map(\.action) == [.error(room: "r", user: "u", of: "send", code: 20_604)])
    }

    @Test("The last message of each of many senders counts until its window ends (CRM-030)")
    func manySenders() {
        var configuration = ChatroomMachine.Configuration()
        (configuration.rooms, configuration.rate) = (["r"], 1)
        var rooms = ChatroomMachine(configuration)
        _ = rooms.handle(.load(100), at: 0)  // nothing is distributed
        let message = ChatroomMessage(objectName: "RC:TxtMsg", content: nil)
        var sent = 0
        for number in 0..<1_025 {
            _ = rooms.handle(.join(room: "r", user: "u\(number)", messageCount: -1), at: 0)
            let steps = rooms.handle(.send(room: "r", user: "u\(number)", message), at: 0)
            sent += steps.count { if case .sent = $0.action { true } else { false } }
        }
        #expect(sent == 1_025)
        let early = rooms.handle(.send(room: "r", user: "u0", message), at: 999)
        #expect(early.map(\.action) == [.error(room: "r", user: "u0", of: "send", code: 20_604)])
        let late = rooms.handle(.send(room: "r", user: "u0", message), at: 1_000)
        #expect(late.first?.action == .sent(room: "r", user: "u0", id: "c1026"))
    }

    /// Sends a message, and returns 1 if it is accepted, or 0.
    private func send(_ user: String, to rooms: inout ChatroomMachine, at time: Int64) -> Int {
        let message = ChatroomMessage(objectName: "RC:TxtMsg", content: nil)
        return rooms.handle(.send(room: "r", user: user, message), at: time)
            .count { if case .sent = $0.action { true } else { false } }
    }

    @Test("The last message of a sender counts, also if its time has replaced an older one (CRM-030)")
    func replacedTime() {
        var configuration = ChatroomMachine.Configuration()
        (configuration.rooms, configuration.rate) = (["r"], 3)
        var rooms = ChatroomMachine(configuration)
        _ = rooms.handle(.load(100), at: 0)  // nothing is distributed
        for number in 0..<1_025 {
            _ = rooms.handle(.join(room: "r", user: "u\(number)", messageCount: -1), at: 0)
        }
        // Three times are kept of a sender; that of the fourth message replaces the first.
        var sent = 0
        for time: Int64 in [0, 500, 900, 1_000] { sent += send("u0", to: &rooms, at: time) }
        #expect(sent == 4)
        // The 1,025th sender makes the machine forget senders whose last message is 1,000 ms old. The third message of
        // u0 is that old, but not the fourth.
        for number in 1..<1_025 { sent += send("u\(number)", to: &rooms, at: 1_900) }
        #expect(sent == 1_028)
        // The window still has the fourth message of u0, so that only two more are accepted.
        for _ in 0..<3 { sent += send("u0", to: &rooms, at: 1_900) }
        #expect(sent == 1_030)
    }

    @Test("The number of chatrooms and the lists of a room are limited")
    func chatrooms() {
        var configuration = ChatroomMachine.Configuration()
        configuration.roomLimit = 2
        configuration.listLimit = 2
        var rooms = ChatroomMachine(configuration)
        for room in ["r", "s", "t"] { _ = rooms.handle(.join(room: room, user: "u"), at: 0) }
        let third = rooms.handle(.join(room: "t", user: "v"), at: 0)
        #expect(third.map(\.action) == [.error(room: "t", user: "v", of: "join", code: 23_411)])
        for user in ["u", "v", "w"] { _ = rooms.handle(.mute(room: "r", user: user), at: 0) }
        let message = ChatroomMessage(objectName: "RC:TxtMsg", content: nil)
        #expect(rooms.handle(.send(room: "r", user: "u", message), at: 1).count == 2, "the oldest mute is forgotten")
    }
}
