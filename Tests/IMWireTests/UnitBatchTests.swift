// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Units in batches")
struct UnitBatchTests {
    private let line = Array("{\"messageType\":\"system\"}\n".utf8)

    private func decoder(_ encoding: ChatLineEncoding = .json) -> ChatStreamDecoder {
        ChatStreamDecoder(.lines(.lf, encoding))
    }

    @Test("A batch is filled until it has the wanted bytes, and decodes each unit once")
    func filling() {
        var decoder = decoder()
        decoder.feed(line + line + line)
        var batch = ChatUnitBatch()
        let isFull = decoder.fill(&batch, upTo: 2 * (line.count - 1))
        #expect(isFull && batch.count == 2 && batch.byteCount == 2 * (line.count - 1))
        var messages = decoder.messageDecoder
        var items: [Result<ChatItem, StreamFault>] = []
        while batch.decodeNext(with: &messages, into: &items) {}
        #expect(items.count == 2 && batch.count == 0)
        let isStillFull = decoder.fill(&batch, upTo: 100 * line.count)
        #expect(!isStillFull && batch.count == 1)
        batch.removeAll()
        #expect(batch.count == 0 && batch.byteCount == 0)
        decoder.feed(line + line)
        _ = decoder.fill(&batch, upTo: 100 * line.count)
        #expect(batch.count == 2)
        while batch.decodeNext(with: &messages, into: &items) {}
        #expect(items.count == 4 && batch.count == 0)
    }

    @Test("The messages of a unit are decoded as a list, each with its place")
    func units() throws {
        let line = Array("[{\"messageType\":\"system\"},{\"messageType\":\"validate\"}]\n".utf8)
        var decoder = ChatLineDecoder(ChatLineFraming(.lf, .json))
        var messages = ChatMessageDecoder()
        var position = 0
        var items: [ChatItem] = []
        switch decoder.next(in: line.span, from: &position) {
        case .unit(let unit): items = try messages.decode(unit).map { try $0.get() }
        case .needMore, .heartbeat, .fault: Issue.record("not a unit")
        }
        #expect(items.map(\.kind) == [.system, .validate])
        #expect(items.map(\.offset) == [1, 26] && items.map { $0.position?.index } == [0, 1])
        let alone = ChatItem(Decoded(ChatMessage(.system)), .system)
        #expect(alone.offset == 0 && alone.position == nil)
    }

    @Test("The size of a message is limited in a batch and alone, but that of an array is not (FRM-069)")
    func sizeErrors() {
        var limits = ChatFramingLimits()
        limits.messageBytes = 24
        func errors(_ step: consuming ChatUnitStep) -> [DecodeError?] {
            var errors: [DecodeError?] = []
            guard case .unit(let unit) = step else { return errors }
            var messages = unit.messages
            while let message = messages.next() { errors.append(message.sizeError) }
            return errors
        }
        // The messages of the batch have 24 and 26 bytes.
        var packets = ChatPacketUnitDecoder(limits: limits)
        #expect(packets.limits == limits)
        var position = 0
        let batched = errors(packets.next(in: Golden.batchPacket.span, from: &position))
        #expect(batched == [nil, DecodeError(.limitSize, offset: 36)])
        let system = Golden.system
        let alone: [([UInt8], DecodeError?)] = [
            (system, nil), (system + [0x20], DecodeError(.limitSize, offset: 0)), ([0x5b] + system + [0x5d], nil),
        ]
        for (bytes, error) in alone {
            var lines = ChatLineDecoder(ChatLineFraming(.lf, .json), limits: limits)
            let line = bytes + [0x0a]
            position = 0
            let found = errors(lines.next(in: line.span, from: &position))
            #expect(found == [error])
        }
    }

    @Test("An incomplete unit is decoded when its rest has arrived")
    func incomplete() {
        var decoder = decoder()
        var position = 0
        let first = decoder.nextUnit(in: line.span.extracting(0..<5), from: &position, at: 0)
        #expect(first == nil && position == 0)
        let whole = decoder.nextUnit(in: line.span, from: &position, at: 0)
        #expect(whole?.count == 1 && position == line.count)
        // The bytes of another incomplete line are an error at the end (FRM-006).
        let fault = decoder.finish(in: line.span.extracting(0..<5))
        let isClosed = decoder.isClosed
        let end = DecodeError(.frameTruncated, offset: line.count + 5)
        #expect(fault == StreamFault(end, scope: .connection) && isClosed)
    }

    @Test("The deviations of a line are in the order of their places")
    func order() throws {
        var decoder = decoder()
        decoder.feed(Array("eyJt ZXNzYWdlVHlwZSI6InN5c3RlbSJ9\n".utf8))
        let item = try #require(try decoder.next())
        #expect(item.deviations.map(\.offset) == [0, 4])
        #expect(ChatMessageDecoder().messageBytes == 262_144)
    }

    @Test("The checks of a packet are those of its header and of its header and payload")
    func checks() {
        let packet: [UInt8] =
            [
                0xfa, 0xce, 0x01, 0x18, 0x02, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x18, 0x43, 0xa0, 0x87, 0x9f, 0x20, 0x76,
                0x7d,
                0xb9,
            ] + Array("{\"messageType\":\"system\"}".utf8)
        let checks = PacketChecks(of: packet.span, in: 0..<packet.count)
        #expect(checks?.header == 0x43a0_879f && checks?.packet == 0x2076_7db9)
        #expect(PacketChecks(of: packet.span, in: 0..<15) == nil)
        #expect(PacketChecks(of: packet.span, in: -1..<20) == nil)
        #expect(PacketChecks(of: packet.span, in: 0..<packet.count + 1) == nil)
        #expect(PacketChecks(of: packet.span, in: 0..<16)?.header == 0x43a0_879f)
    }
}
