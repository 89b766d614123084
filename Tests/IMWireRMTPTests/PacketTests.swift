// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

/// Tests with frames that were worked out by hand, member by member.
@Suite("Binary packets")
struct PacketTests {
    struct Sample: Sendable {
        var hex: String
        var direction: RMTPDirection
        var version = RMTPVersion.three
        var packet: RMTPPacket
    }

    static let samples: [Sample] = [
        Sample(
            hex: "32 0006 70704d736750 0002 7532 0001 0803", direction: .up,
            packet: .publish(PublishPacket(topic: "ppMsgP", targetID: "u2", messageID: 1, data: [8, 3]))),
        Sample(
            hex: "33 6553f100 0005 735f6d7367 0001 75 0102", direction: .down,
            packet: .publish(
                PublishPacket(
                    topic: "s_msg", targetID: "u", messageID: 258, data: [], date: 1_700_000_000,
                    flags: RMTPFlags(qos: .atLeastOnce, isRetained: true)))),
        Sample(
            hex: "38 00000000 0001 74 ffff 00", direction: .down, version: .two,
            packet: .publish(
                PublishPacket(
                    topic: "t", targetID: nil, messageID: 65_535, data: [0], date: 0,
                    flags: RMTPFlags(isDuplicate: true)))
        ),
        Sample(
            hex: "50 0007 70756c6c4d7367 0002 7531 0003 0800", direction: .up,
            packet: .query(QueryPacket(topic: "pullMsg", targetID: "u1", messageID: 3, data: [8, 0]))),
        Sample(
            hex: "62 0003 6553f100 5b84 0a", direction: .down,
            packet: .queryAck(
                QueryAckPacket(
                    messageID: 3, date: 1_700_000_000, status: 23_428, data: [10],
                    flags: RMTPFlags(qos: .atLeastOnce)))),
        Sample(hex: "70 ffff", direction: .up, packet: .queryCon(QueryConPacket(messageID: 65_535))),
        Sample(hex: "40 0001", direction: .up, packet: .pubAck(PubAckPacket(messageID: 1))),
        Sample(
            hex: "40 0004 6553f100 0000 01c8 0002 4253", direction: .down,
            packet: .pubAck(
                PubAckPacket(messageID: 4, date: 1_700_000_000, status: 0, millisecond: 456, messageUID: "BS"))),
        Sample(
            hex: "40 0004 6553f100 0195", direction: .down, version: .two,
            packet: .pubAck(
                PubAckPacket(messageID: 4, date: 1_700_000_000, status: 405, millisecond: nil, messageUID: nil))),
        Sample(hex: "20 00 04", direction: .down, packet: .connAck(ConnAckPacket(status: 4))),
        Sample(
            hex: "20 00 00 0001 75 0001 73 0020000000000001", direction: .down,
            packet: .connAck(
                ConnAckPacket(status: 0, userID: "u", sessionID: "s", timestamp: 9_007_199_254_740_993))),
        Sample(
            hex: "20 00 00 0001 75", direction: .down, version: .two,
            packet: .connAck(ConnAckPacket(status: 0, userID: "u"))),
        Sample(hex: "e0 00 01", direction: .down, packet: .disconnect(DisconnectPacket(status: 1))),
        Sample(hex: "c0", direction: .up, packet: .pingReq(PingPacket())),
        Sample(hex: "d0", direction: .down, packet: .pingResp(PingPacket())),
        Sample(
            hex: "10 0006 52436c6f7564 03 c0 003c 0001 63 0003 6b6579 0003 746f6b", direction: .up,
            packet: .connect(ConnectPacket(clientID: "c", keepAlive: 60, appID: "key", token: "tok"))),
    ]

    @Test("A packet decodes to its members and encodes to the same bytes", arguments: samples)
    func example(_ sample: Sample) throws {
        let frame = bytes(sample.hex)
        let format = RMTPFormat(sample.direction, sample.version)
        for mode in [DecodingMode.lenient, .strict] {
            let read = try RMTPMessageDecoder(format, mode: mode).decode(frame.span)
            #expect(read.value == sample.packet)
            #expect(read.deviations.isEmpty)
        }
        var written: [UInt8] = []
        try RMTPMessageEncoder(format).encode(sample.packet, into: &written)
        #expect(written == frame)
        var room = [UInt8](repeating: 0xaa, count: frame.count - 1)
        var span = room.mutableSpan
        let outcome = try RMTPMessageEncoder(format).encode(sample.packet, into: &span)
        #expect(outcome == .needs(frame.count))
        #expect(room.allSatisfy { $0 == 0xaa })
    }

