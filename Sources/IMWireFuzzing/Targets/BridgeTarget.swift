// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport

/// A target for the lines that the runner, its drivers and the testee bridge read in chunks of any size (FUZ-091).
///
/// An input is the stream; its chunks follow from its bytes.
struct BridgeTarget: FuzzTarget {
    let name = "bridge"

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        // A model that shares nothing with the buffer: the lines are what stands between the line feeds.
        let parts = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        observation.record(size: parts.count)
        observation.record(size: parts.last?.count ?? 0, 1)
        let hash = TextHash.of(input.span)
        let steps = observation.effort == .thorough ? [1, 2, 3, 5, 64, Int.max] : [1 + Int(hash % 11), Int.max]
        for step in steps {
            let (lines, rest) = read(input, step)
            if !lines.elementsEqual(parts.dropLast(), by: { $0.elementsEqual($1) }) {
                observation.violate(.split, at: "bridge lines", "in pieces of \(step)")
            } else if rest != parts.last?.count ?? 0 {
                observation.violate(.memory, at: "bridge rest", "\(rest) bytes are kept")
            }
        }
        // Each byte is copied a bounded number of times, whatever the pieces are.
        memory.check(name, input: input.count, factor: 600, base: 65_536, &observation)
    }

    /// Returns the lines, and the number of bytes that are kept.
    private func read(_ input: [UInt8], _ step: Int) -> (lines: [[UInt8]], rest: Int) {
        var buffer = LineBuffer()
        var lines: [[UInt8]] = []
        var place = 0
        while place < input.count {
            let end = step > input.count - place ? input.count : place + step
            buffer.append(Array(input[place..<end]))
            while let line = buffer.removeLine() { lines.append(line) }
            place = end
        }
        return (lines, buffer.count)
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        var input: [UInt8] = []
        for _ in 0..<random.pick(0...8) {
            let text = EdgeValues.pick(
                [#"{"id":1,"ok":{}}"#, #"{"id":2,"error":{"code":"json.syntax"}}"#, "", "\r", "\u{0}", "x"], &random)
            for _ in 0..<(random.chance(5) ? 200 : 1) { input += Array(text.utf8) }
            if random.chance(80) { input.append(UInt8(ascii: "\n")) }
        }
        return Array(input.prefix(maximumLength))
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        Array((input + other).prefix(maximumLength))
    }

    let dictionary = ["\n", "\r\n", "\n\n", "{\"id\":"].map { Array($0.utf8) }
}
