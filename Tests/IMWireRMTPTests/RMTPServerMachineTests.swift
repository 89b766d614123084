// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("RMTP server")
struct RMTPServerTests {
    private func online() -> RMTPServerMachine {
        var server = RMTPServerMachine()
        _ = server.handle(.accept(userID: "u1", sessionID: "s", timestamp: 5), at: 0)
        return server
    }

    @Test("The server sends a CONNACK that accepts or rejects the client (RMTP-190)")
    func connAck() {
        var server = RMTPServerMachine()
        #expect(server.handle(.received(.pingReq(PingPacket())), at: 0).isEmpty)
        let packet = ConnAckPacket(status: 0, userID: "u1", sessionID: "s", timestamp: 5)
        #expect(
            server.handle(.accept(userID: "u1", sessionID: "s", timestamp: 5), at: 0).map(\.action)
                == [.write(.connAck(packet))])
        var other = RMTPServerMachine()
        #expect(
            other.handle(.refuse(status: 4), at: 0).map(\.action)
                == [.write(.connAck(ConnAckPacket(status: 4)))])
        #expect(other.handle(.received(.pingReq(PingPacket())), at: 1).isEmpty)
        #expect(other.handle(.tick, at: 999).isEmpty)
        #expect(other.handle(.tick, at: 1_000).map(\.action) == [.close, .ended])
    }

    @Test("The server answers a PINGREQ and closes a silent client")
    func pings() {
        var server = online()
        #expect(
            server.handle(.received(.pingReq(PingPacket())), at: 100).map(\.action) == [.write(.pingResp(PingPacket()))]
        )
        #expect(server.handle(.tick, at: 120_099).isEmpty)
        #expect(server.handle(.tick, at: 120_100).map(\.action) == [.close, .ended])
    }

    @Test("A publication is acknowledged once it is stored, and an unrequested receipt is not sent")
    func publications() {
        var server = online()
        let packet = PublishPacket(topic: "ppMsgP", targetID: "u2", messageID: 9, data: [1])
        #expect(server.handle(.received(.publish(packet)), at: 1).map(\.action) == [.published(id: 9, packet)])
        // A publication that is sent twice with the same id is handled once.
        #expect(server.handle(.received(.publish(packet)), at: 1).isEmpty)
        let receipt = RMTPReceipt(time: 1_600_000_000_123, messageUID: "A-B")
        let expected = PubAckPacket(messageID: 9, date: 1_600_000_000, status: 0, millisecond: 123, messageUID: "A-B")
        #expect(server.handle(.acknowledge(id: 9, receipt), at: 2).map(\.action) == [.write(.pubAck(expected))])
        #expect(server.handle(.acknowledge(id: 9, receipt), at: 3).isEmpty)
        var silent = packet
        silent.flags.qos = .atMostOnce
        #expect(server.handle(.received(.publish(silent)), at: 4).map(\.action) == [.published(id: nil, silent)])
    }

    @Test("A query has one answer, and its confirmation is reported")
    func questions() {
        var server = online()
        let query = QueryPacket(topic: "pullMsg", targetID: "u1", messageID: 3, data: [])
        #expect(server.handle(.received(.query(query)), at: 1).map(\.action) == [.asked(id: 3, query)])
        let answer = QueryAckPacket(messageID: 3, date: 4, data: [1], flags: RMTPFlags(qos: .atLeastOnce))
        let event = RMTPServerMachine.Event.answer(id: 3, date: 4, data: [1], qos: .atLeastOnce)
        #expect(server.handle(event, at: 2).map(\.action) == [.write(.queryAck(answer))])
        #expect(server.handle(event, at: 3).isEmpty)
        #expect(
            server.handle(.received(.queryCon(QueryConPacket(messageID: 3))), at: 4).map(\.action)
                == [.confirmed(id: 3)])
    }

    @Test("A downstream message is reported as delivered once acknowledged, or as undelivered")
    func deliveries() {
        var server = online()
        let request = RMTPRequest(topic: "s_msg", targetID: "u1", data: [7])
        _ = server.handle(.publish(key: 1, request, date: 5), at: 0)
        _ = server.handle(.publish(key: 2, request, date: 5), at: 10)
        #expect(
            server.handle(.received(.pubAck(PubAckPacket(messageID: 1))), at: 20).map(\.action) == [.delivered(key: 1)])
        #expect(server.handle(.tick, at: 30_010).map(\.action) == [.undelivered(key: 2)])
        _ = server.handle(.publish(key: 3, request, date: 5), at: 30_011)
        #expect(
            server.handle(.disconnect(status: 1), at: 30_012).map(\.action)
                == [.write(.disconnect(DisconnectPacket(status: 1))), .undelivered(key: 3), .close, .ended])
    }

    @Test("Client and server exchange a message, its copy on another device and a kick")
    func together() throws {
        var client = RMTPClientMachine()
        var server = RMTPServerMachine()
        _ = client.handle(.connect, at: 0)
        _ = client.handle(.opened, at: 0)
        var up: [RMTPPacket] = []
        var down: [RMTPPacket] = []
        func collect(_ steps: [TimedAction<RMTPServerMachine.Action>]) {
            for step in steps { if case .write(let packet) = step.action { down.append(packet) } }
        }
        collect(server.handle(.accept(userID: "u1", sessionID: "s", timestamp: 1), at: 0))
        var outcome: [RMTPClientMachine.Action] = []
        for round in 0..<10 {
            let packets = down
            down = []
            for packet in packets {
                let bytes = try frame(packet, .down)
                for step in client.handle(.received(try parsed(bytes, .down)), at: Int64(round)) {
                    outcome.append(step.action)
                    if case .write(let packet) = step.action { up.append(packet) }
                }
            }
            if round == 2 {
                let request = RMTPRequest(topic: "pgMsgP", targetID: "g", data: [])
                up += written(client.handle(.publish(key: 4, request), at: 2).map(\.action))
            }
            let asked = up
            up = []
            for packet in asked {
                for step in server.handle(.received(try parsed(try frame(packet, .up), .up)), at: Int64(round)) {
                    switch step.action {
                    case .write(let packet): down.append(packet)
                    case .asked(let id, _):
                        let page = try RMTPBody.DownStreamMessages(syncTime: 9).encoded()
                        collect(
                            server.handle(.answer(id: id, date: 1, data: page, qos: .atLeastOnce), at: Int64(round)))
                    case .published(let id, _):
                        let receipt = RMTPReceipt(time: 7_005, messageUID: "X")
                        collect(server.handle(.acknowledge(id: id ?? 0, receipt), at: Int64(round)))
                        let copy = RMTPRequest(topic: "ppMsgP", targetID: "u9", data: [])
                        collect(server.handle(.synchronize(copy, date: 3, receipt), at: Int64(round)))
                        collect(server.handle(.disconnect(status: 1), at: Int64(round)))
                    default: break
                    }
                }
            }
        }
        #expect(outcome.contains(.pulled(inboxTime: 9, outboxTime: 0)))
        #expect(outcome.contains { if case .published(4, .some) = $0 { true } else { false } })
        #expect(outcome.contains { if case .deliver(.synced(_, .some), _) = $0 { true } else { false } })
        #expect(outcome.suffix(2) == [.close, .ended(.kicked)])
    }

    private func frame(_ packet: RMTPPacket, _ direction: RMTPDirection) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try RMTPMessageEncoder(RMTPFormat(direction)).encode(packet, into: &bytes)
        return bytes
    }

    private func parsed(_ bytes: [UInt8], _ direction: RMTPDirection) throws -> RMTPPacket {
        try RMTPMessageDecoder(RMTPFormat(direction), mode: .strict).packet(bytes.span).content
    }
}
