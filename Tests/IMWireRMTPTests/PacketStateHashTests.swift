// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

/// An exploration skips a state whose hash it has seen, so that states that can behave differently must have different
/// hashes.
@Suite("Hashes of the states of packet sessions and chatrooms")
struct PacketStateHashTests {
    private func hash<Machine: ExplorableMachine & ~Copyable>(of machine: borrowing Machine) -> UInt64 {
        var hasher = StateHasher()
        machine.hash(into: &hasher)
        return hasher.value
    }

    private func hash(_ events: ChatroomMachine.Event...) -> UInt64 {
        var rooms = ChatroomMachine(ChatroomMachine.Configuration())
        for event in events { _ = rooms.handle(event, at: 0) }
        return hash(of: rooms)
    }

    @Test("A room that is stopped, and the users who are banned, are part of the state")
    func rooms() {
        let created = hash(.create(room: "r"))
        #expect(created == hash(.create(room: "r"), .stop(room: "r"), .resume(room: "r")))
        #expect(created != hash(.create(room: "r"), .stop(room: "r")))
        let banned = hash(.create(room: "r"), .ban(room: "r", user: "a", duration: 9))
        #expect(banned != created)
        #expect(banned != hash(.create(room: "r"), .ban(room: "r", user: "b", duration: 9)))
    }

    @Test("The number of a client's visit to a room is part of the state (RMTP-262)")
    func visits() {
        var first = RMTPClientMachine()
        _ = first.handle(.join(room: "r"), at: 0)
        var second = RMTPClientMachine()
        for event in [.join(room: "r"), .leave(room: "r"), .join(room: "r")] as [RMTPClientMachine.Event] {
            _ = second.handle(event, at: 0)
        }
        let hashes = [hash(of: first), hash(of: second)]
        #expect(hashes[0] != hashes[1])
    }

    /// Answers a QUERY with an empty page, which is also the answer to a join.
    private func answer(_ query: QueryPacket?) throws -> RMTPPacket {
        let page = try RMTPBody.DownStreamMessages(syncTime: 0).encoded()
        return .queryAck(QueryAckPacket(messageID: query?.messageID ?? 0, date: 0, status: 0, data: page))
    }

    @Test("Whether a client has joined a room before is part of the state (RMTP-261)")
    func joinedBefore() throws {
        var joined = ConnectedClient()
        let join = queries(joined.handle(.join(room: "r"))).first
        _ = joined.down(try answer(join))
        _ = joined.handle(.closed)
        var waiting = ConnectedClient()
        _ = waiting.handle(.join(room: "r"))
        _ = waiting.handle(.closed)
        let hashes = [hash(of: joined.session), hash(of: waiting.session)]
        #expect(hashes[0] != hashes[1])
    }

    @Test("Whether a client is in a room that it joins again is part of the state (RMTP-340)")
    func present() throws {
        func joined() throws -> ConnectedClient {
            var client = ConnectedClient()
            let join = queries(client.handle(.join(room: "r"))).first
            let pull = queries(client.down(try answer(join))).first
            _ = client.down(try answer(pull))
            return client
        }
        var inside = try joined()
        _ = inside.handle(.join(room: "r"))
        var outside = try joined()
        _ = outside.handle(.closed)
        _ = outside.handle(.connect)
        _ = outside.handle(.opened)
        let sent = queries(outside.down(.connAck(ConnAckPacket(status: 0, userID: "me"))))
        try #require(sent.map(\.topic) == ["pullMsg", "joinChrmR"])
        _ = outside.down(try answer(sent.first))
        let hashes = [hash(of: inside.session), hash(of: outside.session)]
        #expect(hashes[0] != hashes[1])
    }

    private func service(largestID: UInt16 = .max) -> RMTPServerMachine {
        var configuration = RMTPServerMachine.Configuration()
        configuration.largestID = largestID
        var service = RMTPServerMachine(configuration)
        _ = service.handle(.accept(userID: "u", sessionID: "s", timestamp: 0), at: 0)
        return service
    }

    @Test("Two publications that wait differ from a publication and a query with one id")
    func waiting() {
        func publish(_ id: UInt16) -> RMTPServerMachine.Event {
            .received(.publish(PublishPacket(topic: "ppMsgP", targetID: "v", messageID: id, data: [])))
        }
        var publications = service()
        _ = publications.handle(publish(1), at: 0)
        _ = publications.handle(publish(2), at: 0)
        var mixed = service()
        _ = mixed.handle(publish(1), at: 0)
        let query = QueryPacket(topic: "pullMsg", targetID: "u", messageID: 1, data: [])
        _ = mixed.handle(.received(.query(query)), at: 0)
        let hashes = [hash(of: publications), hash(of: mixed)]
        #expect(hashes[0] != hashes[1])
    }

    @Test("The order in which deliveries are due is part of the state")
    func deliveries() {
        let request = RMTPRequest(topic: "s_msg", targetID: "u", data: [])
        var ascending = service(largestID: 2)
        _ = ascending.handle(.publish(key: 1, request, date: 0), at: 0)
        _ = ascending.handle(.publish(key: 2, request, date: 0), at: 10)
        // The id 1 is given again after its first delivery was acknowledged.
        var descending = service(largestID: 2)
        _ = descending.handle(.publish(key: 0, request, date: 0), at: 0)
        _ = descending.handle(.publish(key: 2, request, date: 0), at: 0)
        _ = descending.handle(.received(.pubAck(PubAckPacket(messageID: 1))), at: 0)
        _ = descending.handle(.publish(key: 1, request, date: 0), at: 10)
        let hashes = [hash(of: ascending), hash(of: descending)]
        #expect(hashes[0] != hashes[1])
    }
}
