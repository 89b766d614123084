// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport
import Testing

@Suite("Framing: packets, their errors and limits")
struct FramingPacketTests {
    private typealias Code = DecodeError.Code
    private static let good = Golden.packet(Array("{}".utf8), sequence: 7)

    private func check(
        _ bytes: [UInt8], _ items: [FramingItem], limits: ChatFramingLimits = ChatFramingLimits(), pending: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let findings = DripFeed { ChatPacketUnitDecoder(limits: limits) }.verify(bytes, items, pending: pending)
        #expect(findings.isEmpty, "\(findings)", sourceLocation: sourceLocation)
    }

    /// Checks an error between two valid packets, of which the second is read only if the error's scope is one message.
    private func one(
        _ bytes: [UInt8], _ code: DecodeError.Code, _ byte: Int, _ scope: StreamFault.Scope = .message,
        inner: Int? = nil, limits: ChatFramingLimits = ChatFramingLimits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let first = FramingItem.unit(Array("{}".utf8), at: 24, sequence: 7)
        let length = Self.good.count
        var items = [first, .fault(code, at: length + byte, scope, inner: inner)]
        if scope == .message { items.append(first.moved(by: length + bytes.count)) }
        check(Self.good + bytes + Self.good, items, limits: limits, pending: 0, sourceLocation: sourceLocation)
    }

    private func changed(_ packet: [UInt8], _ offset: Int, _ byte: UInt8) -> [UInt8] {
        var packet = packet
        packet[offset] = byte
        return packet
    }

    @Test("A wrong header ends the connection at its first wrong byte")
    func headers() {
        one(changed(Self.good, 0, 0), .frameMagic, 0, .connection)
        one(changed(Self.good, 1, 0), .frameMagic, 1, .connection)
        one(changed(Self.good, 2, 2), .frameVersion, 2, .connection)
        one(changed(Self.good, 3, 23), .frameHeader, 3, .connection)
        for offset in 4..<20 { one(changed(Self.good, offset, Self.good[offset] ^ 1), .frameHeader, 16, .connection) }
        one(changed(Self.good, 3, 25), .frameHeader, 16, .connection)
    }

    @Test("A decoder that a wrong byte closes consumes all bytes (FRM-005)")
    func closing() {
        let wrong = [0xfb] + Self.good
        var decoder = ChatPacketDecoder()
        var position = 0
        _ = decoder.next(in: wrong.span, from: &position)
        #expect(decoder.isClosed && decoder.offset == wrong.count && position == wrong.count)
        // A valid packet that follows is consumed as well, and is not returned.
        position = 0
        switch decoder.next(in: Self.good.span, from: &position) {
        case .needMore: break
        case .packet, .fault: Issue.record("a closed decoder has read a packet")
        }
        #expect(position == Self.good.count)
    }

    @Test("Each error has the offset of the byte that causes it")
    func earliest() {
        func items(_ bytes: [UInt8]) -> Int { DripFeed { ChatPacketUnitDecoder() }.run([bytes]).items.count }
        #expect(items([0xfa]) == 0 && items([0xfb]) == 1)
        #expect(items([0xfa, 0xce]) == 0 && items([0xfa, 0xcf]) == 1)
        #expect(items([0xfa, 0xce, 1]) == 0 && items([0xfa, 0xce, 2]) == 1)
        #expect(items([0xfa, 0xce, 1, 24]) == 0 && items([0xfa, 0xce, 1, 23]) == 1)
        let bad = changed(Self.good, 16, Self.good[16] ^ 1)
        #expect(items(Array(bad[..<19])) == 0 && items(Array(bad[..<20])) == 1)
    }

    @Test("A wrong checksum rejects one packet, or none if it is not compared")
    func checksum() {
        for offset in 20..<26 { one(changed(Self.good, offset, Self.good[offset] ^ 0x80), .frameChecksum, 20) }
        let subject = DripFeed { ChatPacketUnitDecoder(comparesChecksums: false) }
        let findings = subject.verify(
            changed(Self.good, 21, 0) + Self.good,
            [.unit(Array("{}".utf8), at: 24, sequence: 7), .unit(Array("{}".utf8), at: 50, sequence: 7)])
        #expect(findings.isEmpty, "\(findings)")
        let header = DripFeed { ChatPacketUnitDecoder(comparesChecksums: false) }
            .run([changed(Self.good, 16, Self.good[16] ^ 1)])
        #expect(header.items == [.fault(.frameHeader, at: 16, .connection)])
    }

    @Test("A longer header and a reserved byte are ignored")
    func extensions() {
        let bytes = Golden.packet(Array("{}".utf8), extension: [1, 2, 3], reserved: 0x55)
        check(bytes, [.unit(Array("{}".utf8), at: 27, sequence: 1)], pending: 0)
        let long = Golden.packet([], type: 1, extension: [UInt8](repeating: 9, count: 231))
        check(long, [.heartbeat(at: 0)], pending: 0)
        one(changed(bytes, 25, 0), .frameChecksum, 20)
    }

