// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Bytes after the last member (RMTP-043)")
struct TrailingTests {
    /// The packets that can have bytes after their last member.
    static let samples = PacketTests.samples.filter { $0.packet.canTrail }

    @Test("Trailing bytes are kept, reported and encoded unchanged", arguments: samples)
    func kept(_ sample: PacketTests.Sample) throws {
        // In a rejected CONNACK, and in shorter packets of version 2, such bytes would be read as further members.
        if case .connAck(let packet) = sample.packet, packet.timestamp == nil { return }
        if case .pubAck(let packet) = sample.packet, packet.date != nil, packet.millisecond == nil { return }
        let format = RMTPFormat(sample.direction, sample.version)
        for trailing: [UInt8] in [[0], [0xff, 0x00], [UInt8](repeating: 0xa5, count: 300)] {
            let frame = bytes(sample.hex) + trailing
            let decoded = try RMTPMessageDecoder(format).packet(frame.span)
            #expect(decoded.deviations.map(\.id) == [Deviation.ID(132)])
            #expect(decoded.deviations.first?.offset == bytes(sample.hex).count)
            #expect(decoded.content.trailing == trailing)
            var written: [UInt8] = []
            try RMTPMessageEncoder(format).encode(decoded.content, into: &written)
            #expect(written == frame)
            var bare = decoded.content
            bare.trailing = []
            #expect(bare == sample.packet)
        }
    }

    @Test("A packet that ends with data has no trailing bytes, even if they are set", arguments: PacketTests.samples)
    func none(_ sample: PacketTests.Sample) throws {
        var packet = sample.packet
        packet.trailing = [1]
        #expect(packet.trailing == (packet.canTrail ? [1] : []))
    }

    @Test("Trailing bytes are visible in place, and strict mode rejects them")
    func view() throws {
        let frame = bytes("70 0003 abcd")
        let view = try RMTPMessageDecoder(RMTPFormat(.up)).view(frame.span)
        #expect(view.trailing.count == 2)
        #expect(view.trailing[0] == 0xab)
        #expect(throws: DecodeError(.packetTrailing, offset: 3)) {
            try RMTPMessageDecoder(RMTPFormat(.up), mode: .strict).packet(frame.span)
        }
    }
}
