// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Packets in polling and in binary form (RMTP-099)")
struct PollingConversionTests {
    private func polled(_ text: String) throws -> PollingPacket {
        try #require(PollingDecoder(mode: .strict).decode(Array(text.utf8).span).first).get().value
    }

    private func frame(_ packet: RMTPPacket?) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try RMTPMessageEncoder(RMTPFormat(.down)).encode(try #require(packet), into: &bytes)
        return bytes
    }

    /// Replies, the messages of their bodies, and the packets, worked out by hand from both layouts.
    static let pairs: [(json: String, body: (any ProtobufMessage.Type)?, hex: String)] = [
        (
            #"{"headerCode":32,"status":0,"userId":"u1","sessionid":"s","timestamp":1700000000123}"#, nil,
            "20 00 00 0002 7531 0001 73 0000018bcfe5687b"
        ),
        (#"{"headerCode":32,"status":4}"#, nil, "20 00 04"),
        (#"{"headerCode":-32,"status":1}"#, nil, "e0 00 01"),
        (#"{"headerCode":-48}"#, nil, "d0"),
        (
            #"{"headerCode":64,"messageId":12,"date":1700000000,"status":0,"millisecond":456,"messageUId":"BS45"}"#,
            nil,
            "40 000c 6553f100 0000 01c8 0004 42533435"
        ),
        (
            #"{"headerCode":50,"messageId":6,"topic":"s_ntf","targetId":"u","date":1,"data":"{\"type\":2,\"time\":9,\"chrmId\":\"r\"}"}"#,
            RMTPBody.NotifyMsg.self, "32 00000001 0005 735f6e7466 0001 75 0006 0802 1009 1a0172"
        ),
        (
            #"{"headerCode":58,"messageId":7,"topic":"ppMsgP","targetId":"u","date":1,"data":"{\"sessionId\":3,\"classname\":\"RC:TxtMsg\",\"content\":\"{\\\"content\\\":\\\"hi\\\"}\",\"userId\":[]}"}"#,
            RMTPBody.UpStreamMessage.self,
            "3a 00000001 0006 70704d736750 0001 75 0007 0803 1209 52433a5478744d7367 1a10 7b22636f6e74656e74223a226869227d"
        ),
        (
            #"{"headerCode":98,"messageId":3,"date":0,"status":0,"data":"{\"list\":[{\"fromUserId\":\"u2\",\"type\":1,\"classname\":\"RC:TxtMsg\",\"content\":\"你\",\"dataTime\":9,\"status\":48,\"toUserId\":[]}],\"syncTime\":9}"}"#,
            RMTPBody.DownStreamMessages.self,
            "62 0003 00000000 0000 0a1a 0a027532 1001 2209 52433a5478744d7367 2a03 e4bda0 3009 3830 1009"
        ),
        (#"{"headerCode":96,"messageId":3,"date":5,"status":23410}"#, nil, "60 0003 00000005 5b72"),
    ]

    @Test("Each form converts to the other", arguments: pairs.indices)
    func bothWays(_ index: Int) throws {
        let pair = Self.pairs[index]
        let packet = try polled(pair.json)
        let binary = try RMTPPacket(packet, body: pair.body)
        #expect(try frame(binary) == bytes(pair.hex))
        let read = try RMTPMessageDecoder(RMTPFormat(.down), mode: .strict).decode(bytes(pair.hex).span).value
        let again = try #require(try PollingPacket(read, body: pair.body))
        #expect(String(decoding: try PollingEncoder().encode(again), as: UTF8.self) == pair.json)
    }

    @Test("The one time of a polled PUBACK becomes two numbers")
    func timestamp() throws {
        let packet = try polled(
            #"{"headerCode":64,"messageId":12,"status":0,"timestamp":1700000000456,"messageUId":"BS45"}"#)
        #expect(try frame(try RMTPPacket(packet)) == bytes("40 000c 6553f100 0000 01c8 0004 42533435"))
        let late = try polled(#"{"headerCode":64,"messageId":12,"status":0,"timestamp":4294967296000}"#)
        #expect(try RMTPPacket(late) == nil)
        let both = try polled(
            #"{"headerCode":64,"messageId":12,"status":0,"date":1700000000,"timestamp":1700000001000}"#)
        #expect(try RMTPPacket(both) == nil)
    }

    @Test("A value of data of another type than its field is rejected at the field (PRB-061)")
    func otherTypes() throws {
        let number = try RawJSON(text: #"{"sessionId":3,"classname":"A","content":5}"#)
        #expect(throws: DecodeError(.fieldType, offset: 0, path: "/content")) {
            try PollingBody.bytes(number, as: RMTPBody.UpStreamMessage.self)
        }
        let list = try RawJSON(text: #"{"syncTime":9,"list":[7]}"#)
        #expect(throws: DecodeError(.fieldType, offset: 0, path: "/list/0")) {
            try PollingBody.bytes(list, as: RMTPBody.DownStreamMessages.self)
        }
    }

    @Test("Data without a counterpart in the other form is rejected, not dropped")
    func impossible() throws {
        let nameless = try polled(
            #"{"headerCode":50,"messageId":6,"topic":"t","targetId":"u","date":1,"data":"{\"a\":1}"}"#)
        #expect(try RMTPPacket(nameless) == nil)
        #expect(throws: DecodeError.self) { try RMTPPacket(nameless, body: RMTPBody.NotifyMsg.self) }
        var trailing = RMTPPacket.pingResp(PingPacket())
        trailing.trailing = [1]
        #expect(try PollingPacket(trailing) == nil)
        #expect(try PollingPacket(.connect(ConnectPacket(clientID: "c", keepAlive: 1))) == nil)
        #expect(try PollingPacket(.disconnect(DisconnectPacket(status: 1, ignored: 0x80))) == nil)
        func publish(_ hex: String) -> RMTPPacket {
            .publish(PublishPacket(topic: "t", targetID: "u", messageID: 1, data: bytes(hex), date: 1))
        }
        // A field that the schema lacks, bytes that are not valid text, and a body without a name.
        #expect(try PollingPacket(publish("0802 f80101"), body: RMTPBody.NotifyMsg.self) == nil)
        #expect(try PollingPacket(publish("0803 120141 1a01ff"), body: RMTPBody.UpStreamMessage.self) == nil)
        #expect(try PollingPacket(publish("0802")) == nil)
        #expect(throws: DecodeError.self) { try PollingPacket(publish("ff"), body: RMTPBody.NotifyMsg.self) }
        #expect(try PollingPacket(publish(""))?.data == nil)
        #expect(try PollingPacket(publish(""), body: RMTPBody.NotifyMsg.self)?.data?.text == "{}")  // RMTP-301
    }
}
