// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A target for UTF-8 validation, which is compared with the standard library.
package struct UTF8Target: FuzzTarget {
    package let name = "utf8"

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let fault = UTF8Sequence.firstFault(in: input.span)
        StandardUTF8Oracle.judge(input, fault, &observation)
        observation.note(.code, fault == nil ? 0 : 1)
        if let fault {
            observation.note(
                .shape, UInt64(input[fault]), UInt64(fault + 1 < input.count ? input[fault + 1] >> 4 : 255))
        }
        // A JSON string must have the same result; quotation marks, backslashes and control characters have a meaning
        // in JSON.
        guard !input.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c }) else { return }
        let text: [UInt8] = [0x22] + input + [0x22]
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

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        var output: [UInt8] = []
        for _ in 0..<random.pick(1...12) {
            if let scalar = Unicode.Scalar(EdgeValues.scalar(&random)) {
                output += Array(String(Character(scalar)).utf8)
            }
            if random.chance(30) { output += [UInt8](repeating: 0x61, count: random.pick(1...20)) }
        }
        return output
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        input.insert(contentsOf: EdgeValues.pick(EdgeValues.illFormed, &random), at: random.pick(0...input.count))
        return input
    }

    package func seed(from item: Case) -> [UInt8]? {
        item.area.hasPrefix("utf8") && item.input.bytes.count <= 1_024 ? item.input.bytes : nil
    }

    package func question(_ input: [UInt8]) -> TesteeRequest? {
        .content(Array(#"{"content":"#.utf8) + JSONQuotation.quoted(input) + [UInt8(ascii: "}")])
    }
}
