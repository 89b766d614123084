// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import IMWireValues

/// A target for protobuf bodies.
///
/// An input is the name of a message, a line feed, and the bytes.
package struct BodyTarget: FuzzTarget {
    package let name = "rmtp-body"
    package var maximumLength: Int { 2_048 }
    #if Peers
    private let peer = SwiftProtobufBodies()
    #endif

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let start = input.firstIndex(of: 0x0a) ?? input.count
        guard start <= 64, let type = RMTPBody.type(named: String(decoding: input[..<start], as: UTF8.self)) else {
            return
        }
        judge(type, Array(input[min(start + 1, input.count)...]), &observation)
    }

    private func judge<Body: ProtobufMessage>(_ type: Body.Type, _ bytes: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        let place = Body.messageName
        let hash = TextHash.of(place)
        let decoded = BodyTarget.read(type, bytes, .lenient)
        LeniencyOracle.judge(place, lenient: decoded, strict: BodyTarget.read(type, bytes, .strict), &observation)
        var written: [UInt8] = []
        switch decoded {
        case .failure(let error):
            observation.note(error, hash)
            if error.offset < 0 || error.offset > bytes.count {
                observation.violate(.error, at: "offset of \(error.code.rawValue)", "\(error)")
            }
            if !error.code.isOf("proto."),
                !error.code.isOf("limit.")
            {
                observation.violate(.error, at: "\(place) \(error.code.rawValue)")
            }
        case .success(let decoded):
            observation.note(decoded.deviations, hash)
            observation.note(size: bytes.count, hash)
            decoded.value.append(to: &written)
            if written.count != decoded.value.encodedByteCount { observation.violate(.identity, at: "\(place) size") }
            RoundtripOracle.judge(
                place, decoded.value, written: written, isInput: written == bytes,
                again: BodyTarget.read(type, written, .lenient),
                encode: { body in
                    var bytes: [UInt8] = []
                    body.append(to: &bytes)
                    return bytes
                }, &observation)
            if (try? decoded.value.encoded()) == nil, decoded.value.hasRequiredFields {
                observation.violate(.identity, at: "\(place) required")
            }
        }
        memory.judge(name, input: bytes.count, factor: 4_000, base: 262_144, &observation)
        BodyOracle.judge(type, bytes, decoded, written: written, &observation)
        #if Peers
        var error: DecodeError?
        if case .failure(let failure) = decoded { error = failure }
        ProtobufOracle.judge(place, bytes, written: written, error, peer, &observation)
        #endif
        EnvelopeOracle.judge(place, bytes, &observation)
    }

    private static func read<Body: ProtobufMessage>(_ type: Body.Type, _ bytes: [UInt8], _ mode: DecodingMode)
        -> ContentResult<Body>
    {
        do throws(DecodeError) {
            let decoded = try type.decode(bytes.span, mode: mode)
            return .success(Decoded(decoded.value, deviations: decoded.deviations))
        } catch {
            return .failure(error)
        }
    }

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        let type = RMTPBody.all[random.pick(0...RMTPBody.all.count - 1)]
        var input = Array(type.messageName.utf8) + [0x0a]
        BodyGenerator.message(type.fields, &input, &random)
        return input
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let start = input.firstIndex(of: 0x0a), start + 1 < input.count, !random.chance(5) else {
            return generate(&random)
        }
        var input = input
        let fields = BodyTarget.fields(input, from: start + 1)
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

    /// Returns the ranges of the outermost fields, as far as they can be parsed.
    private static func fields(_ input: [UInt8], from start: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var offset = start
        func varint(_ place: inout Int) -> Int {
            var value = 0
            var shift = 0
            while place < input.count, shift < 56 {
                value |= Int(input[place] & 0x7f) << shift
                place += 1
                if input[place - 1] & 0x80 == 0 { break }
                shift += 7
            }
            return value
        }
        while offset < input.count, ranges.count < 64 {
            var place = offset
            let tag = varint(&place)
            switch tag & 7 {
            case 0: _ = varint(&place)
            case 1: place += 8
            case 2: place += varint(&place)
            case 5: place += 4
            default: break
            }
            let end = min(input.count, max(place, offset + 1))
            ranges.append(offset..<end)
            offset = end
        }
        return ranges
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] {
        guard let start = input.firstIndex(of: 0x0a) else { return [] }
        return BodyTarget.fields(input, from: start + 1).map { field in
            var input = input
            input.removeSubrange(field)
            return input
        }
    }

    package func seed(from item: Case) -> [UInt8]? {
        if item.operation == .envelopeDecode { return BodyTarget.message(of: item) }
        guard item.operation == .bodyDecode, let message = item.input.member("message")?.string,
            item.input.member("limits") == nil,
            item.input.bytes.count < 1_024
        else { return nil }
        return Array(message.utf8) + [0x0a] + item.input.bytes
    }

    package func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let start = input.firstIndex(of: 0x0a), start <= 64 else { return nil }
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
        return Array(message.utf8) + [0x0a] + bytes
    }

    /// Returns the questions about the body by itself, in packets of both forms, and in envelopes.
    package func questions(_ input: [UInt8]) -> [TesteeRequest] {
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

    package var dictionary: [[UInt8]] { RMTPBody.all.map { Array($0.messageName.utf8) } }
}
