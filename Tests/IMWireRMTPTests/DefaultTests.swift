// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Defaults and limits that no request reaches")
struct DefaultTests {
    @Test("The documented defaults equal those of the specification")
    func defaults() {
        let pull = StreamPullMachine.Configuration()
        #expect(pull.textBytes == 4_194_304 && pull.chunks == 65_536)
        let rooms = ChatroomMachine.Configuration()
        #expect(rooms.roomLimit == 100_000 && rooms.listLimit == 100_000)
        let client = RMTPClientMachine.Configuration()
        #expect(client.syncedLimit == 256 && client.roomKeyLimit == 1_024)
        let bodies = ProtobufLimits()
        #expect(bodies.bodyBytes == 16_777_216 && bodies.bodyDepth == 32 && bodies.bodyItems == 16_384)
        let packets = RMTPLimits()
        #expect(packets.packetBytes == 16_777_216 && packets.batchMessages == 1_000)
    }

    @Test("What a caller omits has its documented value")
    func omitted() throws {
        #expect(RMTPMessageFlags([]).up() == 0 && RMTPMessageFlags([]).down() == 0)
        #expect(try RMTPMessageTopic(.private).name == "ppMsgP")
        let connect = ConnectPacket(clientID: "c", keepAlive: 1)
        #expect(connect.cleanSession == false && connect.version == 3 && connect.protocolID == "RCloud")
        #expect(RMTPReceipt(time: 1, messageUID: "m").status == 0)
        #expect(NavigationAnswer(server: "s", userID: "u").code?.int64 == 200)
    }

    @Test("Values outside their ranges are reported (SES-142)")
    func ranges() {
        var rooms = ChatroomMachine.Configuration()
        rooms.listLimit = -1
        #expect(throws: SessionError(.config, path: "/listLimit")) { try rooms.validate() }
        rooms.roomLimit = -1
        #expect(throws: SessionError(.config, path: "/roomLimit")) { try rooms.validate() }
        rooms.roomLimit = 1_000_001
        #expect(throws: SessionError(.config, path: "/roomLimit")) { try rooms.validate() }
        var client = RMTPClientMachine.Configuration()
        client.heartbeat.misses = 0
        #expect(throws: SessionError(.config, path: "/heartbeat")) { try client.validate() }
        client.heartbeat.misses = 1
        client.heartbeat.timeout = .connecting(least: 1, most: 0)
        #expect(throws: SessionError(.config, path: "/heartbeat")) { try client.validate() }
    }

