// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Packets on TCP")
struct StreamTests {
    typealias Item = Result<Decoded<RMTPPacket>, StreamFault>

    /// Returns the items of a stream in chunks, and the number of pending bytes.
    private func run(_ chunks: [[UInt8]], _ decoder: RMTPFrameDecoder, ends: Bool = false) -> (
        items: [Item], pending: Int
    ) {
        var decoder = decoder
        var items: [Item] = []
        var buffer = StreamBuffer(limit: decoder.maximumPending + (chunks.map(\.count).max() ?? 0))
        for chunk in chunks {
            let isTaken = buffer.append(chunk.span)
            #expect(isTaken)
            var position = 0
            var goesOn = true
            while goesOn {
                goesOn = decoder.withNext(in: buffer.bytes, from: &position) { step in
                    switch step {
                    case .needMore: return false
                    case .packet(let view):
                        items.append(.success(read(view)))
                    case .fault(let fault): items.append(.failure(fault))
                    }
                    return true
                }
            }
            buffer.removeFirst(position)
        }
        if ends, let fault = decoder.finish(buffer.bytes) { items.append(.failure(fault)) }
        return (items, ends ? 0 : buffer.count)
    }

    private func read(_ view: borrowing RMTPPacketView) -> Decoded<RMTPPacket> {
        Decoded(RMTPPacket(view), deviations: view.deviations)
    }

    private func fault(_ code: DecodeError.Code, _ offset: Int, _ path: String = "", closes: Bool = true) -> Item {
        .failure(StreamFault(DecodeError(code, offset: offset, path: path), scope: closes ? .connection : .message))
    }

    private func clean(_ packet: RMTPPacket) -> Item { .success(Decoded(packet, deviations: [])) }

    @Test("The division of the bytes does not change the packets, with or without a key")
    func divisions() throws {
        let packets: [RMTPPacket] = [
            .pingReq(PingPacket()), .queryCon(QueryConPacket(messageID: 65_535)),
            .publish(
                PublishPacket(topic: "ppMsgP", targetID: "😀", messageID: 1, data: Array(repeating: 7, count: 130))),
            .query(QueryPacket(topic: "t", targetID: "", messageID: 2, data: [])),
        ]
        for key in [nil, try RMTPStreamKey([1, 2, 3, 4, 5, 6, 7, 0xff])] {
            var stream: [UInt8] = []
            for packet in packets { try RMTPFrameEncoder(RMTPFormat(.up), key: key).encode(packet, into: &stream) }
            let decoder = RMTPFrameDecoder(RMTPFormat(.up), key: key, mode: .strict)
            let wanted = packets.map(clean)
            #expect(run([stream], decoder).items == wanted)
            #expect(run(stream.map { [$0] }, decoder).items == wanted)
            for place in 0...stream.count {
                let (items, pending) = run([Array(stream[..<place]), [], Array(stream[place...])], decoder)
                #expect(items == wanted && pending == 0)
                let cut = run([Array(stream[..<place])], decoder)
                #expect(wanted.starts(with: cut.items) && cut.pending <= place)
            }
        }
    }

