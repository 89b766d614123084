// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("RMTP client: downstream messages (RMTP-131, RMTP-132, RMTP-194 to RMTP-200)")
struct RMTPPullingTests {
    private func message(_ time: Int64, isOwn: Bool = false) -> RMTPBody.DownStreamMessage {
        var body = RMTPBody.DownStreamMessage(
            fromUserID: "u1", type: .person, classname: "RC:TxtMsg", content: Array(#"{"content":"\#(time)"}"#.utf8),
            dataTime: time, status: 0x30)
        if isOwn { body.direction = 1 }
        return body
    }

    private func publish(
        _ topic: FrameText, _ body: some ProtobufMessage, id: UInt16 = 900,
        flags: RMTPFlags = RMTPFlags(qos: .atLeastOnce)
    ) throws -> RMTPPacket {
        .publish(
            PublishPacket(
                topic: topic, targetID: "u1", messageID: id, data: try body.encoded(isPartial: true), date: 0,
                flags: flags))
    }

    private func notification(_ time: Int64, type: Int32 = 1, room: String? = nil) -> RMTPBody.NotifyMsg {
        var body = RMTPBody.NotifyMsg(type: type)
        body.time = time
        body.chrmID = room
        return body
    }

    private func page(
        _ id: UInt16?, _ messages: [RMTPBody.DownStreamMessage], _ syncTime: Int64, finished: Bool? = true
    ) throws -> RMTPPacket {
        var body = RMTPBody.DownStreamMessages(syncTime: syncTime, list: messages)
        body.finished = finished
        return .queryAck(QueryAckPacket(messageID: id ?? 0, date: 0, data: try body.encoded()))
    }

    private func delivered(_ actions: [RMTPClientMachine.Action]) throws -> [Int64?] {
        try actions.compactMap {
            if case .deliver(let delivery, _) = $0 { try delivery.envelope()?.sentTime } else { nil }
        }
    }

    private let acknowledgement = RMTPClientMachine.Action.write(.pubAck(PubAckPacket(messageID: 900)))

    @Test("A direct message is acknowledged first and delivered once")
    func direct() throws {
        var client = ConnectedClient()
        let actions = client.down(try publish("s_msg", message(5)))
        #expect(actions == [acknowledgement, .deliver(.direct(message(5), ownID: "me"))])
        let inboxTime = client.session.inboxTime
        #expect(inboxTime == 5)
        #expect(client.down(try publish("s_msg", message(5))) == [acknowledgement])
        let later = client.down(try publish("s_msg", message(6), flags: RMTPFlags()))
        #expect(later == [.deliver(.direct(message(6), ownID: "me"))])
    }

    @Test("A direct message during a pull is acknowledged and not delivered, since the pull contains it (RMTP-195)")
    func duringPull() throws {
        var client = ConnectedClient()
        let pull = try #require(queries(client.down(try publish("s_ntf", notification(5)))).first)
        #expect(client.down(try publish("s_msg", message(5))) == [acknowledgement])
        let actions = client.down(try page(pull.messageID, [message(4), message(5)], 5))
        #expect(try delivered(actions) == [4, 5])
        #expect(actions.last == .pulled(inboxTime: 5, outboxTime: 0))
    }

    @Test("The client pulls page by page and delivers no message twice")
    func pages() throws {
        var client = ConnectedClient(isPulled: false)
        var actions = client.down(try page(1, [message(1), message(2), message(2)], 2, finished: false))
        #expect(try delivered(actions) == [1, 2, 2])
        let second = try #require(queries(actions).first)
        #expect(second.messageID == 2)
        #expect(try RMTPBody.SyncRequestMsg(protobuf: second.data ?? []).syncTime == 2)
        actions = client.down(try page(2, [message(2), message(3), message(7, isOwn: true)], 3, finished: nil))
        #expect(try delivered(actions) == [3, 7])
        #expect(actions.last == .pulled(inboxTime: 3, outboxTime: 7))
        #expect(queries(actions).isEmpty)
    }

    @Test("A page that announces more without advancing is the last one")
    func endless() throws {
        var client = ConnectedClient(isPulled: false)
        let actions = client.down(try page(1, [], 0, finished: false))
        #expect(actions == [.pulled(inboxTime: 0, outboxTime: 0)])
    }

    @Test("A notification of known messages is ignored, and one during a pull is kept for its end (RMTP-196)")
    func notifications() throws {
        var client = ConnectedClient()
        let first = try #require(queries(client.down(try publish("s_ntf", notification(5)))).first)
        #expect(queries(client.down(try publish("s_ntf", notification(6)))).isEmpty)
        #expect(queries(client.down(try publish("s_ntf", notification(6)))).isEmpty)
        let actions = client.down(try page(first.messageID, [message(5)], 5))
        let second = try #require(queries(actions).first)
        #expect(queries(client.down(try page(second.messageID, [message(6)], 6))).isEmpty)
        #expect(client.down(try publish("s_ntf", notification(6))) == [acknowledgement])
    }

    @Test("A pull without an answer is followed by the next")
    func unanswered() throws {
        var client = ConnectedClient(isPulled: false)
        #expect(queries(client.down(try publish("s_ntf", notification(6)))).isEmpty)
        let actions = client.handle(.tick, after: 30_000)
        #expect(queries(actions).map(\.topic) == ["pullMsg"])
    }

    @Test("A message from another own device waits for its PUBACK and is not acknowledged (RMTP-132)")
    func synced() throws {
        var client = ConnectedClient()
        let sync = RMTPFlags(qos: .atLeastOnce, isSynced: true)
        let body = RMTPBody.UpStreamMessage(
            sessionID: 3, classname: "RC:TxtMsg", content: Array(#"{"content":"x"}"#.utf8))
        #expect(client.down(try publish("ppMsgP", body, id: 4, flags: sync)).isEmpty)
        let receipt = PubAckPacket(messageID: 4, date: 8, status: 0, millisecond: 1, messageUID: "UID")
        let actions = client.down(.pubAck(receipt))
        guard case .deliver(let delivery, _) = actions.first, let envelope = try delivery.envelope() else {
            Issue.record("nothing is given out")
            return
        }
        #expect(envelope.messageUID == "UID")
        #expect(envelope.sentTime == 8_001)
        #expect(envelope.direction == .send)
        #expect(envelope.targetID == "u1")
        #expect(delivery.sentTo == nil)  // the packet names the target (RMTP-306)
        let outboxTime = client.session.outboxTime
        #expect(outboxTime == 8_001)
        #expect(client.down(.pubAck(receipt)).isEmpty)
        // A status message has no PUBACK.
        guard case .deliver(.synced(_, nil), _) = client.down(try publish("ppMsgS", body, id: 5, flags: sync)).first
        else {
            Issue.record("the status waits")
            return
        }
        #expect(client.down(try publish("userSetData", body, id: 6, flags: sync)).isEmpty)
        // On s_msg, a copy of what another device has sent is no message (RMTP-348).
        #expect(client.down(try publish("s_msg", message(9), id: 7, flags: sync)).isEmpty)
        let last = PubAckPacket(messageID: 7, date: 9, status: 0, millisecond: 0, messageUID: "V")
        guard case .deliver(let copy, _) = client.down(.pubAck(last)).first else {
            Issue.record("the copy is not given out")
            return
        }
        #expect(try copy.envelope() == nil)
    }

    @Test("Synced messages beyond the limit are delivered without their PUBACK")
    func syncedLimit() throws {
        var configuration = RMTPClientMachine.Configuration()
        configuration.syncedLimit = 2
        var client = ConnectedClient(configuration)
        let sync = RMTPFlags(qos: .atLeastOnce, isSynced: true)
        let body = RMTPBody.UpStreamMessage(sessionID: 3, classname: "RC:TxtMsg", content: [])
        #expect(client.down(try publish("ppMsgP", body, id: 1, flags: sync)).isEmpty)
        #expect(client.down(try publish("ppMsgP", body, id: 2, flags: sync)).isEmpty)
        #expect(client.down(try publish("ppMsgP", body, id: 3, flags: sync)).count == 1)
        #expect(client.down(try publish("ppMsgP", body, id: 3, flags: sync)).count == 1)
    }

    @Test("A message that cannot be decoded is acknowledged (RMTP-135)")
    func undecodable() {
        var client = ConnectedClient()
        let packet = PublishPacket(topic: "s_msg", targetID: "u", messageID: 900, data: [0xff], date: 0)
        let actions = client.down(.publish(packet))
        #expect(actions.first == acknowledgement)
        guard case .undecodable("s_msg", _) = actions.last else {
            Issue.record("nobody is told")
            return
        }
    }

    @Test("Settings, states and presence are reported (RMTP-200)")
    func others() throws {
        var client = ConnectedClient()
        let settings = RMTPBody.UserSettingNotification(version: 12, reserve: false)
        #expect(client.down(try publish("s_us", settings)).last == .settingsChanged(version: 12))
        // A packet without data has a body without fields.
        var bare = PublishPacket(topic: "s_us", targetID: "u1", messageID: 900, data: [], date: 0)
        bare.data = nil
        #expect(client.down(.publish(bare)) == [acknowledgement, .settingsChanged(version: 0)])
        #expect(client.down(try publish("s_cmd", notification(9, type: 3))).last == .statesChanged(time: 9))
        guard case .other(let packet) = client.down(try publish("s_stat", RMTPBody.GetUserStatusOutput())).last else {
            Issue.record("nobody is told")
            return
        }
        #expect(packet.topic == "s_stat")
    }
}
