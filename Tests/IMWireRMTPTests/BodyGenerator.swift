// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP

/// A generator of valid and damaged bodies for a schema.
struct BodyGenerator {
    private var random: SeededGenerator

    init(_ name: String, _ seed: Int) {
        random = SeededGenerator(name, seed)
    }

    /// Returns a body, which is damaged in two of three cases.
    mutating func body(_ fields: [ProtobufField]) -> [UInt8] {
        var records = self.records(fields, depth: 0)
        for _ in 0..<random.below(3) { rearrange(&records, fields) }
        var bytes = records.reduce(into: []) { $0 += $1 }
        for _ in 0..<random.below(3) { damage(&bytes) }
        return bytes
    }

    // MARK: Right ones

    private static let numbers: [UInt64] = [
        0, 1, 2, 127, 128, 255, 300, 16_383, 16_384, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000,
        1_700_000_000_123, 1 << 53, UInt64(Int64.max), 1 << 63, UInt64.max, UInt64.max - 1, 0xffff_ffff_8000_0000,
    ]
    private static let texts = [
        "", "a", "userB", "RC:TxtMsg", "BS45-NPH4-HV87-10LM", "你好，世界", "😀", "a\u{0}b", "é", "e\u{301}", "\u{ffff}",
        #"{"content":"hi"}"#, String(repeating: "x", count: 127), String(repeating: "字", count: 43),
        String(repeating: "long ", count: 60),
    ]

    private mutating func records(_ fields: [ProtobufField], depth: Int) -> [[UInt8]] {
        var records: [[UInt8]] = []
        for field in fields {
            let count =
                switch field.label {
                case .required: random.once(in: 40) ? 0 : 1
                case .optional: random.below(2)
                default: random.below(depth > 1 ? 2 : 4)
                }
            for _ in 0..<count { records.append(record(field, depth: depth)) }
        }
        return records
    }

    private mutating func record(_ field: ProtobufField, depth: Int) -> [UInt8] {
        switch field.kind {
        case .int32, .int64, .bool, .enumeration:
            if field.label == .repeated, random.once(in: 2) {
                let values = (0..<random.below(4)).flatMap { _ in WireBuilder.varint(number()) }
                return WireBuilder.block(field.number, values)
            }
            return WireBuilder.number(field.number, number())
        case .string:
            return WireBuilder.block(
                field.number, Array(BodyGenerator.texts[random.below(BodyGenerator.texts.count)].utf8))
        case .bytes:
            return WireBuilder.block(field.number, (0..<random.below(20)).map { _ in UInt8(random.below(256)) })
        case .message(let type):
            let inner = depth > 6 ? [] : records(type.fields, depth: depth + 1).reduce(into: []) { $0 += $1 }
            return WireBuilder.block(field.number, inner)
        }
    }

    private mutating func number() -> UInt64 {
        random.once(in: 4)
            ? random.next() >> UInt64(random.below(64))
            : BodyGenerator.numbers[random.below(BodyGenerator.numbers.count)]
    }

    // MARK: Other orders and unknown fields

    private mutating func rearrange(_ records: inout [[UInt8]], _ fields: [ProtobufField]) {
        switch random.below(5) {
        case 0: records.shuffle(using: &random)
        case 1 where !records.isEmpty: records.append(records[random.below(records.count)])
        case 2 where !fields.isEmpty: records.append(record(fields[random.below(fields.count)], depth: 0))
        case 3: records.insert(unknown(depth: 0), at: random.below(records.count + 1))
        default:
            // A field number of the schema with any wire type.
            let number = fields.isEmpty ? 1 : fields[random.below(fields.count)].number
            records.append(unknown(number, depth: 0))
        }
    }

    private mutating func unknown(depth: Int) -> [UInt8] {
        let numbers: [UInt32] = [1, 15, 16, 99, 2_047, 2_048, 19_000, 536_870_911]
        return unknown(numbers[random.below(numbers.count)], depth: depth)
    }

    private mutating func unknown(_ number: UInt32, depth: Int) -> [UInt8] {
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
        switch random.below(5) {
        case 0: return WireBuilder.number(number, self.number())
        case 1: return WireBuilder.tag(number, 1) + bytes(8)
        case 2: return WireBuilder.block(number, bytes(random.below(12)))
        case 3: return WireBuilder.tag(number, 5) + bytes(4)
        default:
            let inner = depth > 5 ? [] : (0..<random.below(3)).flatMap { _ in unknown(depth: depth + 1) }
            return WireBuilder.tag(number, 3) + inner + WireBuilder.tag(number, 4)
        }
    }

    // MARK: Damage

    private mutating func damage(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else {
            bytes.append(UInt8(random.below(256)))
            return
        }
        let place = random.below(bytes.count)
        switch random.below(8) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes[place] ^= 1 << UInt8(random.below(8))
        case 2: bytes.removeLast(random.below(bytes.count) + 1)
        case 3: bytes.remove(at: place)
        case 4: bytes.insert(UInt8(random.below(256)), at: place)
        case 5: bytes.insert(contentsOf: Array(repeating: 0x80, count: random.below(11)), at: place)
        case 6: bytes[place] = [0x00, 0x07, 0x0b, 0x0c, 0x0e, 0x7f, 0x80, 0xff][random.below(8)]
        default: bytes.append(contentsOf: bytes.prefix(place))
        }
    }
}
