// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("RMTP client: chatrooms (RMTP-198, RMTP-199)")
struct RMTPRoomTests {
    private func answer(_ query: QueryPacket?, _ body: [UInt8] = [], status: UInt16 = 0) -> RMTPPacket {
        .queryAck(QueryAckPacket(messageID: query?.messageID ?? 0, date: 0, status: status, data: body))
    }

    private func page(_ times: [Int64], _ syncTime: Int64) throws -> [UInt8] {
        let list = times.map {
            RMTPBody.DownStreamMessage(
                fromUserID: "u1", type: .tempgroup, classname: "RC:TxtMsg", content: [], dataTime: $0, status: 0,
                groupID: "r")
        }
        return try RMTPBody.DownStreamMessages(syncTime: syncTime, list: list).encoded()
    }

    /// Returns an answer whose packet has no status.
    private func bareAnswer(_ query: QueryPacket?, _ body: [UInt8] = []) -> RMTPPacket {
        var packet = QueryAckPacket(messageID: query?.messageID ?? 0, date: 0, data: body)
        packet.status = nil
        return .queryAck(packet)
    }

    private func command(_ topic: FrameText, _ time: Int64?) throws -> RMTPPacket {
        var body = RMTPBody.NotifyMsg(type: 2)
        body.time = time
        body.chrmID = "r"
        return .publish(PublishPacket(topic: topic, targetID: "", messageID: 7, data: try body.encoded(), date: 0))
    }

    @Test("A client joins a room, pulls, pulls after a notification and leaves")
    func life() throws {
        var client = ConnectedClient()
        let join = try #require(queries(client.handle(.join(room: "r"))).first)
        #expect(join.topic == "joinChrm")
        #expect(join.targetID == "r")
        #expect(join.data == bytes("0801"))
        var actions = client.down(answer(join))
        #expect(actions.first == .joined(room: "r", status: 0))
        let first = try #require(queries(actions).first)
        #expect(first.topic == "chrmPull")
        #expect(first.data == bytes("0800 100a"))
        actions = client.down(answer(first, try page([3, 5], 5)))
        #expect(actions.count == 2)
        let second = try #require(queries(client.down(try command("s_ntf", 8))).first)
        #expect(second.data == bytes("0805 100a"))
        #expect(client.down(answer(second, try page([5, 8], 8))).count == 1)
        #expect(queries(client.down(try command("s_ntf", 8))).isEmpty)
        let leave = try #require(queries(client.handle(.leave(room: "r"))).first)
        #expect(leave.topic == "exitChrm")
        #expect(client.down(answer(leave)) == [.left(room: "r")])
        #expect(queries(client.down(try command("s_ntf", 9))).isEmpty)
        // The answer to a join of a room that was left has no effect (RMTP-392).
        let late = queries(client.handle(.join(room: "r"))).first
        _ = client.handle(.leave(room: "r"))
        #expect(client.down(answer(late)).isEmpty)
    }

    @Test("What has no time is new, and leaves the time of the room in place (RMTP-196, RMTP-350)")
    func timeless() throws {
        var client = ConnectedClient()
        let join = queries(client.handle(.join(room: "r"))).first
        let first = queries(client.down(answer(join))).first
        _ = client.down(answer(first, try page([5], 5)))
        var query = queries(client.down(try command("s_ntf", nil))).first
        #expect(query?.data == bytes("0805 100a"))
        var body = RMTPBody.DownStreamMessages()
        body.list = [RMTPBody.DownStreamMessage()]
        let actions = client.down(answer(query, try body.encoded(isPartial: true)))
        #expect(actions == [.deliver(.room("r", RMTPBody.DownStreamMessage(), ownID: "me"))])
        query = queries(client.down(try command("s_ntf", 6))).first
        #expect(query?.data == bytes("0805 100a"))
    }

