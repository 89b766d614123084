// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

/// Counts the timers and entries that the sessions visit: their number for an event must not grow with what waits,
/// except with its logarithm for timers.
@Suite("Steps of packet sessions")
struct PacketSessionStepTests {
    private let request = RMTPRequest(topic: "s_msg", targetID: "u", data: [])

    @Test("A service's steps for an event grow only with the logarithm of the messages that wait")
    func service() {
        for count in [1_000, 60_000] {
            var service = RMTPServerMachine()
            _ = service.handle(.accept(userID: "u", sessionID: "s", timestamp: 0), at: 0)
            for key in 0..<count { _ = service.handle(.publish(key: key, request, date: 0), at: 0) }
            for id in (1...count).reversed() {
                _ = service.handle(.received(.pubAck(PubAckPacket(messageID: UInt16(id)))), at: 0)
            }
            #expect(service.steps <= 3 * count * 40)
        }
    }

    @Test("A client's steps for an event grow only with the logarithm of the rooms that wait")
    func rooms() {
        for count in [1_000, 16_000] {
            var client = RMTPClientMachine()
            _ = client.handle(.connect, at: 0)
            _ = client.handle(.opened, at: 0)
            let accepted = ConnAckPacket(status: 0, userID: "u", sessionID: "s", timestamp: 0)
            _ = client.handle(.received(.connAck(accepted)), at: 0)
            let before = client.steps
            var joined = 0
            for number in 0..<count { _ = client.handle(.join(room: "r\(number)"), at: 0) }
            for id in 1...count + 1 {
                let answer = QueryAckPacket(messageID: UInt16(id), date: 0, status: 0, data: [])
                let steps = client.handle(.received(.queryAck(answer)), at: 0)
                joined += steps.count { if case .joined = $0.action { true } else { false } }
            }
            #expect(joined >= count - 1)
            #expect(client.steps - before <= 4 * count * 40)
        }
    }

    @Test("A room's steps for a message do not grow with the messages that it keeps, nor with the rate")
    func room() {
        for kept in [10, 1_000] {
            var configuration = ChatroomMachine.Configuration()
            (configuration.kept, configuration.rate, configuration.rooms) = (kept, kept, ["r"])
            var rooms = ChatroomMachine(configuration)
            _ = rooms.handle(.join(room: "r", user: "u", messageCount: -1), at: 0)
            var sent = 0
            for number in 0..<20_000 {
                let message = ChatroomMessage(objectName: "RC:TxtMsg", content: nil)
                let steps = rooms.handle(.send(room: "r", user: "u", message), at: Int64(number) * 1_000)
                sent += steps.count { if case .sent = $0.action { true } else { false } }
            }
            #expect(sent == 20_000 && rooms.steps <= 2 * sent)
            let joined = rooms.handle(.join(room: "r", user: "v", messageCount: 50), at: 20_000_000)
            guard case .joined(_, _, let messages) = joined.first?.action else {
                Issue.record("not joined")
                return
            }
            #expect(messages.map(\.id) == (20_001 - min(kept, 50)...20_000).map { "c\($0)" })
        }
    }

    @Test("Users who join, quit and are removed from a room cost a constant number of steps each")
    func members() {
        for count in [1_000, 16_000] {
            var configuration = ChatroomMachine.Configuration()
            (configuration.capacity, configuration.listLimit) = (count, count / 2)
            configuration.rooms = ["r"]
            var rooms = ChatroomMachine(configuration)
            for number in 0..<count { _ = rooms.handle(.join(room: "r", user: "u\(number)", messageCount: -1), at: 0) }
            for number in stride(from: 0, to: count, by: 2) {
                _ = rooms.handle(.ban(room: "r", user: "u\(number)", duration: 1_000), at: 0)
            }
            for number in stride(from: 1, to: count, by: 2).reversed() {
                _ = rooms.handle(.quit(room: "r", user: "u\(number)"), at: 0)
            }
            #expect(rooms.steps <= 8 * count)
        }
    }

    @Test("Likes cost a constant number of steps")
    func likes() {
        var merger = LikeMachine()
        var given = 0
        for number in 0..<100_000 {
            for step in merger.handle(.like, at: Int64(number)) {
                if case .send(let count) = step.action { given += count }
            }
        }
        #expect(given > 0 && merger.core.timers.steps <= 100_000)
    }
}
