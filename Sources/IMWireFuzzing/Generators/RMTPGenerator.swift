// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP
import IMWireTestSupport

/// A generator that writes RongCloud's packets byte by byte from the layouts of RMTP-030, without the codec's writers.
enum RMTPGenerator {
    /// Returns the header byte and the body of a packet.
    static func packet(_ format: RMTPFormat, _ random: inout SeededRandom) -> (header: UInt8, body: [UInt8]) {
        let isDown = format.direction == .down
        let types: [UInt8] = isDown ? [2, 3, 3, 3, 4, 6, 13, 14, 8] : [1, 3, 3, 4, 5, 7, 12, 0]
        let type = random.chance(4) ? UInt8(random.pick(0...15)) : EdgeValues.pick(types, &random)
        let header = type << 4 | EdgeValues.pick([0, 0, 1, 2, 3, 8, 15], &random)
        return (header, body(RMTPLayout.of(RMTPType(rawValue: type)), format, &random))
    }

    /// Returns the fields of a layout, which may end early where the layout allows it, and sometimes flags absent
    /// fields.
    private static func body(
        _ layout: RMTPLayout, _ format: RMTPFormat, _ random: inout SeededRandom
    ) -> [UInt8] {
        var body: [UInt8] = []
        var announced: UInt8 = 0xff
        for member in layout.members where !member.isBit && member.isIn(format) {
            if member.mayEnd.contains(format.version), random.chance(30) { return body }
            if member.announcedBy & announced != member.announcedBy { continue }
            switch member.kind {
            case .number(let width):
                body += (0..<width).map { _ in EdgeValues.pick([0, 0, 1, 0x65, 0x7f, 0x80, 0xff], &random) }
            case .text: body += string(&random)
            case .rest: body += (0..<random.pick(0...12)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            case .flags:
                announced = random.chance(20) ? UInt8(random.pick(0...255)) : UInt8(random.pick(0...255)) & member.known
                body.append(announced)
                if random.chance(10) { announced = 0 }
            case .boolean, .qos: break
            }
        }
        return body
    }

    /// Returns a string with its length: ASCII, Chinese, both forms of supplementary characters, or unpaired
    /// surrogates.
    private static func string(_ random: inout SeededRandom) -> [UInt8] {
        var text: [UInt8] = []
        for _ in 0..<random.pick(0...3) {
            if random.chance(25) {
                text += scalar(EdgeValues.scalar(&random), isCESU: random.chance(50))
                continue
            }
            text += EdgeValues.pick(texts, &random)
        }
        return [UInt8(text.count >> 8), UInt8(text.count & 255)] + text
    }

    /// Returns a character in UTF-8, or in CESU-8, which encodes a supplementary character as two three-byte sequences.
    private static func scalar(_ value: UInt32, isCESU: Bool) -> [UInt8] {
        guard let scalar = Unicode.Scalar(value) else { return [] }
        guard isCESU, value >= 0x1_0000 else { return Array(String(Character(scalar)).utf8) }
        return UTF16.encode(scalar)?.flatMap { unit in
            [0xe0 | UInt8(unit >> 12), 0x80 | UInt8(unit >> 6 & 0x3f), 0x80 | UInt8(unit & 0x3f)]
        } ?? []
    }

    private static let texts: [[UInt8]] = [
        Array("s_ntf".utf8), Array("userB".utf8), Array("你".utf8), [0xf0, 0x9f, 0x98, 0x80],
        [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], [0xed, 0xa0, 0xbd], [0xed, 0xb8, 0x80], [0],
        [0xef, 0xbf, 0xbf], [0xc3, 0xa9],
    ]

    /// Returns a packet with its prefix on TCP (RMTP-080).
    static func framed(_ header: UInt8, _ body: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        var rest = body.count
        repeat {
            length.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return [header, length.reduce(header, ^)] + length + body
    }
}
