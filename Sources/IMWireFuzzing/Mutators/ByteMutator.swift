// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A mutator for bytes that ignores their meaning: it flips, inserts, deletes, splices and repeats (FUZ-021).
package enum ByteMutator {
    /// Applies one mutation to an input.
    package static func mutate(
        _ input: inout [UInt8], with other: [UInt8], dictionary: [[UInt8]], limit: Int, _ random: inout SeededRandom
    ) {
        guard !input.isEmpty else {
            input.append(UInt8(truncatingIfNeeded: random.next()))
            return
        }
        let place = Int(random.next() % UInt64(input.count))
        switch random.pick(0...11) {
        case 0, 1: input[place] ^= 1 << UInt8(random.pick(0...7))
        case 2: input[place] = UInt8(truncatingIfNeeded: random.next())
        case 3: input[place] = edges[random.pick(0...edges.count - 1)]
        case 4: input[place] = input[place] &+ UInt8(truncatingIfNeeded: random.pick(1...8)) &- 4
        case 5: input.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
        case 6: input.removeSubrange(place..<min(input.count, place + random.pick(1...8)))
        case 7: repeatPart(&input, place, limit, &random)
        case 8 where !other.isEmpty: splice(&input, other, place, limit, &random)
        case 9 where !dictionary.isEmpty:
            let word = dictionary[random.pick(0...dictionary.count - 1)]
            if random.chance(50) {
                input.insert(contentsOf: word, at: place)
            } else {
                input.replaceSubrange(place..<min(input.count, place + word.count), with: word)
            }
        case 10: number(&input, place, &random)
        default: input.swapAt(place, Int(random.next() % UInt64(input.count)))
        }
        if input.count > limit { input.removeSubrange(limit...) }
    }

    /// Control characters, the characters of JSON, Base64 and forms, and bytes of UTF-8 and of packets.
    private static let edges: [UInt8] =
        [0, 1, 2, 7, 8, .lineFeed, .carriageReturn, 0x1f] + Array(" \"+,-./09:=[\\]e{}".utf8)
        + [0x7f, 0x80, 0xbf, 0xc0, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xfa, 0xce, 0xfe, 0xff]

    /// Repeats a part of the input, sometimes often enough to reach a limit.
    private static func repeatPart(_ input: inout [UInt8], _ place: Int, _ limit: Int, _ random: inout SeededRandom) {
        let end = min(input.count, place + random.pick(1...16))
        let part = Array(input[place..<end])
        let times = random.chance(5) ? random.pick(2...600) : random.pick(1...4)
        guard input.count + part.count * times <= limit else { return }
        var run: [UInt8] = []
        for _ in 0..<times { run += part }
        input.insert(contentsOf: run, at: end)
    }

    private static func splice(
        _ input: inout [UInt8], _ other: [UInt8], _ place: Int, _ limit: Int, _ random: inout SeededRandom
    ) {
        let start = Int(random.next() % UInt64(other.count))
        let end = min(other.count, start + random.pick(1...64))
        if random.chance(50) {
            input.replaceSubrange(place..<min(input.count, place + end - start), with: other[start..<end])
        } else if input.count + end - start <= limit {
            input.insert(contentsOf: other[start..<end], at: place)
        }
    }

    /// Writes a two-byte or four-byte number that is often at a limit.
    private static func number(_ input: inout [UInt8], _ place: Int, _ random: inout SeededRandom) {
        let value = EdgeValues.counts[random.pick(0...EdgeValues.counts.count - 1)]
        let width = random.chance(50) ? 2 : 4
        guard place + width <= input.count else { return }
        for index in 0..<width {
            input[place + index] = UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - index)))
        }
    }
}
