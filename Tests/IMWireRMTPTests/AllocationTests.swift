// SPDX-License-Identifier: Apache-2.0

import CAllocations
import IMWire
import IMWireRMTP
import Testing

/// Whether the build is optimized; debug builds allocate for closures and casts that optimized builds do not.
private let isOptimized: Bool = {
    #if DEBUG
    false
    #else
    true
    #endif
}()

@Suite(
    "Allocations for packets",
    .enabled(if: imwire_counts_allocations() && isOptimized, "counted in optimized builds only"))
struct PacketAllocationTests {
    @Test("Decoding a packet in place allocates nothing", arguments: PacketTests.samples)
    func reading(_ sample: PacketTests.Sample) throws {
        let frame = bytes(sample.hex)
        let decoder = RMTPMessageDecoder(RMTPFormat(sample.direction, sample.version))
        var read = 0
        let before = imwire_allocations()
        for _ in 0..<100 where try decoder.decodeInPlace(frame.span).isClean { read += 1 }
        #expect(imwire_allocations() - before == 0)
        #expect(read == 100)
    }

    @Test("Decoding a deviating packet allocates nothing until the deviations are read")
    func deviating() throws {
        let frame = bytes("32 6553f100 0005 735f6d")
        let decoder = RMTPMessageDecoder(RMTPFormat(.down))
        var found = 0
        let before = imwire_allocations()
        for _ in 0..<100 where try !decoder.decodeInPlace(frame.span).isClean { found += 1 }
        #expect(imwire_allocations() - before == 0)
        #expect(found == 100)
    }

    @Test("Encoding into a reused buffer allocates nothing", arguments: PacketTests.samples)
    func writing(_ sample: PacketTests.Sample) throws {
        let encoder = RMTPMessageEncoder(RMTPFormat(sample.direction, sample.version))
        var buffer: [UInt8] = []
        try encoder.encode(sample.packet, into: &buffer)
        let before = imwire_allocations()
        for _ in 0..<100 {
            buffer.removeAll(keepingCapacity: true)
            try encoder.encode(sample.packet, into: &buffer)
        }
        #expect(imwire_allocations() - before == 0)
        #expect(buffer == bytes(sample.hex))
    }

    @Test("A stream with a key allocates once, for the longest body")
    func stream() throws {
        let key = try RMTPStreamKey([1, 2, 3, 4, 5, 6, 7, 8])
        var stream: [UInt8] = []
        for _ in 0..<100 {
            try RMTPFrameEncoder(RMTPFormat(.up), key: key)
                .encode(
                    .query(QueryPacket(topic: "pullMsg", targetID: "u1", messageID: 3, data: [8, 0])), into: &stream)
        }
        var decoder = RMTPFrameDecoder(RMTPFormat(.up), key: key)
        var position = 0
        var packets = 0
        let before = imwire_allocations()
        while position < stream.count {
            guard case .packet = decoder.next(in: stream.span, from: &position) else { break }
            packets += 1
        }
        #expect(imwire_allocations() - before <= 1)
        #expect(packets == 100)
    }

