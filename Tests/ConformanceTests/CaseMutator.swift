// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A mutator of the bytes of cases, which is deterministic for a seed.
struct CaseMutator {
    /// The number of mutations of every case, which `IMWIRE_EFFORT` multiplies.
    static let rounds = 3 * max(1, UInt64(ProcessInfo.processInfo.environment["IMWIRE_EFFORT"] ?? "") ?? 1)

    private static let tokens = [
        "null", "true", "0", "1.50", "-7e400", "\"\"", "[]", "{}", "\"\\ud83d\"", "{\"a\":1}", "\"content\":",
        "\"extra\"",
        "\"user\"", "\"icon\":\"x\"", ",", ":", "\u{feff}", "\\u0000", "\"portrait\":null,", "\"text\":\"b\",",
    ].map { Array($0.utf8) }

    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    private mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(1, sides)))
    }

    /// Returns the bytes with one to three changes.
    mutating func mutated(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        let tokens = CaseMutator.tokens
        for _ in 0...roll(3) {
            let place = roll(bytes.count + 1)
            switch roll(6) {
            case 0 where place < bytes.count: bytes[place] ^= UInt8(1 << roll(8))
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2: bytes.insert(UInt8(roll(256)), at: place)
            case 3: bytes.insert(contentsOf: tokens[roll(tokens.count)], at: place)
            case 4:
                let end = min(bytes.count, place + roll(12))
                bytes.replaceSubrange(place..<end, with: tokens[roll(tokens.count)])
            default:
                let end = min(bytes.count, place + roll(40))
                bytes.insert(contentsOf: bytes[place..<end], at: place)
            }
        }
        return bytes
    }
}
