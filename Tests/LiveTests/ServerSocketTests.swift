// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireRMTP
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@Suite("The WebSocket of a client in a server", .timeLimit(.minutes(1)))
struct ServerSocketTests {
    /// A channel with the handler, whose arrivals are read with `readInbound`.
    private struct Socket {
        let channel = EmbeddedChannel()
        let total = SharedBytes()

        init(limit: Int = 1_000) throws {
            var limits = RMTPLimits()
            limits.packetBytes = limit
            let inbound = InboundLimit(total)
            try channel.pipeline.syncOperations.addHandlers([
                inbound, RMTPServerSocketHandler(.three, limits: limits, inbound: inbound),
            ])
        }

        func arrivals() throws -> [RMTPArrival] {
            var arrivals: [RMTPArrival] = []
            while let arrival = try channel.readInbound(as: RMTPArrival.self) { arrivals.append(arrival) }
            return arrivals
        }

        /// Returns the bytes of each write since the last call.
        func writes() throws -> [[UInt8]] {
            var writes: [[UInt8]] = []
            while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
                writes.append(Array(buffer.readableBytesView))
            }
            return writes
        }
    }

    /// Returns a frame of a client: its first byte, its mask, and its data, with the length in its shortest form.
    private func frame(_ first: UInt8, _ data: [UInt8], mask: [UInt8]? = [0x11, 0x22, 0x33, 0x44]) -> [UInt8] {
        let mark: UInt8 = mask == nil ? 0 : 0x80
        var frame = [first]
        switch data.count {
        case 0...125: frame.append(mark | UInt8(data.count))
        case 126...65_535: frame += [mark | 126, UInt8(data.count >> 8), UInt8(data.count & 0xff)]
        default:
            frame.append(mark | 127)
            frame += (0..<8).reversed().map { UInt8(truncatingIfNeeded: data.count >> ($0 * 8)) }
        }
        guard let mask else { return frame + data }
        return frame + mask + data.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    private let ping: [UInt8] = [0xc0]
    /// A query with `count` bytes of data.
    private func query(_ count: Int) throws -> [UInt8] {
        try RMTPMessageEncoder(RMTPFormat(.up)).encode(
            .query(
                QueryPacket(topic: "t", targetID: "u", messageID: 7, data: [UInt8](repeating: 0x61, count: count))))
    }

    @Test("Frames arrive whole, byte by byte, in one buffer, and with lengths of each width", arguments: [1, 7, .max])
    func frames(step: Int) throws {
        let socket = try Socket(limit: 100_000)
        let packets = try [ping, query(20), query(200), query(70_000), ping]
        let bytes = packets.flatMap { frame(0x82, $0) } + frame(0x82, ping, mask: nil)
        for start in stride(from: 0, to: bytes.count, by: min(step, bytes.count)) {
            try socket.channel.writeInbound(ByteBuffer(bytes: bytes[start...].prefix(step)))
        }
        let decoder = RMTPMessageDecoder(RMTPFormat(.up))
        let expected = try (packets + [ping]).map { try decoder.decode($0.span).value }
        #expect(try socket.arrivals().map { try $0.get() } == expected)
        #expect(socket.total.held == 0)
        _ = try? socket.channel.finish()
    }

    @Test("The frames of a message are joined, and control frames among them are answered")
    func fragments() throws {
        let socket = try Socket()
        let packet = try query(30)
        try socket.channel.writeInbound(ByteBuffer(bytes: frame(0x02, Array(packet[..<10]))))
        #expect(socket.total.held == 10)
        try socket.channel.writeInbound(
            ByteBuffer(bytes: frame(0x89, [1, 2, 3]) + frame(0x00, Array(packet[10..<11]))))
        #expect(try socket.writes() == [[0x8a, 3, 1, 2, 3]])
        #expect(try socket.arrivals().isEmpty)
        try socket.channel.writeInbound(ByteBuffer(bytes: frame(0x80, Array(packet[11...])) + frame(0x8a, [])))
        #expect(try socket.arrivals().count == 1 && socket.total.held == 0)
        _ = try? socket.channel.finish()
    }

    @Test(
        "A frame that RFC 6455 forbids is answered with a close frame, and nothing after it is read",
        arguments: [
            ([0x80, 0x80, 0, 0, 0, 0], 1_002), ([0x09, 0x80, 0, 0, 0, 0], 1_002), ([0x89, 0xfe, 0, 126], 1_002),
            ([0x02, 0x01, 0xc0, 0x82, 0x01, 0xc0], 1_002), ([0x82, 126, 0x03, 0xe9], 1_009),
            ([0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], 1_009), ([0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0], 1_009),
        ] as [([UInt8], Int)])
    func faults(bytes: [UInt8], code: Int) throws {
        let socket = try Socket()
        #expect(throws: WebSocketFault.self) { try socket.channel.writeInbound(ByteBuffer(bytes: bytes)) }
        #expect(try socket.writes() == [[0x88, 2, UInt8(code >> 8), UInt8(code & 0xff)]])
        try socket.channel.writeInbound(ByteBuffer(bytes: frame(0x82, ping)))
        #expect(try socket.arrivals().isEmpty && socket.total.held == 0)
        _ = try? socket.channel.finish()
    }

    @Test("The joined frames of a message, and their number, are limited")
    func limits() throws {
        let socket = try Socket()
        let part = [UInt8](repeating: 0, count: 600)
        try socket.channel.writeInbound(ByteBuffer(bytes: frame(0x02, part)))
        #expect(throws: WebSocketFault.self) {
            try socket.channel.writeInbound(ByteBuffer(bytes: frame(0x00, part)))
        }
        let other = try Socket()
        let empty: [UInt8] = [0x02, 0] + [UInt8](repeating: 0, count: 2 * 1_022)
        try other.channel.writeInbound(ByteBuffer(bytes: empty))
        #expect(throws: WebSocketFault.self) { try other.channel.writeInbound(ByteBuffer(bytes: [0x00, 0])) }
        for channel in [socket.channel, other.channel] { _ = try? channel.finish() }
    }

    @Test("A connection that ends within a frame or a message reports it")
    func incomplete() throws {
        for bytes in [[0x82], [0x82, 0x05, 0xc0], [0x02, 0x01, 0xc0]] as [[UInt8]] {
            let socket = try Socket()
            try socket.channel.writeInbound(ByteBuffer(bytes: bytes))
            #expect(throws: WebSocketFault.self) { _ = try socket.channel.finish() }
            #expect(socket.total.held == 0)
        }
    }

    @Test("Packets up to a flush are one write, with the shortest header of each")
    func output() throws {
        let socket = try Socket(limit: 100_000)
        func packet(_ count: Int) -> RMTPPacket {
            .queryAck(QueryAckPacket(messageID: 1, date: 0, status: 0, data: [UInt8](repeating: 7, count: count)))
        }
        let packets = [packet(0), packet(116), packet(117), packet(66_000), .pingResp(PingPacket())]
        var expected: [UInt8] = []
        for packet in packets {
            expected += frame(0x82, try RMTPMessageEncoder(RMTPFormat(.down)).encode(packet), mask: nil)
            socket.channel.write(packet, promise: nil)
        }
        #expect(try socket.writes().isEmpty)
        socket.channel.flush()
        let writes = try socket.writes()
        #expect(writes.flatMap { $0 } == expected && writes.count <= 2)

        // A packet that cannot be encoded leaves those before it.
        socket.channel.write(RMTPPacket.pingResp(PingPacket()), promise: nil)
        #expect(throws: UnwrittenError.self) { try socket.channel.writeOutbound(packet(200_000)) }
        #expect(try socket.writes() == [frame(0x82, [0xd0], mask: nil)])
        _ = try? socket.channel.finish()
    }

    @Test("A close frame is written once, after the packets before it, and nothing after it")
    func close() throws {
        let socket = try Socket()
        socket.channel.write(RMTPPacket.pingResp(PingPacket()), promise: nil)
        try socket.channel.writeInbound(ByteBuffer(bytes: frame(0x88, [0x03, 0xe8]) + frame(0x82, ping)))
        socket.channel.write(RMTPPacket.pingResp(PingPacket()), promise: nil)
        socket.channel.close(mode: .output, promise: nil)
        #expect(try socket.writes().flatMap { $0 } == frame(0x82, [0xd0], mask: nil) + [0x88, 2, 0x03, 0xe8])
        #expect(try socket.arrivals().isEmpty)
        _ = try? socket.channel.finish()
    }

    @Test("A text is refused with its own code")
    func text() throws {
        let socket = try Socket()
        try socket.channel.writeInbound(ByteBuffer(bytes: frame(0x81, [0x61])))
        #expect(try socket.arrivals().map { (try? $0.get()) == nil } == [true])
        socket.channel.flush()
        #expect(try socket.writes() == [[0x88, 2, 0x03, 0xeb]])
        _ = try? socket.channel.finish()
    }
}

#endif