    @Test("Lengths are written in as few bytes as possible")
    func lengths() throws {
        for (body, prefix) in [
            (127, "324d7f"), (128, "32b38001"), (16_383, "32b2ff7f"), (16_384, "3233808001"),
            (2_097_151, "32 4d ff ff 7f"),
        ] {
            let packet = RMTPPacket.publish(
                PublishPacket(topic: "", targetID: "", messageID: 0, data: [UInt8](repeating: 0xab, count: body - 6)))
            var stream: [UInt8] = []
            try RMTPFrameEncoder(RMTPFormat(.up)).encode(packet, into: &stream)
            #expect(Array(stream.prefix(bytes(prefix).count)) == bytes(prefix))
            #expect(run([stream], RMTPFrameDecoder(RMTPFormat(.up))).items == [clean(packet)])
        }
        var stream: [UInt8] = []
        let large = PublishPacket(topic: "", targetID: "", messageID: 0, data: [UInt8](repeating: 0, count: 2_097_146))
        #expect(throws: EncodeError(.size)) {
            try RMTPFrameEncoder(RMTPFormat(.up)).encode(.publish(large), into: &stream)
        }
        #expect(stream.isEmpty)
    }

    @Test("A key is combined only with the body, from its first byte in each packet")
    func key() throws {
        let key = try RMTPStreamKey(bytes("0102030405060708"))
        var stream: [UInt8] = []
        let packet = RMTPPacket.query(QueryPacket(topic: "abc", targetID: "", messageID: 1, data: [9]))
        try RMTPFrameEncoder(RMTPFormat(.up), key: key).encode(packet, into: &stream)
        // 0003 616263 0000 0001 09, each byte combined with the byte of the key
        #expect(stream == bytes("50 5a 0a 0101 626666 0607 0800 0b"))
        #expect(throws: EncodeError(.key)) { try RMTPStreamKey([1, 2, 3]) }
    }

    @Test("An error before a body ends the connection")
    func faults() {
        let decoder = RMTPFrameDecoder(RMTPFormat(.up))
        #expect(run([bytes("c0c100")], decoder).items == [fault(.frameHeader, 1)])
        #expect(
            run([bytes("c0c000c0c100c0c000")], decoder).items == [
                clean(.pingReq(PingPacket())), fault(.frameHeader, 4),
            ])
        // The offset counts all packets before it, also those of the same chunk.
        #expect(run([bytes("c0c000 c0c000 c0c100")], decoder).items.last == fault(.frameHeader, 7))
        #expect(run([bytes("c0c0808080")], decoder).items == [fault(.frameLength, 4)])
        let long = run([bytes("c0408000")], decoder).items
        #expect(
            long == [
                .success(
                    Decoded(
                        .pingReq(PingPacket()), deviations: [Deviation(Deviation.ID(136), offset: 2)]))
            ])
        #expect(
            run([bytes("c0408000")], RMTPFrameDecoder(RMTPFormat(.up), mode: .strict)).items == [fault(.frameLength, 2)]
        )
        var limits = RMTPLimits()
        limits.packetBytes = 1
        #expect(
            run([bytes("707202")], RMTPFrameDecoder(RMTPFormat(.up), limits: limits)).items == [fault(.frameLength, 2)])
        #expect(run([bytes("c0c000c0")], decoder, ends: true).items.last == fault(.frameTruncated, 4))
    }

    @Test("An error in a body rejects only the packet")
    func bodies() {
        let items = run([bytes("70710100 c0c000")], RMTPFrameDecoder(RMTPFormat(.up))).items
        #expect(items == [fault(.packetTruncated, 3, "/messageId", closes: false), clean(.pingReq(PingPacket()))])
        let refused = run([bytes("e0e2020001 c0c000")], RMTPFrameDecoder(RMTPFormat(.up))).items
        #expect(refused == [fault(.packetDirection, 0, closes: false), clean(.pingReq(PingPacket()))])
    }

    @Test("A body of 2097151 bytes is written, and a longer one is rejected (RMTP-115, RMTP-116)")
    func writeLimit() throws {
        // PUBLISH up: two strings of one byte each and the id take eight bytes before the data.
        func publish(_ count: Int) -> RMTPPacket {
            .publish(
                PublishPacket(
                    topic: "t", targetID: "u", messageID: 1, data: [UInt8](repeating: 0x5a, count: count - 8)))
        }
        let encoder = RMTPFrameEncoder(RMTPFormat(.up))
        var stream: [UInt8] = []
        try encoder.encode(publish(2_097_151), into: &stream)
        #expect(stream.count == 5 + 2_097_151)
        #expect(stream.prefix(5) == [0x32, 0x4d, 0xff, 0xff, 0x7f])
        var decoder = RMTPFrameDecoder(RMTPFormat(.up), mode: .strict)
        var position = 0
        guard case .packet(let view) = decoder.next(in: stream.span, from: &position) else {
            Issue.record("the largest packet is not read again")
            return
        }
        #expect(RMTPPacket(view) == publish(2_097_151))
        var nothing: [UInt8] = []
        #expect(throws: EncodeError(.size)) { try encoder.encode(publish(2_097_152), into: &nothing) }
        #expect(nothing.isEmpty)
        // On WebSocket only this limit applies; on TCP it applies if it is smaller than the maximum of the format.
        var limits = RMTPLimits()
        limits.packetBytes = 100
        #expect(throws: EncodeError(.size)) {
            try RMTPFrameEncoder(RMTPFormat(.up), limits: limits).encode(publish(101), into: &nothing)
        }
        #expect(throws: EncodeError(.size)) {
            try RMTPMessageEncoder(RMTPFormat(.up), limits: limits).encode(publish(101), into: &nothing)
        }
        try RMTPMessageEncoder(RMTPFormat(.up), limits: limits).encode(publish(100), into: &nothing)
        #expect(nothing.count == 101)
    }
}
