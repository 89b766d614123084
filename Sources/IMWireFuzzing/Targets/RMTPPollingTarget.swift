// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import IMWireValues

/// A target for RongCloud's packets in replies to polls.
///
/// The first byte of an input selects the version; the rest is the reply. A POST with a packet that goes up is an input
/// for another implementation alone: its target, a line feed, and its body.
struct RMTPPollingTarget: FuzzTarget {
    let name = "rmtp-polling"
    var maximumLength: Int { 4_096 }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first, choice & 1 == 0 else { return }
        let memory = MemoryOracle()
        let version = RMTPSettings(choice).format.version
        let reply = input.span.extracting(1...)
        let items = PollingDecoder(version).items(reply)
        let exact = PollingDecoder(version, mode: .strict).items(reply)
        if items.count != exact.count { observation.violate(.leniency, at: "rmtp-polling count") }
        for (item, strict) in zip(items, exact) {
            LeniencyOracle.check("rmtp-polling", lenient: item, strict: strict, &observation)
            check(item, input.count - 1, version, &observation)
        }
        if items.count > RMTPLimits().batchMessages { observation.violate(.steps, at: name) }
        memory.check(name, input: input.count, factor: 2_000, base: 262_144, &observation)
    }

    private func check(
        _ item: PollingDecoder.Item, _ count: Int, _ version: RMTPVersion, _ observation: inout Observation
    ) {
        switch item {
        case .failure(let error):
            observation.record(error, UInt64(version.rawValue))
            ErrorOracle.check(error, of: count, allowed: nil, at: name, &observation)
        case .success(let decoded):
            observation.record(decoded.deviations, UInt64(decoded.content.header.rawValue))
            guard let written = try? PollingEncoder(version).encode(decoded.content) else {
                if decoded.deviations.isEmpty { observation.violate(.identity, at: "rmtp-polling write") }
                return
            }
            RoundtripOracle.check(
                name, decoded.content, written: written, isInput: false,
                again: PollingDecoder(version).items(written.span).first
                    ?? .failure(DecodeError(.contentType, offset: 0)),
                exceeds: false, encode: { try? PollingEncoder(version).encode($0) }, &observation)
            convert(decoded.content, &observation)
        }
    }

    /// Checks the conversion to the binary form and back: if it succeeds, it succeeds again with the same bytes
    /// (RMTP-099).
    private func convert(_ packet: PollingPacket, _ observation: inout Observation) {
        let type = RMTPBodies().publication(packet)
        guard let binary = try? RMTPPacket(packet, body: type), let again = try? PollingPacket(binary, body: type)
        else { return }
        if (try? RMTPPacket(again, body: type)) != binary { observation.violate(.identity, at: "rmtp-polling bytes") }
        observation.record(.order, 7, UInt64(packet.header.rawValue))
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        if random.chance(10) { return [1] + RMTPPollingTarget.posts.text("post", &random) }
        var input = [UInt8(random.pick(0...5)) & 0xfe]
        if random.chance(40) {
            JSONGenerator.list(most: 3, &input, &random) { RMTPPollingTarget.packet(&$1, &$2) }
        } else {
            RMTPPollingTarget.packet(&input, &random)
        }
        return input
    }

    private static func packet(_ input: inout [UInt8], _ random: inout SeededRandom) {
        // The header byte may be written as a signed or an unsigned number (RMTP-092).
        let header =
            random.chance(60)
            ? EdgeValues.pick([0x20, 0x30, 0x32, 0x38, 0x40, 0x60, 0x70, -0x30, -0x20, -0x80], &random)
            : random.pick(-128...255)
        input += Array("{\"headerCode\":\(header)".utf8)
        for member in RMTPLayout.polled where member.kind != .rest && random.chance(40) {
            input += Array(",\"\(member.name)\":".utf8)
            if member.kind == .text {
                JSONGenerator.string(&input, &random)
            } else {
                input += Array(EdgeValues.pick(numbers, &random).utf8)
            }
        }
        if random.chance(50) {
            input += Array(",\"data\":".utf8)
            data(&input, &random)
        }
        input.append(.closeBrace)
    }

    /// Appends a `data`: usually JSON in a string, sometimes JSON without one, or text that is not JSON (RMTP-095).
    private static func data(_ input: inout [UInt8], _ random: inout SeededRandom) {
        var value: [UInt8] = []
        switch random.pick(0...9) {
        case 0: return JSONGenerator.string(&input, &random)
        case 1, 2: return JSONGenerator.value(&input, &random, depth: 2)
        case 3, 4:
            let type = RMTPBody.all[random.pick(0...RMTPBody.all.count - 1)]
            var body: [UInt8] = []
            BodyGenerator.message(type.fields, &body, &random)
            value = json(type, body) ?? Array("{}".utf8)
        default: JSONGenerator.value(&value, &random, depth: 2)
        }
        // Ill-formed UTF-8 is kept, because the string has to hold it unchanged.
        input += JSONQuotation.quoted(value)
    }

    /// POSTs with a packet that goes up (RMTP-098).
    private static let posts = TextGrammar(
        [
            "post": [
                "<path>messageid=<id>&header=<header>&sessionid=<session><topic?80><target?80><pid?60><more?30>\n<body?70>"
            ],
            "path": ["/websocket?", "/websocket?", "/websocket", "/a?", "?", "/websocket/?", "", "/websocket?pid=1&"],
            "id": ["1", "65535", "0", "65536", "01", "-1", ""],
            "header": ["50", "48", "52", "64", "80", "112", "192", "208", "255", "256", "-1", "16"],
            "session": ["s%2F1", "s", "", "%ff", "+", "%"],
            "topic": EdgeValues.topics.map { "&topic=\($0)" },
            "target": ["&targetid=b", "&targetid=%E5%BC%A0%20%E4%B8%89%26", "&targetid=", "&targetid=a+b"],
            "pid": ["&pid=cA%3D%3D", "&pid=1", "&pid="],
            "more": ["&x=1", "&x", "&topic=y", "&timestamp=7", "&"],
        ], values: ["body": { JSONGenerator.value(&$0, &$1, depth: 2) }])

    /// Returns a body in its polling form, or nil if the bytes are not a body of that message.
    private static func json<Body: ProtobufMessage>(_ type: Body.Type, _ bytes: [UInt8]) -> [UInt8]? {
        (try? PollingBody.object(bytes.span, as: type)).flatMap { $0 }.map { Array($0.text.utf8) }
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        guard let end = RMTPPollingTarget.end(ofTarget: input) else {
            JSONMutator.mutate(&input, from: 1, names: dictionary, &random)
            return input
        }
        var target = Array(input[..<end])
        var body = Array(input[(end + 1)...])
        if random.chance(60) {
            APITexts.mutate(&target, &random)
        } else {
            JSONMutator.mutate(&body, names: [], &random)
        }
        target[0] = 1
        return target.filter { $0 != .lineFeed } + [.lineFeed] + body
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        guard let end = RMTPPollingTarget.end(ofTarget: input) else { return JSONShrinker.smaller(input, from: 1) }
        return APITexts.smaller(Array(input[..<end])).map { $0 + input[end...] }
            + JSONShrinker.smaller(input, from: end + 1)
    }

    /// Returns the index of the line feed after the target of a POST, or nil if the input is a reply.
    private static func end(ofTarget input: [UInt8]) -> Int? {
        (input.first ?? 0) & 1 == 1 ? input.firstIndex(of: .lineFeed) : nil
    }

    func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .requestDecode else {
            return RMTPSettings.seed(item, framing: "xhr", maximumLength)
        }
        guard let target = item.input.member("target")?.string, !target.utf8.contains(.lineFeed) else { return nil }
        return [1] + Array(target.utf8) + [.lineFeed] + item.input.bytes
    }

    func question(_ input: [UInt8]) -> TesteeRequest? {
        guard (input.first ?? 0) & 1 == 1 else { return RMTPSettings.question(input, framing: "xhr") }
        guard let end = RMTPPollingTarget.end(ofTarget: input),
            let target = String(validating: input[1..<end], as: UTF8.self)
        else { return nil }
        return TesteeRequest(
            "rmtp.request.decode",
            [("target", RawJSON(target)), ("bytes", .base64(input[(end + 1)...])), ("mode", "lenient")])
    }

    let dictionary = [Array("headerCode".utf8)] + RMTPLayout.polled.map { Array("\($0.name)".utf8) }

    private static let numbers = ["0", "1", "255", "65535", "65536", "4294967295", "-1", "1700000000000", "\"7\""]
}
