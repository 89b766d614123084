// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

/// A client's session after connecting, with the time of its last event.
struct ConnectedClient: ~Copyable {
    var session: RMTPClientMachine
    var now: Int64 = 0

    init(
        _ configuration: RMTPClientMachine.Configuration = RMTPClientMachine.Configuration(), firstID: UInt16? = nil,
        isPulled: Bool = true
    ) {
        session = RMTPClientMachine(configuration)
        _ = session.handle(.connect, at: 0)
        _ = session.handle(.opened, at: 0)
        let packet = ConnAckPacket(status: 0, userID: "me", sessionID: "s", timestamp: 1, messageID: firstID)
        let actions = session.handle(.received(.connAck(packet)), at: 0).map(\.action)
        guard isPulled else { return }
        for case .write(.query(let query)) in actions where query.topic == "pullMsg" {
            _ = down(.queryAck(QueryAckPacket(messageID: query.messageID ?? 0, date: 0, data: emptyPage)))
        }
    }

    private var emptyPage: [UInt8] { (try? RMTPBody.DownStreamMessages(syncTime: 0).encoded()) ?? [] }

    mutating func handle(_ event: RMTPClientMachine.Event, after milliseconds: Int64 = 0) -> [RMTPClientMachine.Action]
    {
        now += milliseconds
        return session.handle(event, at: now).map(\.action)
    }

    mutating func down(_ packet: RMTPPacket, after milliseconds: Int64 = 0) -> [RMTPClientMachine.Action] {
        handle(.received(packet), after: milliseconds)
    }
}

/// Returns the packets that a session writes.
func written(_ actions: [RMTPClientMachine.Action]) -> [RMTPPacket] {
    actions.compactMap { if case .write(let packet) = $0 { packet } else { nil } }
}

/// Returns the QUERYs that a session writes.
func queries(_ actions: [RMTPClientMachine.Action]) -> [QueryPacket] {
    written(actions).compactMap { if case .query(let packet) = $0 { packet } else { nil } }
}

@Suite("RMTP client: the connection (RMTP-120 to RMTP-151, RMTP-190 to RMTP-193)")
struct RMTPClientTests {
    private let text = RMTPRequest(topic: "ppMsgP", targetID: "u2", data: [1])

    @Test("The client pulls after CONNACK and sends nothing before")
    func connects() throws {
        var client = RMTPClientMachine()
        #expect(client.handle(.connect, at: 0).map(\.action) == [.open])
        #expect(client.handle(.opened, at: 10).isEmpty)
        let early = PublishPacket(topic: "s_ntf", targetID: "", messageID: 1, data: [], date: 0)
        #expect(client.handle(.received(.publish(early)), at: 11).isEmpty)
        let packet = ConnAckPacket(status: 0, userID: "me", sessionID: "s", timestamp: 77)
        let actions = client.handle(.received(.connAck(packet)), at: 20).map(\.action)
        #expect(actions.first == .connected(userID: "me", timestamp: 77))
        let pull = try #require(queries(actions).first)
        #expect(pull.topic == "pullMsg")
        #expect(pull.targetID == "me")
        #expect(pull.messageID == 1)
        // syncTime 0, ispolling false, isPullSend true, sendBoxSyncTime 0, as the SDKs write them.
        #expect(pull.data == bytes("0800 1000 2001 3000"))
        #expect(client.handle(.received(.connAck(packet)), at: 21).isEmpty)
    }

    @Test(
        "A CONNACK with another status ends the connection",
        arguments: [
            (4, .refused(status: 4)), (6, .redirected), (9, .refused(status: 9)), (200, .refused(status: 200)),
        ] as [(UInt8, RMTPEnding)])
    func refused(status: UInt8, ending: RMTPEnding) {
        var client = RMTPClientMachine()
        _ = client.handle(.connect, at: 0)
        _ = client.handle(.opened, at: 0)
        let actions = client.handle(.received(.connAck(ConnAckPacket(status: status))), at: 1).map(\.action)
        #expect(actions == [.close, .ended(ending)])
        let due = client.nextDue
        #expect(due == nil)
    }

    @Test("The client gives up after five seconds without a CONNACK (RMTP-191)")
    func unanswered() {
        var client = RMTPClientMachine()
        _ = client.handle(.connect, at: 0)
        _ = client.handle(.opened, at: 100)
        let due = client.nextDue
        #expect(due == 5_100)
        #expect(client.handle(.tick, at: 5_099).isEmpty)
        #expect(client.handle(.tick, at: 5_100).map(\.action) == [.close, .ended(.unanswered)])
    }

    @Test(
        "The status of a DISCONNECT determines whether the client reconnects (RMTP-151)",
        arguments: [
            (1, .kicked, false), (2, .blocked, false), (5, .blocked, false), (0, .redirected, true),
            (6, .redirected, true), (3, .closedByService(status: 3), true), (99, .closedByService(status: 99), true),
        ] as [(UInt8, RMTPEnding, Bool)])
    func disconnected(status: UInt8, ending: RMTPEnding, comesBack: Bool) {
        var client = ConnectedClient()
        #expect(client.down(.disconnect(DisconnectPacket(status: status))) == [.close, .ended(ending)])
        #expect(ending.allowsReconnect == comesBack)
        let isOnline = client.session.isOnline
        #expect(!isOnline)
    }

