// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A generator for valid JSON values of every kind, often at an edge (FUZ-020).
enum JSONGenerator {
    /// Appends any value.
    static func value(_ output: inout [UInt8], _ random: inout SeededRandom, depth: Int = 3) {
        if random.chance(3) { output.append(EdgeValues.pick([.space, .tab, .lineFeed, .carriageReturn], &random)) }
        switch random.pick(0...(depth > 0 ? 8 : 6)) {
        case 0: output += Array("null".utf8)
        case 1: output += Array((random.chance(50) ? "true" : "false").utf8)
        case 2, 3: number(&output, &random)
        case 4, 5, 6: string(&output, &random)
        case 7: list(most: 4, &output, &random) { value(&$1, &$2, depth: depth - 1) }
        default:
            list(most: 4, isObject: true, &output, &random) { _, output, random in
                string(&output, &random)
                output.append(.colon)
                value(&output, &random, depth: depth - 1)
            }
        }
    }

    /// Appends the elements of an array, or the members of an object, with commas between them.
    static func list(
        most: Int, isObject: Bool = false, _ output: inout [UInt8], _ random: inout SeededRandom,
        _ element: (_ index: Int, inout [UInt8], inout SeededRandom) -> Void
    ) {
        output.append(isObject ? .openBrace : .openBracket)
        for index in 0..<random.pick(0...most) {
            if index > 0 { output.append(.comma) }
            element(index, &output, &random)
        }
        output.append(isObject ? .closeBrace : .closeBracket)
    }

    /// Appends a number that is an edge value, or an integer of up to 21 digits.
    static func number(_ output: inout [UInt8], _ random: inout SeededRandom) {
        guard random.chance(20) else {
            output += Array(EdgeValues.pick(EdgeValues.numbers, &random).utf8)
            return
        }
        if random.chance(50) { output.append(UInt8(ascii: "-")) }
        output.append(UInt8(ascii: "1") + UInt8(random.pick(0...8)))
        for _ in 0..<random.pick(0...20) { output.append(UInt8(ascii: "0") + UInt8(random.pick(0...9))) }
    }

    /// Appends a string with its quotation marks.
    static func string(_ output: inout [UInt8], _ random: inout SeededRandom) {
        output.append(.quote)
        let parts = random.chance(3) ? random.pick(20...300) : random.pick(0...4)
        for _ in 0..<parts { part(&output, &random) }
        output.append(.quote)
    }

    /// Appends a part of the text between quotation marks.
    static func part(_ output: inout [UInt8], _ random: inout SeededRandom) {
        switch random.pick(0...9) {
        case 0 where random.chance(30): output += EdgeValues.escapedRun(&random)
        case 0: output += Array(EdgeValues.pick(EdgeValues.escapes, &random).utf8)
        case 1, 2: scalar(EdgeValues.scalar(&random), &output)
        case 3: scalar(UInt32(random.pick(0x4e00...0x9fff)), &output)
        default: output += Array(EdgeValues.pick(words, &random).utf8)
        }
    }

    private static func scalar(_ value: UInt32, _ output: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value), value >= 0x20, scalar != "\"", scalar != "\\" else { return }
        output += Array(String(Character(scalar)).utf8)
    }

    private static let words = [
        "a", "hello", "你好", "u1", "group", "1700000000000", "true", "0", "https://x.cn/p?a=1&b=2", "SGVsbG8=", "a b",
        " ",
        "beatID", "image/png", "é", "{}", "[]",
    ]
}
