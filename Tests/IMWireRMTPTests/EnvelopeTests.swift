// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Envelopes (RMTP-170 to RMTP-183)")
struct EnvelopeTests {
    /// A text message as every release of the vendor's SDK writes it.
    private static let sent = bytes(
        "32 0006 70704d736750 0002 7532 0001 0803 1209 52433a5478744d7367 1a10 7b22636f6e74656e74223a226869227d")

    private func publish(_ frame: [UInt8], _ direction: RMTPDirection = .up) throws -> PublishPacket {
        let decoder = RMTPMessageDecoder(RMTPFormat(direction))
        guard case .publish(let packet) = try decoder.decode(frame.span).value else { throw NotAPublish() }
        return packet
    }

    private func written(_ packet: PublishPacket) throws -> [UInt8] {
        var frame: [UInt8] = []
        try RMTPMessageEncoder(RMTPFormat(.up)).encode(.publish(packet), into: &frame)
        return frame
    }

    private struct NotAPublish: Error {}

    @Test("A PUBLISH of the SDK decodes down to its content and encodes byte for byte")
    func real() throws {
        let packet = try publish(Self.sent)
        let read = try #require(try Envelope.decode(packet, .up))
        #expect(read.deviations.isEmpty)
        let envelope = read.value
        #expect(envelope.objectName == "RC:TxtMsg")
        #expect(envelope.conversation == .private)
        #expect(envelope.targetID == "u2")
        #expect(envelope.senderID == nil)
        #expect(envelope.direction == .send)
        #expect(envelope.flags == [.persisted, .counted])
        #expect(envelope.content?.content?.digest == "hi")
        let again = try envelope.publish(messageID: 1)
        #expect(again == packet)
        #expect(try written(again) == Self.sent)
    }

    @Test("An own message has the topic of its conversation and the flags of its type")
    func new() throws {
        let text = AnyContent.known(TextMessage(content: "hi"))
        let packet = try Envelope(text, to: "u2", in: .private).publish(messageID: 1)
        #expect(try written(packet) == Self.sent)
        let request = try RMTPRequest(Envelope(text, to: "u2", in: .private))
        #expect(request.topic == "ppMsgP" && request.targetID == "u2" && request.data == packet.data)
        #expect(throws: EncodeError(.topic)) { try RMTPRequest(Envelope(text, to: "s", in: .system)) }
        #expect(try Envelope(text, to: "g", in: .group).publish(messageID: 1).topic == "pgMsgP")
        #expect(try Envelope(text, to: "r", in: .chatroom).publish(messageID: 1).topic == "chatMsg")
        #expect(throws: EncodeError(.topic)) { try Envelope(text, to: "s", in: .system).publish(messageID: 1) }
    }

    @Test("A status is written on the status topic and never as a flag, or rejected without one (RMTP-170)")
    func status() throws {
        var registry = ContentRegistry.builtIn
        try registry.register(Waving.self)
        var envelope = Envelope(.known(Waving()), to: "u2", in: .private, registry: registry)
        let packet = try envelope.publish(messageID: 7, registry: registry)
        #expect(packet.topic == "ppMsgS")
        #expect(try RMTPBody.UpStreamMessage(protobuf: packet.data ?? []).sessionID == 0)
        envelope.conversation = .discussion
        #expect(throws: EncodeError(.topic)) { try envelope.publish(messageID: 7, registry: registry) }
    }

    @Test("A recall is written on its own topic (RMTP-163)")
    func recall() throws {
        let content = AnyContent.unknown(UnknownContent(objectName: "RC:RcCmd", bytes: Array("{}".utf8)))
        #expect(try Envelope(content, to: "me", in: .private).publish(messageID: 1).topic == "recallMsg")
    }

