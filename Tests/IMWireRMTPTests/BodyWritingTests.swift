// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP
import Testing

/// Bodies whose numbers and texts have every length that is written in a way of its own, compared with bytes that
/// WireBuilder makes.
@Suite("Bodies of all lengths")
struct BodyWritingTests {
    @Test("A number at each boundary of a varint is written like one built byte by byte", arguments: 0..<64)
    func numbers(bit: Int) throws {
        for value in [Int64(bitPattern: 1 << UInt64(bit)), Int64(bitPattern: 1 << UInt64(bit) &- 1)] {
            let expected = WireBuilder.number(1, UInt64(bitPattern: value)) + WireBuilder.number(2, 1)
            try expectEncoded(RMTPBody.ChrmPullMsg(syncTime: value, count: 1), like: expected)
        }
    }

    @Test("Texts and bytes of 0 to 130 bytes are written whole", arguments: 0...130)
    func lengths(length: Int) throws {
        let text = String(decoding: (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }, as: UTF8.self)
        let bytes = Array(text.utf8)
        try expectEncoded(
            RMTPBody.UpStreamMessage(sessionID: 3, classname: text, content: bytes),
            like: WireBuilder.number(1, 3) + WireBuilder.block(2, bytes) + WireBuilder.block(3, bytes))
    }

    @Test(
        "Nested bodies with every length of their own length are written whole",
        arguments: [0, 1, 119, 120, 130, 20_000])
    func nested(length: Int) throws {
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        let element = RMTPBody.DownStreamMessage(
            fromUserID: "u", type: .person, classname: "c", content: bytes, dataTime: 1, status: 2)
        let fields =
            WireBuilder.block(1, Array("u".utf8)) + WireBuilder.number(2, 1) + WireBuilder.block(4, Array("c".utf8))
            + WireBuilder.block(5, bytes) + WireBuilder.number(6, 1) + WireBuilder.number(7, 2)
        let list = WireBuilder.block(1, fields) + WireBuilder.block(1, fields) + WireBuilder.number(2, 7)
        try expectEncoded(RMTPBody.DownStreamMessages(syncTime: 7, list: [element, element]), like: list)
    }

    /// Expects the bytes for a buffer of every capacity, which decides whether one pass is enough and where words fit.
    private func expectEncoded(_ body: some ProtobufMessage, like expected: [UInt8]) throws {
        for capacity in stride(from: 0, through: expected.count + 70, by: expected.count / 200 + 1) {
            var buffer: [UInt8] = []
            buffer.reserveCapacity(capacity)
            try body.encode(into: &buffer)
            #expect(buffer == expected, "with a capacity of \(capacity) bytes")
        }
        #expect(body.encodedByteCount == expected.count)
    }
}
