// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport
import Testing

@Suite("Framing: the golden packets of the specification")
struct FramingGoldenTests {
    private func units(_ bytes: [UInt8], _ items: [FramingItem], pending: Int = 0) {
        let findings = DripFeed { ChatPacketUnitDecoder() }.verify(bytes, items, pending: pending)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test("A heartbeat of 24 bytes is decoded and encoded")
    func heartbeat() {
        units(Golden.heartbeatPacket, [.heartbeat(at: 0)])
        #expect(ChatPacketEncoder.heartbeat == Golden.heartbeatPacket)
        var written: [UInt8] = []
        ChatPacketHeader(type: .heartbeat).encode(Span(), into: &written)
        #expect(written == Golden.heartbeatPacket)
    }

    @Test("A login is decoded and encoded")
    func login() throws {
        units(Golden.loginPacket, [.unit(Golden.login, at: 24, sequence: 1)])
        var encoder = ChatPacketEncoder()
        let written = try encoder.packets(Golden.login)
        #expect(written == Golden.loginPacket)
        #expect(encoder.nextSequence == 2)
    }

    @Test("A deflated login is decoded, and encoded plain, since deflate saves nothing")
    func deflated() throws {
        units(Golden.deflatedPacket, [.unit(Golden.login, at: 24, flags: .deflate, sequence: 1)])
        var options = ChatPacketEncoder.Options()
        options.deflate = true
        options.deflateMinimum = 0
        var encoder = ChatPacketEncoder(options)
        let written = try encoder.packets(Golden.login)
        #expect(written == Golden.loginPacket)
    }

    @Test("A frame in two fragments is decoded and encoded")
    func fragments() throws {
        units(
            Golden.fragmentPackets, [.unit(Golden.loginReceipt, at: 60 + 24, flags: .fragment, sequence: 2)])
        var options = ChatPacketEncoder.Options()
        options.fragmentSize = 24
        var encoder = ChatPacketEncoder(options)
        encoder.nextSequence = 2
        let written = try encoder.packets(Golden.loginReceipt)
        #expect(written == Golden.fragmentPackets)
        let packets = DripFeed { ChatPacketDecoder() }.run([written])
        #expect(packets.items.count == 2)
    }

    @Test("A batch of two with wantsReceipt is decoded and encoded")
    func batch() throws {
        units(Golden.batchPacket, [.unit(Golden.batchUnit, at: 24, flags: [.batch, .wantsReceipt], sequence: 3)])
        var batch = ChatBatchEncoder()
        try batch.append(Golden.system)
        try batch.append(Golden.validate)
        var encoder = ChatPacketEncoder()
        encoder.nextSequence = 3
        var written: [UInt8] = []
        try encoder.encode(batch, wantsReceipt: true, into: &written)
        #expect(written == Golden.batchPacket)
        var decoder = ChatPacketUnitDecoder()
        var position = 0
        guard case .unit(let unit) = decoder.next(in: written.span, from: &position) else {
            Issue.record("no unit")
            return
        }
        #expect(unit.messageCount == 2)
        var messages = unit.messages
        var found: [[UInt8]] = []
        while let message = messages.next() {
            #expect(message.index == found.count && message.count == 2 && message.isBatched)
            #expect(message.offset == (found.isEmpty ? 8 : 36))
            #expect(message.sizeError == nil)
            found.append(message.bytes.array)
        }
        #expect(found == [Golden.system, Golden.validate])
    }

    @Test("A login as a line is decoded and encoded")
    func line() throws {
        let findings = DripFeed { ChatLineDecoder() }.verify(Golden.loginLine, [.unit(Golden.login, at: 0)], pending: 0)
        #expect(findings.isEmpty, "\(findings)")
        let written = try ChatLineEncoder().line(Golden.login)
        #expect(written == Golden.loginLine)
    }

    @Test(
        "The broken form is recognized at byte 18, whatever was agreed",
        arguments: ChatLineDelimiter.allCases, ChatLineEncoding.allCases)
    func broken(delimiter: ChatLineDelimiter, encoding: ChatLineEncoding) {
        let drip = DripFeed { ChatLineDecoder(ChatLineFraming(delimiter, encoding)) }
        let findings = drip.verify(
            Golden.brokenLine, [.fault(.frameBrokenBase64, at: 0, .connection)], pending: 0)
        #expect(findings.isEmpty, "\(findings)")
        #expect(drip.run([Array(Golden.brokenLine[..<17])]).items.isEmpty)
        #expect(drip.run([Array(Golden.brokenLine[..<18])]).items.count == 1)
    }

    @Test("All golden packets decode from one stream")
    func together() {
        let bytes =
            Golden.heartbeatPacket + Golden.loginPacket + Golden.deflatedPacket + Golden.fragmentPackets
            + Golden.batchPacket
        units(
            bytes,
            [
                .heartbeat(at: 0), .unit(Golden.login, at: 48, sequence: 1),
                .unit(Golden.login, at: 152, flags: .deflate, sequence: 1),
                .unit(Golden.loginReceipt, at: 232 + 84, flags: .fragment, sequence: 2),
                .unit(Golden.batchUnit, at: 350 + 24, flags: [.batch, .wantsReceipt], sequence: 3),
            ])
    }
}