    @Test("Flags, types and heartbeats are checked")
    func fields() {
        for bit in 4..<16 { one(Golden.packet([1], flags: 1 << UInt16(bit)), .frameFlags, 6) }
        one(Golden.packet([1], type: 1, flags: 0x10), .frameFlags, 6)
        one(Golden.packet([1], type: 3), .frameType, 4)
        one(Golden.packet([1], type: 0), .frameType, 4)
        for flag: UInt16 in [1, 2, 4, 8] {
            one(Golden.packet([], type: 1, flags: flag), .frameHeartbeat, 6)
            one(Golden.packet([1], type: 1, flags: flag), .frameHeartbeat, 6)
        }
        one(Golden.packet([1], type: 1), .frameHeartbeat, 12)
        // The packet reader returns packets of unknown types.
        let packets = DripFeed { ChatPacketDecoder() }.run([Golden.packet([1], type: 3, flags: 8)])
        let header = ChatPacketHeader(
            type: ChatPacketType(rawValue: 3), flags: .wantsReceipt, sequence: 1, payloadLength: 1)
        #expect(packets.items == [.packet(header, payload: [1], at: 0)])
    }

    @Test("Checks follow the order of FRM-041")
    func order() {
        one(changed(Golden.packet([1], flags: 0x10), 20, 0), .frameChecksum, 20)
        one(Golden.packet([1], type: 3, flags: 0x10), .frameFlags, 6)
        one(Golden.fragment(2, 2, 9, 0, [1]).withType(3), .frameFragment, 24)
        one(Golden.fragment(0, 2, 9, 0, [1]).withType(3), .frameType, 4)
        var large = Golden.packet([1, 2])
        large[15] = 0xff
        large[12] = 0xff
        one(large, .frameHeader, 16, .connection)
    }

    @Test("A payload of packetBytes passes, and a longer one ends the connection at byte 20")
    func length() {
        var limits = ChatFramingLimits()
        limits.packetBytes = 26
        let exact = Golden.packet([UInt8](repeating: 0x20, count: 26))
        check(exact, [.unit([UInt8](repeating: 0x20, count: 26), at: 24, sequence: 1)], limits: limits)
        one(Golden.packet([UInt8](repeating: 0x20, count: 27)), .frameLength, 12, .connection, limits: limits)
        let header = Array(Golden.packet([UInt8](repeating: 0x20, count: 27))[..<20])
        let drip = DripFeed { ChatPacketUnitDecoder(limits: limits) }
        #expect(drip.run([Array(header[..<19])]).items.isEmpty)
        #expect(drip.run([header]) == DripResult([.fault(.frameLength, at: 12, .connection)]))
    }

    @Test("A packet that declares 4 GiB is rejected with its header")
    func fourGiB() {
        var head: [UInt8] = [0xfa, 0xce, 1, 24, 2, 0, 0, 0, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff]
        head += Golden.big(Golden.crc(head))
        check(head, [.fault(.frameLength, at: 12, .connection)], pending: 0)
    }

    @Test("A connection error is the last item, whatever follows")
    func afterwards() {
        let drip = DripFeed { ChatPacketUnitDecoder() }
        let result = drip.run([[0], Self.good, Self.good], end: true)
        #expect(result == DripResult([.fault(.frameMagic, at: 0, .connection)]))
    }

    @Test("A stream that ends inside a packet is truncated there")
    func truncated() {
        let drip = DripFeed { ChatPacketUnitDecoder() }
        for count in 1..<Self.good.count {
            let result = drip.run([Self.good, Array(Self.good[..<count])], end: true)
            #expect(result.items.last == .fault(.frameTruncated, at: Self.good.count + count, .connection))
            #expect(result.items.count == 2 && result.pending == 0)
        }
        #expect(drip.run([Self.good], end: true).items.count == 1)
    }

    @Test("Noise ends at its first or second byte")
    func noise() {
        var random = Seeded(state: 1)
        for _ in 0..<2_000 {
            let result = DripFeed { ChatPacketUnitDecoder() }.run([random.bytes(64)])
            #expect(result.items.count == 1 && result.pending == 0)
        }
    }

    @Test("Randomly changed bytes cause only errors")
    func mutations() {
        var random = Seeded(state: 2)
        let stream = Golden.loginPacket + Golden.deflatedPacket + Golden.fragmentPackets + Golden.batchPacket
        for _ in 0..<2_000 {
            var bytes = stream
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let drip = DripFeed { ChatPacketUnitDecoder() }
            let whole = drip.run([bytes])
            #expect(drip.run(bytes.map { [$0] }) == whole)
        }
    }
}

extension [UInt8] {
    /// Returns the packet with another type and valid checksums.
    func withType(_ type: UInt8) -> [UInt8] {
        Golden.packet(Array(self[24...]), type: type, flags: UInt16(self[6]) << 8 | UInt16(self[7]), sequence: 9)
    }
}
