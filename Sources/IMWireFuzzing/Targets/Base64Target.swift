// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A target for Base64 decoding and encoding.
package struct Base64Target: FuzzTarget {
    package let name = "base64"

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        let written = Base64.encode(input)
        if Base64.decode(written) != input { observation.violate(.identity, at: "bytes") }
        if written.utf8.count != (input.count + 2) / 3 * 4 { observation.violate(.stable, at: "length") }
        let decoded = Base64.decode(input.span)
        observation.note(.code, decoded == nil ? 0 : 1, UInt64(input.count % 4))
        if let decoded {
            observation.note(size: decoded.count)
            if Base64.decode(Base64.encode(decoded)) != decoded { observation.violate(.identity, at: "text") }
            // Input that is not UTF-8, such as before the comma of a data URL, is not a text.
            if let valid = String(validating: input, as: UTF8.self) {
                let text = Base64Text(text: valid)
                if text.bytes != decoded { observation.violate(.identity, at: "Base64Text") }
                if Base64.decode(text.canonicalText) != decoded { observation.violate(.stable, at: "canonicalText") }
            }
        }
        FoundationBase64Oracle.judge(input, decoded, written, &observation)
        memory.judge("base64", input: input.count, factor: 200, base: 65_536, &observation)
    }

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<random.pick(0...random.pick(0...80)) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
        return Array(Base64.encode(bytes).utf8)
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        let place = random.pick(0...input.count)
        switch random.pick(0...5) {
        case 5:
            while input.last == 0x3d { input.removeLast() }
            input += [UInt8](repeating: 0x3d, count: random.pick(0...4))
        case 0:
            input.insert(
                contentsOf: EdgeValues.pick([[0x0d, 0x0a], [0x20], [0x09], [0x3d], [0x2d], [0x5f], [0x0a]], &random),
                at: place)
        case 1: while input.last == 0x3d { input.removeLast() }
        case 2: input.insert(contentsOf: Array("data:image/png;base64,".utf8), at: 0)
        case 3 where input.count > 76:
            for line in stride(from: 76, to: input.count, by: 78) { input.insert(contentsOf: [0x0d, 0x0a], at: line) }
        default: if place < input.count { input[place] = EdgeValues.pick(Array("AQgw/+=-_\n".utf8), &random) }
        }
        return input
    }

    package func seed(from item: Case) -> [UInt8]? { nil }

    package func question(_ input: [UInt8]) -> TesteeRequest? {
        .content(Array(#"{"content":"#.utf8) + JSONQuotation.quoted(input) + [UInt8(ascii: "}")], as: "RC:ImgMsg")
    }
}
