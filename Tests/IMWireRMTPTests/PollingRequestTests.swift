// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Requests of a polling client (RMTP-098)")
struct PollingRequestTests {
    private let session = SecretText("s/1")

    /// Packets with their addresses and bodies, worked out by hand.
    static let samples: [(packet: RMTPPacket, type: (any ProtobufMessage.Type)?, target: String, body: String)] = [
        (
            .publish(
                PublishPacket(
                    topic: "ppMsgP", targetID: "张 三&", messageID: 5,
                    data: [0x08, 3, 0x12, 1, 0x41, 0x1a, 2, 0x7b, 0x7d])),
            RMTPBody.UpStreamMessage.self,
            "/websocket?messageid=5&header=50&sessionid=s%2F1&topic=ppMsgP&targetid=%E5%BC%A0%20%E4%B8%89%26&pid=cA%3D%3D",
            #"{"sessionId":3,"classname":"A","content":"{}"}"#
        ),
        (
            .query(QueryPacket(topic: "joinChrm", targetID: "r", messageID: 65_535, data: [8, 1])),
            RMTPBody.ChrmInput.self,
            "/websocket?messageid=65535&header=80&sessionid=s%2F1&topic=joinChrm&targetid=r&pid=cA%3D%3D",
            #"{"nothing":1}"#
        ),
        // An empty body has no object, even if its type is known.
        (
            .query(QueryPacket(topic: "joinChrm", targetID: "r", messageID: 3, data: [])), RMTPBody.ChrmInput.self,
            "/websocket?messageid=3&header=80&sessionid=s%2F1&topic=joinChrm&targetid=r&pid=cA%3D%3D", ""
        ),
        (
            .pubAck(PubAckPacket(messageID: 9)), nil, "/websocket?messageid=9&header=64&sessionid=s%2F1&pid=cA%3D%3D",
            ""
        ),
        (
            .queryCon(QueryConPacket(messageID: 9)), nil,
            "/websocket?messageid=9&header=112&sessionid=s%2F1&pid=cA%3D%3D", ""
        ),
    ]

    @Test("A packet encodes to a URL and a body, and these decode to the packet", arguments: samples.indices)
    func bothWays(_ index: Int) throws {
        let sample = Self.samples[index]
        let request = try #require(
            try PollingRequest(sample.packet, body: sample.type, session: session, pid: "cA=="))
        #expect(try request.revealedTarget() == sample.target)
        #expect(request.body == Array(sample.body.utf8))
        let read = try PollingRequest(
            target: Array(sample.target.utf8).span, body: Array(sample.body.utf8).span, mode: .strict)
        #expect(read == request)
        #expect(try read.packet(body: sample.type) == sample.packet)
    }

    @Test("The SDKs' spellings of an empty body are equivalent", arguments: ["", "{}", #""""#])
    func empty(_ body: String) throws {
        let target = Array("/websocket?messageid=9&header=112&sessionid=s".utf8)
        let read = try PollingRequest(target: target.span, body: Array(body.utf8).span)
        #expect(read.data == nil)
        #expect(try read.packet() == .queryCon(QueryConPacket(messageID: 9)))
    }

    /// Invalid addresses and bodies.
    static let broken: [(String, String, DecodeError)] = [
        ("/pullmsg.js?sessionid=s", "", DecodeError(.urlSyntax, offset: 1)),
        ("/websocket", "", DecodeError(.urlSyntax, offset: 10)),
        ("/websocket?header=64&sessionid=s", "", DecodeError(.formMissing, offset: 32, path: "/messageid")),
        ("/websocket?messageid=1&header=16&sessionid=s", "", DecodeError(.formValue, offset: 30, path: "/header")),
        ("/websocket?messageid=1&header=256&sessionid=s", "", DecodeError(.formValue, offset: 30, path: "/header")),
        ("/websocket?messageid=1&header=x&sessionid=s", "", DecodeError(.formValue, offset: 30, path: "/header")),
        (
            "/websocket?messageid=65536&header=64&sessionid=s", "",
            DecodeError(.formValue, offset: 21, path: "/messageid")
        ),
        ("/websocket?messageid=1&header=80&sessionid=s", "", DecodeError(.formMissing, offset: 44, path: "/topic")),
        (
            "/websocket?messageid=1&header=80&sessionid=s&topic=t", "",
            DecodeError(.formMissing, offset: 52, path: "/targetid")
        ),
        ("/websocket?messageid=1&header=64&sessionid=s", "{", DecodeError(.jsonSyntax, offset: 1)),
        ("/websocket?messageid=1&header=64&sessionid=s", "[]", DecodeError(.messageType, offset: 0)),
        ("/websocket?messageid=1&header=64&sessionid=s", #"{"a":1}"#, DecodeError(.messageType, offset: 0)),
    ]

    @Test("An invalid request is rejected at its first wrong byte", arguments: broken)
    func refusals(_ target: String, _ body: String, _ error: DecodeError) {
        #expect(throws: error) {
            try PollingRequest(target: Array(target.utf8).span, body: Array(body.utf8).span)
        }
    }

    @Test("A request that the service would not understand is not encoded")
    func unwritable() throws {
        func code(_ request: PollingRequest) -> EncodeError? {
            do throws(EncodeError) { _ = try request.revealedTarget() } catch { return error }
            return nil
        }
        let publish = RMTPHeader(.publish, RMTPFlags(qos: .atLeastOnce))
        #expect(code(PollingRequest(publish, messageID: 1, session: session)) == EncodeError(.field, path: "/topic"))
        #expect(
            code(PollingRequest(publish, messageID: 1, session: session, topic: "t"))
                == EncodeError(.field, path: "/targetid"))
        #expect(
            code(PollingRequest(RMTPHeader(.pingReq), messageID: 1, session: session))
                == EncodeError(.field, path: "/header"))
        #expect(
            code(PollingRequest(RMTPHeader(.pubAck), messageID: 1, session: session, data: RawJSON("x")))
                == EncodeError(.member))
        // An empty value is a value (RMTP-098).
        #expect(code(PollingRequest(RMTPHeader(.pubAck), messageID: 1, session: SecretText(""))) == nil)
        // An address cannot hold half a surrogate pair, and a PINGREQ has no polling request.
        let half = RMTPPacket.query(
            QueryPacket(topic: "t", targetID: FrameText(utf16: [0xd83d]), messageID: 1, data: []))
        #expect(try PollingRequest(half, session: session) == nil)
        #expect(try PollingRequest(.pingReq(PingPacket()), session: session) == nil)
    }

    @Test("Neither the session nor a message is part of a description")
    func privacy() throws {
        let request = PollingRequest(
            RMTPHeader(.query), messageID: 1, session: SecretText("geheim"), topic: "t", targetID: "geheim",
            data: RawJSON("geheim"))
        #expect(!"\(request)".contains("geheim") && !String(reflecting: request).contains("geheim"))
        var dumped = ""
        dump(request, to: &dumped)
        #expect(!dumped.contains("geheim"))
    }
}