    @Test("Encoding messages allocates nothing once the buffer is large enough (RMTP-184)")
    func envelopes() throws {
        var sender = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.up)))
        var service = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.down)))
        let text = Envelope(.known(TextMessage(content: "Hello world!", extra: "")), to: "u2", in: .private)
        var delivered = text
        delivered.senderID = "u1"
        delivered.sentTime = 1_700_000_000_000
        let body = try delivered.downBody()
        let answer = PullAnswer([Envelope(body), Envelope(body)], syncTime: 1_700_000_000_000)
        var buffer: [UInt8] = []
        func write() throws {
            buffer.removeAll(keepingCapacity: true)
            try sender.publish(text, messageID: 7, into: &buffer)
            try service.deliver(answer.messages[0], messageID: 8, date: 9, into: &buffer)
            try service.answer(answer, messageID: 8, date: 9, into: &buffer)
        }
        func allocations(_ rounds: Int) throws -> UInt64 {
            let before = imwire_allocations()
            for _ in 0..<rounds { try write() }
            return imwire_allocations() - before
        }
        _ = try allocations(3)
        // The number of allocations outside the rounds does not depend on the number of rounds.
        let few = try allocations(10)
        #expect(try allocations(200) == few)
    }

    @Test("Absent fields are found without a list of the present ones (PRB-032)")
    func absentFields() throws {
        func asked(_ count: Int) throws -> UInt64 {
            let body = [[UInt8]](repeating: [0x0a, 0], count: count).flatMap { $0 }
            let before = imwire_allocated_bytes()
            let read = try RMTPBody.DeleteSessionsInput.decode(body.span)
            let after = imwire_allocated_bytes()
            #expect(read.deviations.count == 64)
            return after - before
        }
        // Each element lacks two fields, of which 64 in total are reported; a list per element would take 1,000 bytes.
        #expect(try asked(900) < asked(450) + 450 * 500)
    }

    @Test("Encoding a body into a buffer that is large enough allocates nothing (PRB-044)")
    func bodies() throws {
        var message = RMTPBody.DownStreamMessage(
            fromUserID: "u2", type: .person, classname: "RC:TxtMsg", content: bytes("7b7d"),
            dataTime: 1_700_000_000_123, status: 48)
        message.msgID = "BS45-NPH4-HV87-10LM"
        message.extra = -1
        let page = RMTPBody.DownStreamMessages(
            syncTime: 9, list: [RMTPBody.DownStreamMessage](repeating: message, count: 50))
        let sent = RMTPBody.UpStreamMessage(sessionID: 3, classname: "RC:TxtMsg", content: bytes("7b7d"))
        let expected = try sent.encoded() + page.encoded()
        var buffer: [UInt8] = []
        buffer.reserveCapacity(expected.count)
        func allocations(_ rounds: Int) -> UInt64 {
            let before = imwire_allocations()
            for _ in 0..<rounds {
                buffer.removeAll(keepingCapacity: true)
                sent.append(to: &buffer)
                page.append(to: &buffer)
            }
            return imwire_allocations() - before
        }
        _ = allocations(3)
        // The number of allocations outside the rounds does not depend on the number of rounds.
        let few = allocations(10)
        #expect(allocations(200) == few)
        #expect(buffer == expected)
    }

    @Test("A limit is checked before memory is allocated for its elements (PRB-050)")
    func limitsFirst() {
        /// Returns the number of bytes allocated until the body is rejected.
        func asked(_ body: [UInt8], _ limits: ProtobufLimits, _ code: DecodeError.Code) -> UInt64 {
            var refusal: DecodeError.Code?
            let before = imwire_allocated_bytes()
            do throws(DecodeError) {
                _ = try RMTPBody.ChannelInvitationInput.decode(body.span, limits: limits)
            } catch {
                refusal = error.code
            }
            let after = imwire_allocated_bytes()
            #expect(refusal == code)
            return after - before
        }
        let name = [UInt8](repeating: 0x61, count: 100_000)
        let body = bytes("0a a08d06") + name
        var limits = ProtobufLimits()
        limits.bodyItems = 0
        #expect(asked(body, limits, .limitItems) < 10_000)
        limits = ProtobufLimits()
        limits.bodyBytes = body.count - 1
        #expect(asked(body, limits, .limitSize) < 10_000)
        // A length beyond the end of the body is rejected before memory is allocated for it.
        #expect(asked(bytes("0a ffffffff07") + name, ProtobufLimits(), .protoTruncated) < 10_000)
    }

    @Test("Decoding trailing bytes in place allocates nothing (RMTP-043, RMTP-101)")
    func trailing() throws {
        let frame = bytes("70 0003 abcd")
        let decoder = RMTPMessageDecoder(RMTPFormat(.up))
        var count = 0
        let before = imwire_allocations()
        for _ in 0..<100 { count += try decoder.decodeInPlace(frame.span).trailing.count }
        #expect(imwire_allocations() - before == 0)
        #expect(count == 200)
    }
}
