// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The golden packets of the specification, and builders for tests of framing.
enum Golden {
    static let login = Array(#"{"messageType":"login","fromUserID":"u1","deviceType":"iOS","versionCode":"1.0"}"#.utf8)
    static let loginReceipt = Array(#"{"messageType":"loginReceipt","toUserID":"u1"}"#.utf8)
    static let system = Array(#"{"messageType":"system"}"#.utf8)
    static let validate = Array(#"{"messageType":"validate"}"#.utf8)

    static let heartbeatPacket = hex("FACE0118 01000000 00000000 00000000 1A32E489 1A32E489")
    static let loginPacket = hex("FACE0118 02000000 00000001 00000050 3BA74E3D A61595EA") + login
    static let deflatedPacket = hex(
        """
        FACE0118 02000001 00000001 00000050 2CDC5A7E 5266C1E1 00000050 789C
        AB56CA4D2D2E4E4C4F0DA92C4855B252 CAC94FCFCC53D2514A2BCACF0D2D4E2D F274010A961A02455252CB329361CA32
        FD83814265A945C599F979CEF9292031 433D03A55A00422819D8
        """)
    static let fragmentPackets =
        hex("FACE0118 02000002 00000002 00000024 0599A94E 723A48B6 0000 0002 0000002E 00000000")
        + loginReceipt[..<24]
        + hex("FACE0118 02000002 00000002 00000022 ECFA0C7B 1B2B14E3 0001 0002 0000002E 00000018")
        + loginReceipt[24...]
    static let batchPacket =
        hex("FACE0118 0200000C 00000003 0000003E 0D59A216 A7FBE243 00000002 00000018") + system
        + hex("0000001A") + validate
    static let loginLine = Array(
        ("eyJtZXNzYWdlVHlwZSI6ImxvZ2luIiwiZnJvbVVzZXJJRCI6InUxIiwiZGV2aWNlVHlwZSI6ImlPUyIsInZlcnNpb25Db2Rl"
            + "IjoiMS4wIn0=\n").utf8)
    static let brokenLine = hex(
        """
        BD EA EC 8A 89 C2 A1 D7 B5 D1 FA E8 99 4B 1E AC 80 EE D5 D7 AF 89 C7 93 CA 97 A2 39 2B 1E 9D D4
        E2 99 ED 79 D3 4D 34 D3 4D 34
        """)

    static let batchUnit = hex("00000002 00000018") + system + hex("0000001A") + validate

    /// Returns the bytes of hex digits; other characters between them are ignored.
    static func hex(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// Returns a packet with the given fields and valid checksums.
    static func packet(
        _ payload: [UInt8], type: UInt8 = 2, flags: UInt16 = 0, sequence: UInt32 = 1, extension more: [UInt8] = [],
        reserved: UInt8 = 0
    ) -> [UInt8] {
        var header: [UInt8] = [0xfa, 0xce, 1, UInt8(24 + more.count), type, reserved]
        header += big(flags) + big(sequence) + big(UInt32(payload.count))
        let behind = more + payload
        return header + big(crc(header)) + big(crc(header + behind)) + behind
    }

    /// Returns a packet that holds a part of a unit.
    static func fragment(
        _ index: UInt16, _ count: UInt16, _ total: UInt32, _ offset: UInt32, _ part: [UInt8], flags: UInt16 = 2,
        sequence: UInt32 = 9
    ) -> [UInt8] {
        packet(big(index) + big(count) + big(total) + big(offset) + part, flags: flags, sequence: sequence)
    }

    static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (1...Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number(Number.bitWidth - $0 * 8)) }
    }

    /// Returns the CRC-32, computed bit by bit from its definition.
    static func crc(_ bytes: [UInt8]) -> UInt32 {
        var remainder: UInt32 = 0xffff_ffff
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xedb8_8320 }
        }
        return ~remainder
    }
}

/// A pseudorandom number generator with a reproducible sequence.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}

extension ChatPacketEncoder {
    /// Returns the packets of one message.
    mutating func packets(_ message: [UInt8], wantsReceipt: Bool = false) throws(EncodeError) -> [UInt8] {
        var written: [UInt8] = []
        try encode(message.span, wantsReceipt: wantsReceipt, into: &written)
        return written
    }
}

extension ChatLineEncoder {
    /// Returns the line of one unit.
    func line(_ unit: [UInt8]) throws(EncodeError) -> [UInt8] {
        var written: [UInt8] = []
        try encode(unit.span, into: &written)
        return written
    }
}

extension ChatBatchEncoder {
    /// Appends a message from an array.
    mutating func append(_ message: [UInt8]) throws(EncodeError) { try append(message.span) }
}
