// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import IMWireValues

/// A target for protobuf bodies.
///
/// An input is the name of a message, a line feed, and the bytes.
struct BodyTarget: FuzzTarget {
    let name = "rmtp-body"
    var maximumLength: Int { 2_048 }
    #if Peers
    private let peer = SwiftProtobufBodies()
    #endif

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let start = input.firstIndex(of: .lineFeed) ?? input.count
        guard start <= 64, let type = RMTPBody.type(named: String(decoding: input[..<start], as: UTF8.self)) else {
            return
        }
        check(type, Array(input[min(start + 1, input.count)...]), &observation)
    }

    private func check<Body: ProtobufMessage>(_ type: Body.Type, _ bytes: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        let place = Body.messageName
        let results = FormatOracle<Body>(
            place: place, lenientCodes: .bodies, strictCodes: .bodies,
            decode: { bytes, mode in try type.decode(bytes, mode: mode) },
            encode: { body in
                var bytes: [UInt8] = []
                body.append(to: &bytes)
                return bytes
            }
        ).check(bytes.span, &observation)
        let written = results.written ?? []
        if case .success(let decoded) = results.lenient {
            if written.count != decoded.value.encodedByteCount { observation.violate(.identity, at: "\(place) size") }
            if (try? decoded.value.encoded()) == nil, decoded.value.hasRequiredFields {
                observation.violate(.identity, at: "\(place) required")
            }
        }
        memory.check(name, input: bytes.count, factor: 4_000, base: 262_144, &observation)
        BodyOracle.check(type, bytes, results.lenient, written: written, &observation)
        #if Peers
        var error: DecodeError?
        if case .failure(let failure) = results.lenient { error = failure }
        ProtobufOracle.check(place, bytes, written: written, error, peer, &observation)
        #endif
        EnvelopeOracle.check(place, bytes, &observation)
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let type = RMTPBody.all[random.pick(0...RMTPBody.all.count - 1)]
        var input = Array(type.messageName.utf8) + [.lineFeed]
        BodyGenerator.message(type.fields, &input, &random)
        return input
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let start = input.firstIndex(of: .lineFeed), start + 1 < input.count, !random.chance(5) else {
            return generate(&random)
        }
        var input = input
        let fields = ProtobufModel.fields(of: input[(start + 1)...])
        let field = fields.isEmpty ? start + 1..<input.count : EdgeValues.pick(fields, &random)
        switch random.pick(0...7) {
        case 0:
            input.insert(
                contentsOf: input[field], at: fields.isEmpty ? input.count : EdgeValues.pick(fields, &random).lowerBound
            )
        case 1: input.removeSubrange(field)
        // Another wire type.
        case 2: input[field.lowerBound] = input[field.lowerBound] & 0xf8 | UInt8(random.pick(0...7))
        case 3: input[field.lowerBound] = UInt8(truncatingIfNeeded: random.next())  // Another tag.
        case 4 where field.count > 1:
            input[field.lowerBound + 1] = input[field.lowerBound + 1] &+ EdgeValues.pick([1, 255, 128], &random)
        case 5:
            var unknown: [UInt8] = []
            BodyGenerator.unknown(&unknown, &random)
            input.insert(contentsOf: unknown, at: field.lowerBound)
        case 6 where field.count > 1:  // A varint in more bytes than necessary.
            let last = field.upperBound - 1
            input.replaceSubrange(last...last, with: [input[last] | 0x80, 0x80, 0])
        default: input.removeSubrange(random.pick(field.lowerBound...field.upperBound - 1)...)
        }
        return input
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        guard let start = input.firstIndex(of: .lineFeed) else { return [] }
        return input.withoutOne(of: ProtobufModel.fields(of: input[(start + 1)...]))
    }

    func seed(from item: Case) -> [UInt8]? {
        if item.operation == .envelopeDecode { return BodyTarget.message(of: item) }
        guard item.operation == .bodyDecode, let message = item.input.member("message")?.string,
            item.input.member("limits") == nil,
            item.input.bytes.count < 1_024
        else { return nil }
        return Array(message.utf8) + [.lineFeed] + item.input.bytes
    }

    func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let start = input.firstIndex(of: .lineFeed), start <= 64 else { return nil }
        let message = String(decoding: input[..<start], as: UTF8.self)
        return TesteeRequest(
            "rmtp.body.decode",
            [("message", RawJSON(message)), ("bytes", .base64(input[(start + 1)...])), ("mode", "lenient")])
    }

    /// Returns the body in the packet of a case about envelopes.
    private static func message(of item: Case) -> [UInt8]? {
        guard let packet = item.input.member("packet"),
            let bytes = packet["hex"]?.string.flatMap(HexBytes.read) ?? packet["data"]?.string.flatMap(Base64.decode),
            bytes.count < 1_024
        else { return nil }
        let isPull = packet["packet"]?.string == "QUERYACK"
        let isDown = packet["topic"]?.string == "s_msg"
        let message = isPull ? "DownStreamMessages" : isDown ? "DownStreamMessage" : "UpStreamMessage"
        return Array(message.utf8) + [.lineFeed] + bytes
    }

    /// Returns the questions about the body by itself, in packets of both forms, and in envelopes.
    func questions(_ input: [UInt8]) -> [TesteeRequest] {
        guard let body = question(input), let message = body["message"], let data = body["bytes"] else { return [] }
        // What the packet is follows from the bytes, so that every topic occurs.
        let choice = Int(TextHash.of(data.text) % 64)
        func packet(_ text: String) -> RawJSON {
            RawJSON(line: Array(text.replacing("$", with: data.text).utf8)) ?? .null
        }
        let topic = RawJSON(EdgeValues.topics[choice % EdgeValues.topics.count]).text
        let head =
            #"{"packet":"PUBLISH","qos":1,"dup":false,"retain":false,"targetId":"u2","messageId":1,"data":$,"topic":"#
        let up = packet("\(head)\(topic)}")
        let down = packet("\(head)\(choice < 32 ? "\"s_msg\"" : topic),\"date\":9,\"syncMsg\":\(choice & 1 == 1)}")
        let answer = packet(
            #"{"packet":"QUERYACK","qos":0,"dup":false,"retain":false,"messageId":1,"date":9,"status":0,"data":$}"#)
        func envelope(_ packet: RawJSON, _ direction: RawJSON) -> TesteeRequest {
            TesteeRequest(
                "rmtp.envelope.decode", [("packet", packet), ("direction", direction), ("mode", "lenient")])
        }
        let converted = choice & 1 == 1 ? down : answer
        var questions = [body]
        questions.append(
            TesteeRequest("rmtp.convert", [("packet", converted), ("to", "xhr"), ("message", message)]))
        switch message.string {
        case "UpStreamMessage": questions.append(envelope(choice & 4 == 0 ? up : down, choice & 4 == 0 ? "up" : "down"))
        case "DownStreamMessage": questions.append(envelope(down, "down"))
        case "DownStreamMessages": questions.append(envelope(answer, "down"))
        default: break
        }
        return questions
    }

    let dictionary = RMTPBody.all.map { Array($0.messageName.utf8) }
}