    @Test("Every header byte decodes and encodes unchanged in both directions")
    func headers() throws {
        for direction in RMTPDirection.allCases {
            let decoder = RMTPMessageDecoder(RMTPFormat(direction), mode: .strict)
            for byte in UInt8.min...UInt8.max where !RMTPType(rawValue: byte >> 4).hasLayout {
                let read = try decoder.decode([byte, 1, 2].span).value
                guard case .other(let packet) = read else {
                    Issue.record("\(byte) is no packet without a layout")
                    continue
                }
                #expect(packet.data == [1, 2])
                var written: [UInt8] = []
                try RMTPMessageEncoder(RMTPFormat(direction)).encode(read, into: &written)
                #expect(written == [byte, 1, 2])
            }
        }
        let header = RMTPHeader(rawValue: 0x3f)
        #expect(header.isSync(.down) && !header.isSync(.up) && header.isDuplicate(.up) && !header.isDuplicate(.down))
        #expect(header.flags.qos == .standard && header.flags.isRetained)
        #expect(RMTPHeader(rawValue: 0x4f).isDuplicate(.down))
        var flags = RMTPFlags(rawValue: 0xff)
        flags.qos = .atMostOnce
        flags.isDuplicate = false
        #expect(flags.rawValue == 1)
        flags.isRetained = false
        #expect(flags.rawValue == 0)
        flags.qos = .atLeastOnce
        flags.isRetained = true
        #expect(flags.rawValue == 3)
        flags.isSynced = true
        #expect(flags.rawValue == 11 && flags.isDuplicate)
    }

    @Test("The flags of a CONNACK of version 4 announce its members")
    func flags() throws {
        let format = RMTPFormat(.down, .four)
        for bits in UInt8(0)...15 {
            var frame: [UInt8] = [0x20, 0, 0, bits]
            if bits & 1 != 0 { frame += [0, 1, 0x75] }
            if bits & 2 != 0 { frame += [0, 1, 0x73] }
            if bits & 4 != 0 { frame += [0, 0, 0, 0, 0, 0, 0, 9] }
            if bits & 8 != 0 { frame += [0, 7] }
            let read = try RMTPMessageDecoder(format, mode: .strict).decode(frame.span).value
            guard case .connAck(let packet) = read else { throw DecodeError(.packetEmpty, offset: 0) }
            #expect((packet.userID == "u") == (bits & 1 != 0) && (packet.sessionID == "s") == (bits & 2 != 0))
            #expect((packet.timestamp == 9) == (bits & 4 != 0) && (packet.messageID == 7) == (bits & 8 != 0))
            var written: [UInt8] = []
            try RMTPMessageEncoder(format).encode(read, into: &written)
            #expect(written == frame)
        }
        let unknown = try RMTPMessageDecoder(format).decode([0x20, 0, 0, 0x10].span)
        #expect(unknown.deviations == [Deviation(Deviation.ID(135), offset: 3, path: "/flags")])
        #expect(throws: DecodeError(.packetFlags, offset: 3, path: "/flags")) {
            try RMTPMessageDecoder(format, mode: .strict).decode([0x20, 0, 0, 0x10].span)
        }
    }

    @Test("A packet that cannot be encoded is rejected, and nothing is written")
    func refusals() {
        func refuse(_ code: EncodeError.Code, _ format: RMTPFormat, _ packet: RMTPPacket) {
            var written: [UInt8] = [1]
            #expect(throws: EncodeError(code)) { try RMTPMessageEncoder(format).encode(packet, into: &written) }
            #expect(written == [1])
        }
        let long = FrameText(String(repeating: "x", count: 65_536))
        let up = RMTPFormat(.up)
        let down = RMTPFormat(.down)
        refuse(.string, up, .query(QueryPacket(topic: "t", targetID: long, messageID: 1, data: [])))
        refuse(
            .string, up,
            .query(
                QueryPacket(
                    topic: "t", targetID: FrameText(String(repeating: "😀", count: 10_923)), messageID: 1, data: [])))
        refuse(.member, down, .publish(PublishPacket(topic: "t", targetID: "u", messageID: 1, data: [])))
        refuse(.member, up, .publish(PublishPacket(topic: "t", targetID: "u", messageID: 1, data: [], date: 1)))
        refuse(
            .member, RMTPFormat(.down, .two),
            .publish(PublishPacket(topic: "t", targetID: "u", messageID: 1, data: [], date: 1)))
        refuse(.member, down, .pubAck(PubAckPacket(messageID: 1)))
        refuse(.direction, up, .disconnect(DisconnectPacket(status: 1)))
        refuse(.direction, down, .queryCon(QueryConPacket(messageID: 1)))
        var connAck = ConnAckPacket(status: 0, userID: "u")
        connAck.members = [.sessionID]
        refuse(.flags, RMTPFormat(.down, .four), .connAck(connAck))
        connAck.members = nil
        refuse(.member, down, .connAck(connAck))
    }

    @Test("Limits hold at n and are exceeded at n + 1")
    func limits() throws {
        var limits = RMTPLimits()
        limits.packetBytes = 2
        let decoder = RMTPMessageDecoder(RMTPFormat(.up), limits: limits)
        _ = try decoder.decode(bytes("400001").span)
        #expect(throws: DecodeError(.limitSize, offset: 0)) { try decoder.decode(bytes("40000100").span) }
        #expect(throws: DecodeError(.packetEmpty, offset: 0)) { try decoder.decode([UInt8]().span) }
        var written: [UInt8] = []
        #expect(throws: EncodeError(.size)) {
            try RMTPMessageEncoder(RMTPFormat(.up), limits: limits)
                .encode(.query(QueryPacket(topic: "", targetID: "", messageID: 0, data: [])), into: &written)
        }
    }
}
