// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

/// Tests that the fast paths agree with the plain ones in both directions, on valid and damaged bodies of the schema.
@Suite("Envelopes in one pass and in two (RMTP-182 to RMTP-184)")
struct EnvelopeAgreementTests {
    private static let texts = [
        #"{"content":"hi","extra":""}"#, #"{"content":"好","x":[1.50]}"#, "{", #"{"text":"hi"}"#, "",
    ]

    /// Returns an answer whose messages are mostly complete and have texts.
    private func answer(_ seed: Int) -> [UInt8] {
        var random = SeededGenerator("answer", seed)
        var bodies = BodyGenerator("messages", seed)
        var bytes: [UInt8] = []
        for _ in 0..<random.below(6) {
            var body =
                (try? RMTPBody.DownStreamMessage(protobuf: bodies.body(RMTPBody.DownStreamMessage.fields)))
                ?? RMTPBody.DownStreamMessage()
            body.classname = random.once(in: 6) ? body.classname : "RC:TxtMsg"
            body.content = random.once(in: 9) ? nil : Array(Self.texts[random.below(Self.texts.count)].utf8)
            body.fromUserID = body.fromUserID ?? "u1"
            body.type = body.type ?? .person
            body.dataTime = body.dataTime ?? 1_700_000_000_000
            body.status = body.status ?? 0x30
            let message = (try? body.encoded(isPartial: true)) ?? []
            bytes += WireBuilder.block(1, message)
        }
        if !random.once(in: 8) { bytes += WireBuilder.number(2, UInt64(random.below(1 << 40))) }
        if random.once(in: 2) { bytes += WireBuilder.number(3, UInt64(random.below(2))) }
        if random.once(in: 9) { bytes += WireBuilder.number(4, 7) }
        if random.once(in: 9) { bytes += WireBuilder.block(99, [1]) }
        if random.once(in: 6), !bytes.isEmpty { bytes[random.below(bytes.count)] ^= 1 << random.below(8) }
        if random.once(in: 12) { bytes.removeLast(random.below(bytes.count + 1)) }
        return bytes
    }

    @Test("An answer to a pull decodes in one pass as it does through its body")
    func reading() {
        var sound = 0
        for seed in 0..<4_000 {
            let bytes = answer(seed)
            var options = Envelope.Options()
            options.mode = seed % 3 == 0 ? .strict : .lenient
            let quick = Result { () throws(DecodeError) in try PullAnswer.decode(bytes.span, options) }
            let plain = Result { () throws(DecodeError) in
                try RMTPBody.DownStreamMessages.decode(bytes.span, mode: options.mode, limits: options.bodyLimits)
            }
            switch (quick, plain) {
            case (.success(let quick), .success(let plain)):
                #expect(quick.deviations == plain.deviations, "\(seed)")
                let expected = PullAnswer(plain.value, options)
                #expect(String(reflecting: quick.value) == String(reflecting: expected), "\(seed)")
                if quick.deviations.isEmpty { sound += 1 }
            case (.failure(let error), .failure(let expected)):
                #expect(error == expected, "\(seed)")
            default:
                Issue.record("\(seed): one of them fails")
            }
        }
        #expect(sound > 1_000)
    }

