// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A target for UTF-8 validation, which is compared with the standard library.
struct UTF8Target: FuzzTarget {
    let name = "utf8"

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let fault = UTF8Sequence.firstFault(in: input.span)
        StandardUTF8Oracle.check(input, fault, &observation)
        observation.record(.code, fault == nil ? 0 : 1)
        if let fault {
            observation.record(
                .shape, UInt64(input[fault]), UInt64(fault + 1 < input.count ? input[fault + 1] >> 4 : 255))
        }
        // A JSON string must have the same result; quotation marks, backslashes and control characters have a meaning
        // in JSON.
        guard !input.contains(where: { $0 < .space || $0 == .quote || $0 == .backslash }) else { return }
        let text: [UInt8] = [.quote] + input + [.quote]
        do throws(DecodeError) {
            _ = try RawJSON(parsing: text.span)
            if fault != nil { observation.violate(.standardUTF8, at: "a string is accepted") }
        } catch {
            // The closing quotation mark may truncate a sequence, whose error has the same offset.
            if fault == nil || error.code != .jsonUTF8 || error.offset != (fault ?? 0) + 1 {
                observation.violate(
                    .standardUTF8, at: "a string is refused: \(error.code.rawValue)", "\(error), fault \(fault ?? -1)")
            }
        }
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        var output: [UInt8] = []
        for _ in 0..<random.pick(1...12) {
            if let scalar = Unicode.Scalar(EdgeValues.scalar(&random)) {
                output += Array(String(Character(scalar)).utf8)
            }
            if random.chance(30) { output += [UInt8](repeating: UInt8(ascii: "a"), count: random.pick(1...20)) }
        }
        return output
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        input.insert(contentsOf: EdgeValues.pick(EdgeValues.illFormed, &random), at: random.pick(0...input.count))
        return input
    }

    func seed(from item: Case) -> [UInt8]? {
        item.area.hasPrefix("utf8") && item.input.bytes.count <= 1_024 ? item.input.bytes : nil
    }

    func question(_ input: [UInt8]) -> TesteeRequest? {
        .content(Array(#"{"content":"#.utf8) + JSONQuotation.quoted(input) + [UInt8(ascii: "}")])
    }
}
