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

    @Test("A room that is stopped, and the users who are banned or muted, are part of the state")
    func rooms() {
        let created = hash(.create(room: "r"))
        #expect(created != hash(.create(room: "s")))
        #expect(created == hash(.create(room: "r"), .stop(room: "r"), .resume(room: "r")))
        #expect(created != hash(.create(room: "r"), .stop(room: "r")))
        let banned = hash(.create(room: "r"), .ban(room: "r", user: "a", duration: 9))
        #expect(banned != created)
        #expect(banned != hash(.create(room: "r"), .ban(room: "r", user: "b", duration: 9)))
        #expect(banned != hash(.create(room: "r"), .ban(room: "r", user: "a", duration: 10)))
        let muted = hash(.create(room: "r"), .mute(room: "r", user: "a"))
        #expect(muted != created)
        #expect(muted != hash(.create(room: "r"), .mute(room: "r", user: "b")))
        #expect(muted != hash(.create(room: "r"), .allow(room: "r", user: "a")))
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

    /// Joins a room, and answers the join and the pull that follows it.
    private func join(_ client: inout ConnectedClient, _ room: String = "r") throws {
        let join = queries(client.handle(.join(room: room))).first
        let pull = queries(client.down(try answer(join))).first
        _ = client.down(try answer(pull))
    }

    private func joined() throws -> ConnectedClient {
        var client = ConnectedClient()
        try join(&client)
        return client
    }

    @Test("A join that was answered no longer waits, however often the room was joined (RMTP-341)")
    func answeredJoins() throws {
        let once = try joined()
        var twice = try joined()
        try join(&twice)
        let hashes = [hash(of: once.session), hash(of: twice.session)]
        #expect(hashes[0] == hashes[1])
    }

    @Test("Whether a client is in a room that it joins again is part of the state (RMTP-340)")
    func present() throws {
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

    @Test("The query whose answer a client waits for is part of the state")
    func awaitedAnswers() throws {
        let request = RMTPRequest(topic: "userInf", targetID: "me", data: [])
        var hashes: Set<UInt64> = []
        for key in [1, 2] {
            var client = try joined()
            _ = client.handle(.query(key: key, request))
            hashes.insert(hash(of: client.session))
        }
        // The keys of the room.
        var configuration = RMTPClientMachine.Configuration()
        configuration.hasRoomKeys = true
        var withKeys = ConnectedClient(configuration)
        try join(&withKeys)
        hashes.insert(hash(of: withKeys.session))
        #expect(hashes.count == 3)
        // To leave one room or another, neither of which the application wants to be in any more.
        for room in ["r", "s"] {
            var client = ConnectedClient()
            try join(&client, room)
            _ = client.handle(.leave(room: room))
            hashes.insert(hash(of: client.session))
        }
        #expect(hashes.count == 5)
    }

    @Test("The time until the next pull is part of the state (RMTP-142)")
    func pullTimes() {
        var hashes: Set<UInt64> = []
        for interval in [nil, 9_000, 10_000] as [Int64?] {
            var configuration = RMTPClientMachine.Configuration()
            configuration.pullInterval = interval
            let client = ConnectedClient(configuration)
            hashes.insert(hash(of: client.session))
        }
        #expect(hashes.count == 3)
    }

    @Test("Whether the service has accepted or refused the client, or the connection has ended, is part of the state")
    func accepted() {
        var configuration = RMTPServerMachine.Configuration()
        configuration.silence = nil  // no timer makes the difference
        var service = RMTPServerMachine(configuration)
        let waiting = hash(of: service)
        _ = service.handle(.accept(userID: "u", sessionID: "s", timestamp: 0), at: 0)
        let online = hash(of: service)
        _ = service.handle(.closed, at: 0)
        let ended = hash(of: service)
        var hashes: Set = [waiting, online, ended]
        for delay: Int64 in [1_000, 2_000] {
            configuration.refusalDelay = delay
            var refused = RMTPServerMachine(configuration)
            _ = refused.handle(.refuse(status: 4), at: 0)
            hashes.insert(hash(of: refused))
        }
        #expect(hashes.count == 5)
    }

    private func service(largestID: UInt16 = .max, silence: Int64? = 120_000) -> RMTPServerMachine {
        var configuration = RMTPServerMachine.Configuration()
        configuration.largestID = largestID
        configuration.silence = silence
        var service = RMTPServerMachine(configuration)
        _ = service.handle(.accept(userID: "u", sessionID: "s", timestamp: 0), at: 0)
        return service
    }

    private func query(_ id: UInt16) -> RMTPServerMachine.Event {
        .received(.query(QueryPacket(topic: "pullMsg", targetID: "u", messageID: id, data: [])))
    }

    @Test("The number of queries that wait is part of the state")
    func questions() {
        var asked = service(silence: nil)
        _ = asked.handle(query(1), at: 0)
        _ = asked.handle(query(2), at: 0)
        // Without that number, the names 0 and 1 of both ids would equal the timer of a silence that ends in 1 ms.
        let silent = service(silence: 1)
        let hashes = [hash(of: asked), hash(of: silent)]
        #expect(hashes[0] != hashes[1])
    }

    @Test("An id of the client does not stand for the same id of the service")
    func sides() {
        let request = RMTPRequest(topic: "s_msg", targetID: "u", data: [])
        func asked(_ id: UInt16) -> UInt64 {
            var machine = service()
            _ = machine.handle(.publish(key: 1, request, date: 0), at: 0)  // the delivery has the id 1
            _ = machine.handle(query(id), at: 0)
            return hash(of: machine)
        }
        #expect(asked(1) == asked(2))
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
        _ = mixed.handle(query(1), at: 0)
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
