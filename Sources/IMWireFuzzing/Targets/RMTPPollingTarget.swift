// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import IMWireValues

/// A target for RongCloud's packets in replies to polls.
///
/// The first byte of an input selects the version; the rest is the reply.
package struct RMTPPollingTarget: FuzzTarget {
    package let name = "rmtp-polling"
    package var maximumLength: Int { 4_096 }

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let version = RMTPSettings(choice).format.version
        let reply = input.span.extracting(1...)
        let items = PollingDecoder(version).items(reply)
        let exact = PollingDecoder(version, mode: .strict).items(reply)
        if items.count != exact.count { observation.violate(.leniency, at: "rmtp-polling count") }
        for (item, strict) in zip(items, exact) {
            LeniencyOracle.judge("rmtp-polling", lenient: item, strict: strict, &observation)
            judge(item, input.count - 1, version, &observation)
        }
        if items.count > RMTPLimits().batchMessages { observation.violate(.steps, at: name) }
        memory.judge(name, input: input.count, factor: 2_000, base: 262_144, &observation)
    }

    private func judge(
        _ item: PollingDecoder.Item, _ count: Int, _ version: RMTPVersion, _ observation: inout Observation
    ) {
        switch item {
        case .failure(let error):
            observation.note(error, UInt64(version.rawValue))
            if error.offset < 0 || error.offset > count {
                observation.violate(.error, at: "rmtp-polling offset", "\(error)")
            }
        case .success(let decoded):
            observation.note(decoded.deviations, UInt64(decoded.content.header.rawValue))
            guard let written = try? PollingEncoder(version).encode(decoded.content) else {
                if decoded.deviations.isEmpty { observation.violate(.identity, at: "rmtp-polling write") }
                return
            }
            guard let again = PollingDecoder(version).items(written.span).first, case .success(let again) = again else {
                return observation.violate(.identity, at: "rmtp-polling read")
            }
            if again.content != decoded.content { observation.violate(.identity, at: "rmtp-polling value") }
            if (try? PollingEncoder(version).encode(again.content)) != written {
                observation.violate(.stable, at: "rmtp-polling")
            }
            convert(decoded.content, &observation)
        }
    }

    /// Judges the conversion to the binary form and back: if it succeeds, it succeeds again with the same bytes
    /// (RMTP-099).
    private func convert(_ packet: PollingPacket, _ observation: inout Observation) {
        let type = RMTPBodies().publication(packet)
        guard let binary = try? RMTPPacket(packet, body: type), let again = try? PollingPacket(binary, body: type)
        else { return }
        if (try? RMTPPacket(again, body: type)) != binary { observation.violate(.identity, at: "rmtp-polling bytes") }
        observation.note(.order, 7, UInt64(packet.header.rawValue))
    }

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        var input = [UInt8(random.pick(0...5)) & 0xfe]
        let isList = random.chance(40)
        if isList { input.append(0x5b) }
        for index in 0..<(isList ? random.pick(0...3) : 1) {
            if index > 0 { input.append(0x2c) }
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
                    input += Array(EdgeValues.pick(RMTPPollingTarget.numbers, &random).utf8)
                }
            }
            if random.chance(50) {
                input += Array(",\"data\":".utf8)
                RMTPPollingTarget.data(&input, &random)
            }
            input.append(0x7d)
        }
        if isList { input.append(0x5d) }
        return input
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
        input.append(0x22)
        for byte in value {
            switch byte {
            case 0x22, 0x5c: input += [0x5c, byte]
            case 0..<0x20: input += Array("\\u00".utf8) + [0x30 + byte >> 4, hexDigit(byte & 15)]
            default: input.append(byte)
            }
        }
        input.append(0x22)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    /// Returns a body in its polling form, or nil if the bytes are not a body of that message.
    private static func json<Body: ProtobufMessage>(_ type: Body.Type, _ bytes: [UInt8]) -> [UInt8]? {
        (try? PollingBody.object(bytes.span, as: type)).flatMap { $0 }.map { Array($0.text.utf8) }
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        JSONMutator.mutate(&input, from: 1, names: dictionary, &random)
        return input
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] { JSONShrinker.smaller(input, from: 1) }
    package func seed(from item: Case) -> [UInt8]? { RMTPSettings.seed(item, framing: "xhr", maximumLength) }
    package func question(_ input: [UInt8]) -> TesteeRequest? {
        input.first ?? 1 & 1 == 0 ? RMTPSettings.question(input, framing: "xhr") : nil
    }

    package var dictionary: [[UInt8]] {
        [Array("headerCode".utf8)] + RMTPLayout.polled.map { Array("\($0.name)".utf8) }
    }

    private static let numbers = ["0", "1", "255", "65535", "65536", "4294967295", "-1", "1700000000000", "\"7\""]
}
