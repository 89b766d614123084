// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// A generator for contents from their schemas, with members sometimes omitted and values at edges (FUZ-020).
enum ContentGenerator {
    /// Appends an object of the given shape.
    static func object(_ shape: ContentShape, _ output: inout [UInt8], _ random: inout SeededRandom) {
        output.append(.openBrace)
        var isFirst = true
        func begin(_ name: [UInt8]) {
            if !isFirst { output.append(.comma) }
            isFirst = false
            output.append(.quote)
            output += random.chance(3) ? JSONMutator.escaped(name, &random) : name
            output.append(.quote)
            output.append(.colon)
        }
        let present = random.pick(10...100)
        for member in shape.members where member.isRequired ? !random.chance(3) : random.chance(present) {
            let alias = !member.aliases.isEmpty && random.chance(8)
            begin(alias ? EdgeValues.pick(member.aliases, &random) : member.name)
            value(member, &output, &random)
            // A duplicate under another name must lose to the canonical name, whichever comes first (CNT-210).
            if !member.aliases.isEmpty, random.chance(6) {
                begin(alias ? member.name : EdgeValues.pick(member.aliases, &random))
                value(member, &output, &random)
            }
        }
        if !shape.foreign.isEmpty, random.chance(5) {
            begin(EdgeValues.pick(shape.foreign, &random))
            JSONGenerator.value(&output, &random, depth: 1)
        }
        for index in 0..<(random.chance(30) ? random.pick(1...random.pick(1...16)) : 0) {
            begin(Array("x\(index)".utf8))
            JSONGenerator.value(&output, &random, depth: 2)
        }
        output.append(.closeBrace)
    }

    private static func value(_ member: ContentShape.Member, _ output: inout [UInt8], _ random: inout SeededRandom) {
        // A value of another type is converted, or its member is kept unparsed (CNT-180).
        if random.chance(3) { return JSONGenerator.value(&output, &random, depth: 2) }
        if !member.values.isEmpty, random.chance(70) {
            output += Array(EdgeValues.pick(member.values, &random).utf8)
            return
        }
        switch member.kind {
        case .string: JSONGenerator.string(&output, &random)
        case .base64: base64(&output, &random)
        case .integer: output += Array(EdgeValues.pick(integers, &random).utf8)
        case .number: JSONGenerator.number(&output, &random)
        case .boolean: output += Array((random.chance(50) ? "true" : "false").utf8)
        case .any: anything(&output, &random)
        case .strings: JSONGenerator.list(most: 3, &output, &random) { JSONGenerator.string(&$1, &$2) }
        case .map: map(&output, &random) { JSONGenerator.string(&$0, &$1) }
        case .listMap:
            map(&output, &random) { output, random in
                JSONGenerator.list(most: 3, &output, &random) { JSONGenerator.string(&$1, &$2) }
            }
        case .rawObject: map(&output, &random) { JSONGenerator.value(&$0, &$1, depth: 1) }
        case .rawArray: JSONGenerator.list(most: 3, &output, &random) { JSONGenerator.value(&$1, &$2, depth: 1) }
        case .object(let shape): object(shape, &output, &random)
        case .objects(let shape): JSONGenerator.list(most: 3, &output, &random) { object(shape, &$1, &$2) }
        }
    }

    private static let integers = EdgeValues.numbers.filter { number in
        number.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func anything(_ output: inout [UInt8], _ random: inout SeededRandom) {
        if random.chance(70) {
            JSONGenerator.string(&output, &random)
        } else {
            JSONGenerator.value(&output, &random, depth: 2)
        }
    }

    private static func base64(_ output: inout [UInt8], _ random: inout SeededRandom) {
        var bytes: [UInt8] = []
        for _ in 0..<random.pick(0...24) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
        output.append(.quote)
        output += Array(Base64.encode(bytes).utf8)
        output.append(.quote)
    }

    private static func map(
        _ output: inout [UInt8], _ random: inout SeededRandom, _ element: (inout [UInt8], inout SeededRandom) -> Void
    ) {
        JSONGenerator.list(most: 3, isObject: true, &output, &random) { index, output, random in
            output += Array("\"k\(index)\":".utf8)
            element(&output, &random)
        }
    }
}
