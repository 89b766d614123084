// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport
import Testing

@Suite("The kernels in C")
struct KernelTests {
    @Test("Every kernel of every level returns what the loop in Swift returns", arguments: KernelComparison.levels)
    func randomBytes(level: Int32) {
        var random = SeededRandom(seed: 71)
        for round in 0..<20_000 {
            let bytes = KernelComparison.bytes(random.pick(0...(round % 8 == 0 ? 700 : 140)), &random)
            let start = random.pick(0...min(bytes.count, 70))
            let differences = KernelComparison.differences(in: bytes, from: start, at: level)
            #expect(differences == [], "round \(round), from \(start): \(bytes)")
        }
    }

    @Test("A sequence is checked at every place of a block", arguments: KernelComparison.levels)
    func everyPlace(level: Int32) {
        for first in UInt8(0x80)...0xff {
            for second in stride(from: UInt8(0x70), through: 0xf0, by: 0x10) {
                for place in [0, 1, 13, 14, 15, 28, 29, 30, 31, 32, 61, 62, 63, 64] {
                    var bytes = [UInt8](repeating: 0x61, count: place) + [first, second, 0x80, 0xbf]
                    bytes += [UInt8](repeating: 0x61, count: 66 - place)
                    #expect(KernelComparison.differences(in: bytes, from: 0, at: level) == [], "\(first) \(second)")
                }
            }
        }
    }
}
