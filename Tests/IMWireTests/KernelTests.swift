// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireTestSupport
import Testing

@Suite("The kernels in C")
struct KernelTests {
    /// The number of random inputs, which `IMWIRE_EFFORT` multiplies.
    private static let rounds =
        1_500 * (ProcessInfo.processInfo.environment["IMWIRE_EFFORT"].flatMap(Int.init) ?? 1)

    @Test("Every kernel of every level returns what the loop in Swift returns", arguments: KernelComparison.levels)
    func randomBytes(level: Int32) {
        var random = SeededRandom(seed: 71)
        for round in 0..<Self.rounds {
            let bytes = KernelComparison.bytes(random.pick(0...(round % 8 == 0 ? 700 : 140)), &random)
            let start = random.pick(0...min(bytes.count, 70))
            let differences = KernelComparison.differences(in: bytes, from: start, at: level)
            #expect(differences == [], "round \(round), from \(start): \(bytes)")
        }
    }

    @Test("The loop in Swift continues after each change between characters of one byte and of several (CNT-011)")
    func mixedText() throws {
        // The comparison cannot show it on a processor without kernels.
        let text = Array("\u{e9}a\u{e9}".utf8)
        let end = try JSONScanner.textEnd(text.span, from: 0, level: 0)
        #expect(end == text.count)
    }

    @Test("A sequence is checked at every place of a block", arguments: KernelComparison.levels)
    func everyPlace(level: Int32) {
        for first: UInt8 in [
            0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xee, 0xef, 0xf0, 0xf3, 0xf4, 0xf5, 0xff,
        ] {
            for second in stride(from: UInt8(0x70), through: 0xd0, by: 0x10) {
                for place in [0, 13, 15, 28, 29, 30, 31, 61, 63] {
                    var bytes = [UInt8](repeating: 0x61, count: place) + [first, second, 0x80, 0xbf]
                    bytes += [UInt8](repeating: 0x61, count: 66 - place)
                    #expect(KernelComparison.differences(in: bytes, from: 0, at: level) == [], "\(first) \(second)")
                }
            }
        }
    }
}
