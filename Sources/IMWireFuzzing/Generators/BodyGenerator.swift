// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP
import IMWireTestSupport

/// A generator that writes protobuf messages field by field from the schemas' tables, without the codec's writers.
enum BodyGenerator {
    /// Appends a message whose fields are sometimes omitted, duplicated, packed or unknown.
    static func message(
        _ fields: [ProtobufField], _ output: inout [UInt8], _ random: inout SeededRandom, depth: Int = 3
    ) {
        for field in fields where field.label == .required || random.chance(60) {
            let several = random.chance(85) ? 0...2 : 3...5
            let times = field.label == .repeated ? random.pick(several) : random.chance(4) ? 2 : 1
            for _ in 0..<times { self.field(field, &output, &random, depth) }
        }
        if random.chance(15) { unknown(&output, &random) }
    }

    private static func field(
        _ field: ProtobufField, _ output: inout [UInt8], _ random: inout SeededRandom, _ depth: Int
    ) {
        switch field.kind {
        case .int32, .int64, .bool, .enumeration:
            if field.label == .repeated, random.chance(20) {
                var packed: [UInt8] = []
                for _ in 0..<random.pick(0...3) { number(&packed, &random) }
                bytes(field.number, packed, &output)
            } else {
                varint(UInt64(field.number) << 3, &output)
                number(&output, &random)
            }
        case .string:
            var text: [UInt8] = []
            for _ in 0..<random.pick(0...3) { text += EdgeValues.pick(texts, &random) }
            bytes(field.number, text, &output)
        case .bytes:
            bytes(field.number, (0..<random.pick(0...9)).map { _ in UInt8(truncatingIfNeeded: random.next()) }, &output)
        case .message(let type):
            var inner: [UInt8] = []
            if depth > 0 { message(type.fields, &inner, &random, depth: depth - 1) }
            bytes(field.number, inner, &output)
        }
    }

    /// Appends a field that is in no schema, of any wire type.
    static func unknown(_ output: inout [UInt8], _ random: inout SeededRandom) {
        let number: UInt64 = EdgeValues.pick([90, 1_000, 536_870_911], &random)
        switch random.pick(0...3) {
        case 0:
            varint(number << 3, &output)
            self.number(&output, &random)
        case 1:
            varint(number << 3 | 1, &output)
            output += [1, 2, 3, 4, 5, 6, 7, 8]
        case 2:
            varint(number << 3 | 5, &output)
            output += [1, 2, 3, 4]
        default:
            varint(number << 3 | 3, &output)
            if random.chance(50) { output += [8, 1] }
            varint(number << 3 | 4, &output)
        }
    }

    private static func bytes(_ number: UInt32, _ content: [UInt8], _ output: inout [UInt8]) {
        varint(UInt64(number) << 3 | 2, &output)
        varint(UInt64(content.count), &output)
        output += content
    }

    /// Appends an edge value, sometimes in more bytes than necessary or with bits beyond the 64th (PRB-002).
    private static func number(_ output: inout [UInt8], _ random: inout SeededRandom) {
        let start = output.count
        varint(EdgeValues.pick(numbers, &random), &output)
        guard random.chance(10) else { return }
        let length = random.chance(50) ? 10 : random.pick(1...10)
        while output.count - start < length {
            output[output.count - 1] |= 0x80
            output.append(0)
        }
        if output.count - start == 10 { output[output.count - 1] = UInt8(random.pick(0...0x7f)) }
    }

    /// Appends a varint.
    static func varint(_ value: UInt64, _ output: inout [UInt8]) {
        var rest = value
        while rest > 0x7f {
            output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        output.append(UInt8(rest))
    }

    private static let numbers: [UInt64] = [
        0, 1, 2, 5, 127, 128, 300, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000, .max, 1 << 63, (1 << 63) - 1,
    ]
    private static let texts: [[UInt8]] = [
        Array("userB".utf8), Array("你".utf8), Array("RC:TxtMsg".utf8), [0xf0, 0x9f, 0x98, 0x80], [0],
    ]
}
