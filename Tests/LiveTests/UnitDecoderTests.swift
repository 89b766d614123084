// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireNIO
import IMWireRMTP
import NIOCore
import NIOEmbedded
import Testing

@Suite("Decoders on channels")
struct UnitDecoderTests {
    private func stream(_ framing: ChatFraming) throws -> ByteBuffer {
        var encoder = ChatUnitEncoder(framing, deflates: true)
        var buffer = ByteBuffer()
        let messages = (1...5).map { EncodedChatMessage(text("number \($0)", to: "b")) }
        try encoder.encode([messages[0]], into: &buffer)
        try encoder.encodeHeartbeat(into: &buffer)
        try encoder.encode(messages, into: &buffer)
        try encoder.encode([messages[4]], into: &buffer)
        return buffer
    }

    private func units(_ framing: ChatFraming, _ buffer: ByteBuffer, pieces: Int) throws -> [ChatUnit] {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(ChatUnitDecoder(framing)))
        var buffer = buffer
        while let piece = buffer.readSlice(length: min(pieces, max(1, buffer.readableBytes))) {
            try channel.writeInbound(piece)
        }
        var units: [ChatUnit] = []
        while let unit = try channel.readInbound(as: ChatUnit.self) { units.append(unit) }
        _ = try? channel.finish()
        return units
    }

    @Test("A stream yields the same frames however it is divided", arguments: ChatLiveTests.framings)
    func division(_ framing: ChatFraming) throws {
        let stream = try stream(framing)
        let whole = try units(framing, stream, pieces: .max)
        #expect(whole.map(\.messages.count) == [1, 1, 5, 1])
        #expect(whole.allSatisfy { $0.faults.isEmpty })
        for pieces in [1, 2, 3, 7, 50] {
            #expect(try units(framing, stream, pieces: pieces).map(\.messages) == whole.map(\.messages))
        }
    }

    @Test("A stream that ends inside a line is an error, and a damaged packet rejects only itself")
    func faults() throws {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(ChatUnitDecoder(.lines(.lf, .json))))
        try channel.writeInbound(ByteBuffer(string: "{\"messageType\":1}\n{\"messageTy"))
        let first = try #require(try channel.readInbound(as: ChatUnit.self))
        #expect(first.items.count == 1)
        _ = try? channel.finish()
        let last = try #require(try channel.readInbound(as: ChatUnit.self))
        #expect(last.faults.first?.error.code == .frameTruncated)
    }

    @Test("Packets of RongCloud on TCP decode from pieces to the written packets")
    func packets() throws {
        let key = try RMTPStreamKey([1, 2, 3, 4, 5, 6, 7, 8])
        let writer = EmbeddedChannel(handler: MessageToByteHandler(RMTPChannelEncoder(RMTPFormat(.up), key: key)))
        let packets: [RMTPPacket] = [
            .pingReq(PingPacket()),
            .query(QueryPacket(topic: "pullMsg", targetID: "u", messageID: 1, data: [1, 2, 3])),
            .queryCon(QueryConPacket(messageID: 1)),
        ]
        for packet in packets { try writer.writeOutbound(packet) }
        let reader = EmbeddedChannel(
            handler: ByteToMessageHandler(RMTPChannelDecoder(RMTPFormat(.up), key: key)))
        while var buffer = try writer.readOutbound(as: ByteBuffer.self) {
            while let byte = buffer.readSlice(length: 1) { try reader.writeInbound(byte) }
        }
        for packet in packets { #expect(try reader.readInbound(as: RMTPArrival.self) == .success(packet)) }
    }
}

#endif