    @Test("A message encodes in one pass as it does through a body and a packet")
    func writing() throws {
        var up = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.up)))
        var down = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.down)))
        var written = 0
        for seed in 0..<2_000 {
            guard let read = try? PullAnswer.decode(answer(seed).span).value else { continue }
            for var envelope in read.messages {
                if seed % 2 == 0 { envelope.flags.formSymmetricDifference([.counted, .silent]) }
                if seed % 5 == 0 { envelope.targetID = "g1" }
                if seed % 7 == 0 { envelope.senderID = nil }
                let sent = frame { (bytes) throws(EncodeError) in
                    try up.publish(envelope, messageID: 7, into: &bytes)
                }
                let plainlySent = frame { (bytes) throws(EncodeError) in
                    try up.packets.encode(.publish(try envelope.publish(messageID: 7)), into: &bytes)
                }
                #expect(sent == plainlySent, "\(seed)")
                let delivered = frame { (bytes) throws(EncodeError) in
                    try down.deliver(envelope, messageID: 7, date: 9, into: &bytes)
                }
                let plainlyDelivered = frame { (bytes) throws(EncodeError) in
                    try down.packets.encode(.publish(try envelope.delivery(messageID: 7, date: 9)), into: &bytes)
                }
                #expect(delivered == plainlyDelivered, "\(seed)")
                if case .success = delivered { written += 1 }
            }
            let answered = frame { (bytes) throws(EncodeError) in
                try down.answer(read, messageID: 8, date: 9, ownID: "me", into: &bytes)
            }
            let plainlyAnswered = frame { (bytes) throws(EncodeError) in
                let body = try read.body(ownID: "me").encoded()
                try down.packets.encode(.queryAck(QueryAckPacket(messageID: 8, date: 9, data: body)), into: &bytes)
            }
            #expect(answered == plainlyAnswered, "\(seed)")
        }
        #expect(written > 1_000)
    }

    @Test("A message that a client has sent is delivered in one pass as through a body and a packet (RMTP-180)")
    func passedOn() {
        var encoder = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.down)))
        var envelope = Envelope(.known(TextMessage(content: "hi")), to: "u2", in: .private)
        let timeless = frame { (bytes) throws(EncodeError) in
            try encoder.deliver(envelope, messageID: 7, date: 9, into: &bytes)
        }
        #expect(timeless == .failure(EncodeError(.member)))
        envelope.acknowledge(PubAckPacket(messageID: 1, date: 1, status: 0, millisecond: 2, messageUID: "A"))
        let received = envelope.received(from: "u1")
        let written = frame { (bytes) throws(EncodeError) in
            try encoder.deliver(received, messageID: 7, date: 9, into: &bytes)
        }
        // header, date, topic, target and id, and then the body: fromUserId, type, classname, content, dataTime 1002,
        // status 0x30 and msgId
        let expected = bytes(
            "ee 32 00000009 0005 735f6d7367 0002 7531 0007"
                + "0a027531 1001 2209 52433a5478744d7367 2a10 7b22636f6e74656e74223a226869227d 30ea07 3830 4a0141")
        #expect(written == .success(expected))
        let plainlyWritten = frame { (bytes) throws(EncodeError) in
            try encoder.packets.encode(.publish(try received.delivery(messageID: 7, date: 9)), into: &bytes)
        }
        #expect(plainlyWritten == .success(expected))
    }

    /// Returns the buffer after `write` appends to an existing byte, and checks that an error leaves the buffer
    /// unchanged.
    private func frame(_ write: (inout [UInt8]) throws(EncodeError) -> Void) -> Result<[UInt8], EncodeError> {
        var bytes: [UInt8] = [0xee]
        do throws(EncodeError) {
            try write(&bytes)
            return .success(bytes)
        } catch {
            #expect(bytes == [0xee], "nothing is written where something is wrong")
            return .failure(error)
        }
    }

    @Test("Neither way writes the message list among the remaining fields")
    func rest() throws {
        var answer = PullAnswer([], syncTime: 9)
        answer.rest.list = [RMTPBody.DownStreamMessage()]
        var encoder = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.down)))
        let written = frame { (bytes) throws(EncodeError) in
            try encoder.answer(answer, messageID: 1, date: 2, into: &bytes)
        }
        // header, id, date, status, and only syncTime
        #expect(written == .success(bytes("ee 60 0001 00000002 0000 1009")))
        #expect(try answer.body().encoded() == bytes("1009"))
    }

    @Test("A message that is too large is rejected, and its body counts (RMTP-115)")
    func size() throws {
        var limits = RMTPLimits()
        limits.packetBytes = 60
        var encoder = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.up), limits: limits))
        func envelope(_ length: Int) -> Envelope {
            Envelope(.known(TextMessage(content: String(repeating: "x", count: length))), to: "u2", in: .private)
        }
        // topic 8, target 4, id 2, sessionId 2, classname 11, content 2 and the JSON itself 14
        let fits = frame { (bytes) throws(EncodeError) in try encoder.publish(envelope(17), messageID: 1, into: &bytes)
        }
        #expect((try? fits.get())?.count == 1 + 1 + 60)
        let tooLarge = frame { (bytes) throws(EncodeError) in
            try encoder.publish(envelope(18), messageID: 1, into: &bytes)
        }
        #expect(tooLarge == .failure(EncodeError(.size)))
    }
}