    @Test("A posted body of more than formBytes bytes is limit.size")
    func postedBody() {
        let target = Array("/websocket?messageid=1&header=64&sessionid=s".utf8)
        var limits = FormLimits()
        limits.formBytes = target.count
        let body = [UInt8](repeating: UInt8(ascii: " "), count: target.count + 1)
        #expect(throws: DecodeError(.limitSize, offset: 0)) {
            try PollingRequest(target: target.span, body: body.span, limits: limits)
        }
    }

    @Test("A closed decoder consumes what follows, and a position outside the bytes reads nothing")
    func positions() {
        var decoder = RMTPFrameDecoder(RMTPFormat(.up))
        let wrong: [UInt8] = [0xc0, 0x00, 0x00]
        var position = -1
        guard case .needMore = decoder.next(in: wrong.span, from: &position) else {
            Issue.record("a packet was read at a negative position")
            return
        }
        position = 0
        _ = decoder.next(in: wrong.span, from: &position)
        #expect(decoder.isClosed && decoder.offset == 3)
        position = 0
        _ = decoder.next(in: wrong.span, from: &position)
        #expect(decoder.offset == 6 && position == 3)
        #expect(decoder.finish(wrong.span) == nil)
    }

    @Test("A polled packet that only goes up is not written, and a receipt has the time of both of its parts")
    func polling() {
        let packet = PollingPacket(RMTPHeader(.query))
        #expect(throws: EncodeError(.direction)) { try PollingEncoder().encode(packet) }
        #expect(throws: EncodeError(.direction)) { try PollingEncoder().encode([packet]) }
        let answer = PubAckPacket(messageID: 1, date: 7_654, status: 0, millisecond: 321, messageUID: "m")
        #expect(answer.sentTime == 7_654_321)
    }

    @Test("A polled number that does not fit its field is refused (RMTP-114)")
    func pollingRange() throws {
        // The status of a CONNACK has one byte.
        var packet = PollingPacket(RMTPHeader(.connAck))
        packet.status = 255
        #expect(try PollingEncoder().encode(packet) == Array(#"{"headerCode":32,"status":255}"#.utf8))
        packet.status = 256
        #expect(throws: EncodeError(.range)) { try PollingEncoder().encode(packet) }
    }

    @Test("The numbers of unknown fields are those that arrived")
    func unknownFields() throws {
        // SyncRequestMsg with the fields 100 (a varint), 101 (bytes) and 100 again.
        let body: [UInt8] = [0x08, 0x00, 0xa0, 0x06, 0x01, 0xaa, 0x06, 0x01, 0x61, 0xa0, 0x06, 0x02]
        let message = try RMTPBody.UpStreamMessage.decode(Array(Self.message + body.dropFirst(2)).span).value
        #expect(message.unknownFields.numbers == [100, 101, 100])
        // Forty groups with the number 100, each in the one before it, which a larger limit accepts.
        var limits = ProtobufLimits()
        limits.bodyDepth = 100
        let begins = [[UInt8]](repeating: [0xa3, 0x06], count: 40).joined()
        let ends = [[UInt8]](repeating: [0xa4, 0x06], count: 40).joined()
        let nested = Self.message + begins + ends
        let deep = try RMTPBody.UpStreamMessage.decode(nested.span, limits: limits).value
        #expect(deep.unknownFields.numbers == [100])
    }

    /// An UpStreamMessage with the session id 0, the classname a and no content.
    private static let message: [UInt8] = [0x08, 0x00, 0x12, 0x01, 0x61, 0x1a, 0x00]

    @Test("The places of fields are traced with their numbers and types")
    func tracedFields() throws {
        var decoder = ProtobufDecoder(Self.message.span)
        var fields: [TracedField] = []
        while let field = try decoder.tracedField() { fields.append(field) }
        #expect(fields.map(\.number) == [1, 2, 3] && fields.map(\.wireType) == [0, 2, 2])
        #expect(fields.map(\.range) == [0..<2, 2..<5, 5..<7] && fields.map(\.value) == [1..<2, 4..<5, 7..<7])
        #expect(fields.map(\.varint) == [0, 0, 0])
        var packed = ProtobufDecoder([0x05, 0x96, 0x01].span)
        #expect(packed.tracedElement()?.value == 5 && packed.tracedElement()?.range == 1..<3)
        #expect(packed.tracedElement() == nil)
    }

    @Test("The end of a group that never began cannot be traced (PRB-022)")
    func tracedEnd() {
        let end: [UInt8] = [0x0c]
        var decoder = ProtobufDecoder(end.span)
        do throws(DecodeError) {
            _ = try decoder.tracedField()
            Issue.record("the end of a group was traced as a field")
        } catch {
            #expect(error == DecodeError(.protoWireType, offset: 0))
        }
    }

    @Test("The places of members are traced up to the end of the packet")
    func tracedMembers() {
        // A PUBACK up: the message id.
        let traced = TracedMember.read(RMTPHeader(.pubAck), [0x00, 0x07].span, RMTPFormat(.up))
        #expect(traced.isWhole && traced.members.map(\.range) == [0..<2])
        let cut = TracedMember.read(RMTPHeader(.pubAck), [0x00].span, RMTPFormat(.up))
        #expect(cut.members.map(\.form) == [.cut] && !cut.isWhole)
        // Bytes after the last member are no error in lenient mode (RMTP-043).
        let longer = TracedMember.read(RMTPHeader(.pubAck), [0x00, 0x07, 0xff].span, RMTPFormat(.up))
        #expect(longer.isWhole && longer.members.map(\.range) == [0..<2])
    }

    @Test("Envelopes that differ in their body have different hashes")
    func hashes() throws {
        let bodies = try (0..<20).map { number in
            try RMTPBody.UpStreamMessage.decode(Array(Self.message + [0x48, UInt8(number)]).span).value
        }
        #expect(Set(bodies.map { Envelope.Body($0).hashValue }).count > 1)
    }
}
