// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A generator for valid JSON values of every kind, often at an edge (FUZ-020).
package struct JSONGenerator {
    /// Appends any value.
    package static func value(_ output: inout [UInt8], _ random: inout SeededRandom, depth: Int = 3) {
        if random.chance(3) { output.append(EdgeValues.pick([0x20, 0x09, 0x0a, 0x0d], &random)) }
        switch random.pick(0...(depth > 0 ? 8 : 6)) {
        case 0: output += Array("null".utf8)
        case 1: output += Array((random.chance(50) ? "true" : "false").utf8)
        case 2, 3: number(&output, &random)
        case 4, 5, 6: string(&output, &random)
        case 7:
            output.append(0x5b)
            for index in 0..<random.pick(0...4) {
                if index > 0 { output.append(0x2c) }
                value(&output, &random, depth: depth - 1)
            }
            output.append(0x5d)
        default:
            output.append(0x7b)
            for index in 0..<random.pick(0...4) {
                if index > 0 { output.append(0x2c) }
                string(&output, &random)
                output.append(0x3a)
                value(&output, &random, depth: depth - 1)
            }
            output.append(0x7d)
        }
    }

    /// Appends a number that is an edge value, or an integer of up to 21 digits.
    package static func number(_ output: inout [UInt8], _ random: inout SeededRandom) {
        guard random.chance(20) else {
            output += Array(EdgeValues.pick(EdgeValues.numbers, &random).utf8)
            return
        }
        if random.chance(50) { output.append(0x2d) }
        output.append(UInt8(random.pick(0x31...0x39)))
        for _ in 0..<random.pick(0...20) { output.append(UInt8(random.pick(0x30...0x39))) }
    }

    /// Appends a string with its quotation marks.
    package static func string(_ output: inout [UInt8], _ random: inout SeededRandom) {
        output.append(0x22)
        let parts = random.chance(3) ? random.pick(20...300) : random.pick(0...4)
        for _ in 0..<parts { part(&output, &random) }
        output.append(0x22)
    }

    /// Appends a part of the text between quotation marks.
    package static func part(_ output: inout [UInt8], _ random: inout SeededRandom) {
        switch random.pick(0...9) {
        case 0 where random.chance(30): output += EdgeValues.escapedRun(&random)
        case 0: output += Array(EdgeValues.pick(EdgeValues.escapes, &random).utf8)
        case 1, 2: scalar(EdgeValues.scalar(&random), &output)
        case 3: scalar(UInt32(random.pick(0x4e00...0x9fff)), &output)
        default: output += Array(EdgeValues.pick(words, &random).utf8)
        }
    }

    private static func scalar(_ value: UInt32, _ output: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value), value >= 0x20, value != 0x22, value != 0x5c else { return }
        output += Array(String(Character(scalar)).utf8)
    }

    private static let words = [
        "a", "hello", "你好", "u1", "group", "1700000000000", "true", "0", "https://x.cn/p?a=1&b=2", "SGVsbG8=", "a b",
        " ",
        "beatID", "image/png", "é", "{}", "[]",
    ]
}
