// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A target for the kernels in C, which are compared with the loops in Swift at every level of the processor.
struct KernelTarget: FuzzTarget {
    let name = "kernels"

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let first = input.first else { return }
        let bytes = Array(input.dropFirst())
        let start = min(Int(first), bytes.count)
        for level in KernelComparison.levels {
            for loop in KernelComparison.differences(in: bytes, from: start, at: level) {
                observation.violate(.kernels, at: loop, "level \(level), from \(start)")
            }
        }
        observation.record(.code, UInt64(UTF8Sequence.firstFault(in: bytes.span) ?? -1 & 0xff))
        observation.record(.shape, UInt64(bytes.count / 16), Base64.decode(bytes.span) == nil ? 0 : 1)
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        [UInt8(random.pick(0...40))] + KernelComparison.bytes(random.pick(0...200), &random)
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard !input.isEmpty else { return generate(&random) }
        var input = input
        let place = random.pick(1...input.count)
        switch random.pick(0...3) {
        case 0: input[0] = UInt8(random.pick(0...80))
        case 1: input.insert(contentsOf: EdgeValues.pick(EdgeValues.illFormed, &random), at: place)
        case 2: input.insert(contentsOf: KernelComparison.bytes(random.pick(0...70), &random), at: place)
        default: if place < input.count { input[place] = EdgeValues.pick(Array("\"\\\n=A\u{7f}".utf8), &random) }
        }
        return input
    }

    func seed(from item: Case) -> [UInt8]? {
        item.area.hasPrefix("utf8") && item.input.bytes.count <= 1_024 ? [0] + item.input.bytes : nil
    }
}