    @Test("Bits differ upstream and downstream, and bits without a meaning are kept (RMTP-171 to RMTP-173)")
    func flags() {
        #expect(RMTPMessageFlags(up: 0x67) == [.persisted, .counted, .mentioned, .silent, .expandable])
        #expect(
            RMTPMessageFlags(down: 0x672) == [
                .persisted, .counted, .mentioned, .silent, .expandable, .receivedElsewhere,
            ])
        #expect(RMTPMessageFlags(up: 3).down() == 0x30)
        #expect(RMTPMessageFlags(down: 0x30).up() == 3)
        #expect(RMTPMessageFlags([.persisted]).up(keeping: 0x1082) == 0x1081)
        #expect(RMTPMessageFlags([]).down(keeping: 0x4010) == 0x4000)
        #expect(RMTPMessageFlags(nil as Persistence?) == [.persisted, .counted])
        #expect(RMTPMessageFlags(.status) == [])
        #expect(RMTPMessageFlags(.persisted) == [.persisted])
    }

    /// The fields of a delivered message, the own id of its reader, and what that reader sees.
    struct Parties: Sendable {
        let type: Int32
        let group: String?
        let direction: Int32?
        let ownID: String?
        let target: String
        let sender: String?
        let isSent: Bool

        init(
            _ type: Int32, _ group: String?, _ direction: Int32?, _ ownID: String?, _ target: String, _ sender: String?,
            _ isSent: Bool
        ) {
            (self.type, self.group, self.direction, self.ownID) = (type, group, direction, ownID)
            (self.target, self.sender, self.isSent) = (target, sender, isSent)
        }
    }

    /// Messages from the user "from".
    static let samples = [
        Parties(1, nil, nil, nil, "from", "from", false), Parties(1, "group", nil, nil, "from", "from", false),
        Parties(1, "other", 1, nil, "from", nil, true), Parties(1, nil, 1, nil, "from", nil, true),
        Parties(3, "group", nil, nil, "group", "from", false), Parties(3, nil, nil, nil, "from", "from", false),
        Parties(3, "group", 1, nil, "group", "from", true), Parties(4, "room", 2, nil, "room", "from", false),
        Parties(6, nil, nil, nil, "from", "from", false), Parties(10, "ultra", nil, nil, "from", "from", false),
        Parties(1, nil, 1, "me", "from", "me", true), Parties(1, "me", 1, "me", "from", "me", true),
        Parties(1, "bob", 1, "from", "bob", "from", true), Parties(1, "bob", nil, "from", "bob", "from", true),
        Parties(1, nil, nil, "from", "from", "from", false), Parties(1, "from", 2, "from", "from", "from", false),
        Parties(1, nil, 1, "from", "from", "from", true), Parties(3, "group", nil, "from", "group", "from", true),
        Parties(4, "room", nil, "from", "room", "from", true), Parties(12, "rtc", nil, "from", "rtc", "from", true),
        Parties(3, "group", nil, "me", "group", "from", false), Parties(2, "talk", 1, "me", "talk", "me", true),
    ]

    @Test("A delivered message has its sender and its target (RMTP-302 to RMTP-304)", arguments: samples.indices)
    func parties(_ index: Int) {
        let parties = Self.samples[index]
        var body = RMTPBody.DownStreamMessage(
            fromUserID: "from", type: RMTPBody.ChannelType(rawValue: parties.type), classname: "RC:TxtMsg", content: [],
            dataTime: 5, status: 0x30)
        body.groupID = parties.group
        body.direction = parties.direction
        var options = Envelope.Options()
        options.ownID = parties.ownID
        let envelope = Envelope(body, options)
        #expect(envelope.targetID?.string == parties.target)
        #expect(envelope.senderID == parties.sender)
        #expect(envelope.direction == (parties.isSent ? .send : .receive))
    }

    @Test("An own id is compared byte for byte (RMTP-302)")
    func normalForms() {
        var body = RMTPBody.DownStreamMessage(
            fromUserID: "e\u{301}", type: .person, classname: "RC:TxtMsg", content: [], dataTime: 5, status: 0)
        body.groupID = "bob"
        var options = Envelope.Options()
        options.ownID = "\u{e9}"
        #expect(Envelope(body, options).direction == .receive)
        options.ownID = "e\u{301}"
        #expect(Envelope(body, options).direction == .send)
    }

    @Test("A delivered message encodes unchanged, unknown fields included (RMTP-182)")
    func again() throws {
        var wire = try RMTPBody.DownStreamMessage(
            fromUserID: "u1", type: .group, classname: "RC:TxtMsg",
            content: Array(#"{"content":"好","extra":"","x":1.50}"#.utf8), dataTime: 1_600_000_000_123, status: 0x4030,
            groupID: "g1", extra: 9, msgID: "BS45-NPH4-HV87-10LM", direction: 2, extraContent: #"{"k":{"v":"1"}}"#
        ).encoded()
        wire += bytes("fa 07 03 616263")  // field 127
        let body = try RMTPBody.DownStreamMessage(protobuf: wire)
        let envelope = Envelope(body)
        #expect(envelope.direction == .receive)
        #expect(envelope.messageUID == "BS45-NPH4-HV87-10LM")
        #expect(envelope.sentTime == 1_600_000_000_123)
        #expect(try envelope.downBody().encoded() == wire)
    }

    @Test("The body of a message is that of its direction, and its unknown fields are listed (RMTP-162, PRB-020)")
    func bodies() throws {
        // Both bodies end with field 127.
        let up = bytes("0803 1209 52433a5478744d7367 1a10 7b22636f6e74656e74223a226869227d fa07 03 616263")
        let sent = PublishPacket(topic: "ppMsgP", targetID: "u2", messageID: 1, data: up)
        let read = try #require(try Envelope.decode(sent, .up))
        #expect(read.unknown == [127])
        #expect(read.value.body.up?.sessionID == 3 && read.value.body.down == nil)
        let message = try RMTPBody.UpStreamMessage.decode(up.span)
        #expect(message.unknown == [127])
        let topic = try #require(RMTPMessageTopic("ppMsgP"))
        var envelope = Envelope(message.value, on: topic, targetID: "u2")
        #expect(try envelope.publish(messageID: 1) == sent)
        envelope.objectName = nil
        let nameless = envelope
        #expect(throws: EncodeError(.member)) { try nameless.upBody() }
        let down = bytes("0a027532 1001 2209 52433a5478744d7367 2a02 7b7d 3009 3830 fa07 03 616263")
        let packet = PublishPacket(topic: "s_msg", targetID: "u2", messageID: 7, data: down, date: 1)
        let delivered = try #require(try Envelope.decode(packet, .down))
        #expect(delivered.unknown == [127])
        #expect(delivered.value.body.down?.dataTime == 9 && delivered.value.body.up == nil)
    }

    @Test("A content that cannot be decoded does not affect others and is kept unchanged (RMTP-183)")
    func undecodable() throws {
        func message(_ content: String) -> RMTPBody.DownStreamMessage {
            RMTPBody.DownStreamMessage(
                fromUserID: "u1", type: .person, classname: "RC:TxtMsg", content: Array(content.utf8), dataTime: 1,
                status: 0)
        }
        let answer = RMTPBody.DownStreamMessages(
            syncTime: 9, list: [message(#"{"content":"1"}"#), message("{"), message(#"{"content":"3"}"#)])
        let envelopes = PullAnswer(answer).messages
        #expect(envelopes.map { $0.content?.content?.digest } == ["1", nil, "3"])
        guard case .undecodable(let kept, let error) = envelopes[1].content else {
            Issue.record("the second one was read")
            return
        }
        #expect(kept == Array("{".utf8))
        #expect(error.code == .jsonSyntax)
        #expect(try envelopes[1].downBody().content == Array("{".utf8))
    }

    @Test("A PUBACK contains the time and the id")
    func acknowledged() throws {
        var envelope = try #require(try Envelope.decode(try publish(Self.sent), .up)).value
        envelope.acknowledge(
            PubAckPacket(messageID: 1, date: 1_600_000_000, status: 0, millisecond: 123, messageUID: "A-B"))
        #expect(envelope.sentTime == 1_600_000_000_123)
        #expect(envelope.messageUID == "A-B")
        #expect(PubAckPacket(messageID: 1).sentTime == nil)  // up, a PUBACK has no time
        // The recipient receives the message under the sender's name, the sender's devices under the recipient's.
        let down = try envelope.received(from: "u1").downBody()
        #expect(down.fromUserID == "u1" && down.groupID == nil && down.direction == nil)
        #expect(down.status == 0x30)
        let own = try envelope.downBody()
        #expect(own.fromUserID == "u2" && own.groupID == nil && own.direction == 1)
        envelope.conversation = .group
        #expect(throws: EncodeError(.member)) { try envelope.downBody() }
        let inGroup = try envelope.downBody(senderID: "u1")
        #expect(inGroup.fromUserID == "u1" && inGroup.groupID == "u2" && inGroup.direction == 1)
        let received = try envelope.received(from: "u1").downBody()
        #expect(received.fromUserID == "u1" && received.groupID == "u2" && received.direction == nil)
        // A message without a conversation is in no group, and its recipient answers its sender.
        envelope.conversation = nil
        #expect(envelope.received(from: "u1").targetID == "u1")
    }

    @Test("A delivery knows the own id that the service has named, whatever the caller's (RMTP-306)")
    func deliveredID() throws {
        var body = RMTPBody.DownStreamMessage(
            fromUserID: "u2", type: .person, classname: "RC:TxtMsg", content: [], dataTime: 5, status: 0)
        body.direction = 1
        var options = Envelope.Options()
        #expect(try RMTPDelivery.direct(body, ownID: "me").envelope(options)?.senderID == "me")
        options.ownID = "other"
        #expect(try RMTPDelivery.pulled(body, ownID: "me").envelope(options)?.senderID == "me")
        #expect(try RMTPDelivery.direct(body).envelope(options)?.senderID == "other")
    }

    @Test("A notification is not a message")
    func notification() throws {
        let packet = PublishPacket(topic: "s_ntf", targetID: "u", messageID: 1, data: [], date: 0)
        #expect(try Envelope.decode(packet, .down) == nil)
    }
}

/// A waving hand, which is not stored.
private struct Waving: MessageContent {
    static let objectName: ObjectName = "app:Waving"
    static var persistence: Persistence? { .status }
    var unknownMembers = UnknownMembers()

    init() {}

    init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        unknownMembers = try reader.unknownMembers()
    }

    func encode(to writer: inout ContentEncoder) {
        writer.open(unknownMembers)
        writer.close(unknownMembers)
    }
}