    @Test("A publication waits for its own PUBACK, and a query for its own QUERYACK (RMTP-122)")
    func answers() {
        var client = ConnectedClient()
        guard case .write(.publish(let sent)) = client.handle(.publish(key: 5, text)).first else {
            Issue.record("nothing is sent")
            return
        }
        #expect(sent.messageID == 2)
        #expect(sent.flags.qos == .atLeastOnce)
        // A QUERYACK with the same id is not the answer to a PUBLISH.
        #expect(client.down(.queryAck(QueryAckPacket(messageID: 2, date: 0))).isEmpty)
        let receipt = PubAckPacket(messageID: 2, date: 9, status: 0, millisecond: 8, messageUID: "A")
        var nameless = receipt
        nameless.messageID = nil
        #expect(client.down(.pubAck(nameless)).isEmpty)
        #expect(client.down(.pubAck(receipt)) == [.published(key: 5, receipt)])
        let outboxTime = client.session.outboxTime
        #expect(outboxTime == 9_008)
        #expect(client.down(.pubAck(receipt)).isEmpty)
        _ = client.handle(.query(key: 6, RMTPRequest(topic: "userInf", targetID: "me", data: [])))
        let answer = QueryAckPacket(messageID: 3, date: 0, status: 405, flags: RMTPFlags(qos: .atLeastOnce))
        // An answer with a QoS is confirmed (RMTP-134).
        #expect(
            client.down(.queryAck(answer))
                == [.write(.queryCon(QueryConPacket(messageID: 3))), .answered(key: 6, answer)])
    }

    @Test("A status message and a message with qos 0 are not acknowledged (RMTP-130)")
    func unacknowledged() {
        var client = ConnectedClient()
        let status = RMTPRequest(topic: "ppMsgS", targetID: "u", data: [])
        #expect(client.handle(.publish(key: 1, status)).last == .published(key: 1, nil))
        var silent = text
        silent.qos = .atMostOnce
        #expect(client.handle(.publish(key: 2, silent)).last == .published(key: 2, nil))
        #expect(client.handle(.tick, after: 40_000).allSatisfy { $0 != .failed(key: 1, .unanswered) })
    }

    @Test("A request fails after thirty seconds or with the connection (RMTP-133, RMTP-201)")
    func waiting() {
        var client = ConnectedClient()
        _ = client.handle(.publish(key: 1, text))
        #expect(client.handle(.tick, after: 29_999).allSatisfy { $0 != .failed(key: 1, .unanswered) })
        #expect(client.handle(.tick, after: 1).contains(.failed(key: 1, .unanswered)))
        _ = client.handle(.publish(key: 2, text))
        _ = client.handle(.query(key: 3, text))
        #expect(
            client.handle(.closed)
                == [.failed(key: 2, .connectionEnded), .failed(key: 3, .connectionEnded), .ended(.broken)])
        #expect(client.handle(.publish(key: 4, text)) == [.failed(key: 4, .offline)])
        #expect(client.handle(.query(key: 5, text)) == [.failed(key: 5, .offline)])
    }

    @Test("Ids follow the CONNACK's, continue at 1 after 65535 and skip pending ones (RMTP-120 to RMTP-123)")
    func ids() {
        var client = ConnectedClient(firstID: 65_532)  // the pull has 65533
        var given: [UInt16?] = []
        for key in 0..<4 {
            for case .publish(let packet) in written(client.handle(.publish(key: key, text))) {
                given.append(packet.messageID)
            }
        }
        #expect(given == [65_534, 65_535, 1, 2])
        var full = ConnectedClient()
        for key in 0..<65_535 { _ = full.handle(.publish(key: key, text)) }
        #expect(full.handle(.publish(key: 70_000, text)) == [.failed(key: 70_000, .tooMany)])
        // An answer releases its id, which the next packet uses.
        _ = full.down(.pubAck(PubAckPacket(messageID: 300, date: 0, status: 0, millisecond: 0, messageUID: "")))
        guard case .publish(let packet) = written(full.handle(.publish(key: 8, text))).first else {
            Issue.record("nothing is sent")
            return
        }
        #expect(packet.messageID == 300)
    }

    @Test("The smallest and largest times do not overflow")
    func extremes() {
        var client = ConnectedClient()
        _ = client.handle(.publish(key: 1, text))
        #expect(client.session.handle(.tick, at: .max).map(\.action).contains(.ended(.silent)))
        var other = RMTPClientMachine()
        _ = other.handle(.connect, at: .min)
        _ = other.handle(.opened, at: .min)
        _ = other.handle(.received(.connAck(ConnAckPacket(status: 0))), at: .max)
        _ = other.handle(.tick, at: .max)
    }
}
