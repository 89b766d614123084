// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A target for Base64 decoding and encoding.
struct Base64Target: FuzzTarget {
    let name = "base64"

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        let written = Base64.encode(input)
        if Base64.decode(written) != input { observation.violate(.identity, at: "bytes") }
        if written.utf8.count != (input.count + 2) / 3 * 4 { observation.violate(.stable, at: "length") }
        let decoded = Base64.decode(input.span)
        observation.record(.code, decoded == nil ? 0 : 1, UInt64(input.count % 4))
        if let decoded {
            observation.record(size: decoded.count)
            if Base64.decode(Base64.encode(decoded)) != decoded { observation.violate(.identity, at: "text") }
            // Input that is not UTF-8, such as before the comma of a data URL, is not a text.
            if let valid = String(validating: input, as: UTF8.self) {
                let text = Base64Text(text: valid)
                if text.bytes != decoded { observation.violate(.identity, at: "Base64Text") }
                if Base64.decode(text.canonicalText) != decoded { observation.violate(.stable, at: "canonicalText") }
            }
        }
        FoundationBase64Oracle.check(input, decoded, written, &observation)
        memory.check("base64", input: input.count, factor: 200, base: 65_536, &observation)
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let bytes = (0..<random.pick(0...random.pick(0...80))).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        return Array(Base64.encode(bytes).utf8)
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        let place = random.pick(0...input.count)
        switch random.pick(0...5) {
        case 5:
            while input.last == .equals { input.removeLast() }
            input += repeatElement(.equals, count: random.pick(0...4))
        case 0:
            input.insert(
                contentsOf: EdgeValues.pick(["\r\n", " ", "\t", "=", "-", "_", "\n"], &random).utf8, at: place)
        case 1: while input.last == .equals { input.removeLast() }
        case 2: input.insert(contentsOf: Array("data:image/png;base64,".utf8), at: 0)
        case 3 where input.count > 76:
            for line in stride(from: 76, to: input.count, by: 78) { input.insert(contentsOf: "\r\n".utf8, at: line) }
        default: if place < input.count { input[place] = EdgeValues.pick(Array("AQgw/+=-_\n".utf8), &random) }
        }
        return input
    }

    func question(_ input: [UInt8]) -> TesteeRequest? {
        .content(Array(#"{"content":"#.utf8) + JSONQuotation.quoted(input) + [UInt8(ascii: "}")], as: "RC:ImgMsg")
    }
}