    @Test("An answer without a status is that of a success, and refused keys are not taken (RMTP-152)")
    func statuses() throws {
        var configuration = RMTPClientMachine.Configuration()
        configuration.hasRoomKeys = true
        var client = ConnectedClient(configuration)
        let join = queries(client.handle(.join(room: "r"))).first
        let actions = client.down(bareAnswer(join))
        #expect(actions.first == .joined(room: "r", status: 0))
        let sent = queries(actions)
        #expect(sent.map(\.topic) == ["chrmPull", "pullKV"])
        #expect(client.down(bareAnswer(sent.first, try page([3], 3))).count == 1)
        let a = entry("a", "1", 0)
        #expect(
            client.down(bareAnswer(sent.last, try keys([a], 10))) == [.keysChanged(room: "r", [a], removed: [])])
        let query = queries(client.down(try command("s_cmd", 11))).first
        #expect(client.down(answer(query, try keys([entry("b", "1", 0)], 11), status: 23_410)).isEmpty)
    }

    @Test("A room that cannot be joined is forgotten")
    func refused() throws {
        var client = ConnectedClient()
        let join = queries(client.handle(.join(room: "r"))).first
        #expect(client.down(answer(join, status: 23_410)) == [.joined(room: "r", status: 23_410)])
        #expect(queries(client.down(try command("s_ntf", 8))).isEmpty)
    }

    @Test("After a break every room is rejoined and pulled from its last time")
    func rejoin() throws {
        var client = ConnectedClient()
        let join = queries(client.handle(.join(room: "r"))).first
        let first = queries(client.down(answer(join))).first
        _ = client.down(answer(first, try page([5], 5)))
        _ = client.handle(.closed)
        _ = client.handle(.connect)
        _ = client.handle(.opened)
        var sent = queries(client.down(.connAck(ConnAckPacket(status: 0, userID: "me"))))
        #expect(sent.map(\.topic) == ["pullMsg", "joinChrmR"])
        #expect(sent.map(\.messageID) == [1, 2])
        #expect(queries(client.down(answer(sent.last))).isEmpty)  // the inbox is pulled first
        sent = queries(client.down(answer(sent.first, try page([], 0))))
        #expect(sent.map(\.topic) == ["chrmPull"])
        #expect(sent.first?.data == bytes("0805 100a"))
    }

    private func entry(_ key: String, _ value: String, _ status: Int32, _ uid: String = "u1") -> RMTPBody.ChrmKVEntity {
        var entry = RMTPBody.ChrmKVEntity(key: key, value: value)
        entry.status = status
        entry.uid = uid
        return entry
    }

    private func keys(_ entries: [RMTPBody.ChrmKVEntity], _ time: Int64, isFull: Bool = false) throws -> [UInt8] {
        var body = RMTPBody.ChrmKVOutput(entries: entries)
        body.bFullUpdate = isFull
        body.syncTime = time
        return try body.encoded()
    }

    @Test("The client requests all keys, then changes, and applies the rules for overwriting (RMTP-199)")
    func keyValues() throws {
        var configuration = RMTPClientMachine.Configuration()
        configuration.hasRoomKeys = true
        var client = ConnectedClient(configuration)
        let join = queries(client.handle(.join(room: "r"))).first
        let sent = queries(client.down(answer(join)))
        #expect(sent.map(\.topic) == ["chrmPull", "pullKV"])
        #expect(sent.last?.data == bytes("0800"))
        let a = entry("a", "1", 0)
        let b = entry("b", "1", 0)
        var actions = client.down(answer(sent.last, try keys([a, b], 10, isFull: true)))
        #expect(actions == [.keysChanged(room: "r", [a, b], removed: [])])
        #expect(queries(client.down(try command("s_cmd", 10))).isEmpty)
        var query = queries(client.down(try command("s_cmd", 11))).first
        #expect(query?.data == bytes("080a"))
        let overwriting = entry("b", "3", 2, "u2")
        let new = entry("c", "4", 0, "u2")
        // The entry of another user does not replace `a` unless it is marked as overwriting.
        actions = client.down(answer(query, try keys([entry("a", "2", 0, "u2"), overwriting, new], 11)))
        #expect(actions == [.keysChanged(room: "r", [overwriting, new], removed: [])])
        query = queries(client.down(try command("s_cmd", 12))).first
        let same = entry("a", "5", 0)
        actions = client.down(answer(query, try keys([same, entry("c", "", 6, "u9")], 12)))
        #expect(actions == [.keysChanged(room: "r", [same], removed: ["c"])])
        query = queries(client.down(try command("s_cmd", 13))).first
        actions = client.down(answer(query, try keys([overwriting], 13, isFull: true)))
        #expect(actions == [.keysChanged(room: "r", [overwriting], removed: ["a"])])
        // A command without a time may be a new one (RMTP-395). An entry without a key is not taken (RMTP-397), and an
        // answer without a time leaves the time of the keys in place.
        query = queries(client.down(try command("s_cmd", nil))).first
        #expect(query?.data == bytes("080d"))
        var nameless = entry("", "6", 0)
        nameless.key = nil
        let timeless = RMTPBody.ChrmKVOutput(entries: [nameless, new])
        actions = client.down(answer(query, try timeless.encoded(isPartial: true)))
        #expect(actions == [.keysChanged(room: "r", [new], removed: [])])
        query = queries(client.down(try command("s_cmd", 14))).first
        #expect(query?.data == bytes("080d"))
    }
}
