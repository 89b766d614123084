// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Strings of packets")
struct FrameTextTests {
    /// Reads a QUERY whose target has the given bytes.
    private func read(_ target: [UInt8]) throws(DecodeError) -> FrameText? {
        let frame = [0x50, 0, 0] + [UInt8(target.count >> 8), UInt8(target.count & 0xff)] + target + [0, 1]
        guard case .query(let packet) = try RMTPMessageDecoder(RMTPFormat(.up)).decode(frame.span).value else {
            return nil
        }
        return packet.targetID
    }

    private func write(_ text: FrameText, _ encoding: FrameTextEncoding) throws -> [UInt8] {
        var frame: [UInt8] = []
        let packet = QueryPacket(topic: "", targetID: text, messageID: 1, data: [])
        try RMTPMessageEncoder(RMTPFormat(.up), encoding: encoding).encode(.query(packet), into: &frame)
        return Array(frame[5..<frame.count - 2])
    }

    @Test(
        "Both forms of a character beyond the BMP are decoded, and either is written",
        arguments: [
            ("f09f9880", "eda0bdedb880", "😀"), ("f0a0aeb7", "eda182edbeb7", "𠮷"),
            ("f48fbfbf", "edafbfedbfbf", "\u{10ffff}"),
            ("61f09080807a", "61eda080edb0807a", "a\u{10000}z"), ("e4bda0", "e4bda0", "你"), ("00", "00", "\0"),
            ("65cc81", "65cc81", "e\u{301}"), ("efbfbf", "efbfbf", "\u{ffff}"), ("", "", ""),
        ])
    func astral(four: String, pair: String, text: String) throws {
        #expect(try read(bytes(four)) == FrameText(text))
        #expect(try read(bytes(pair)) == FrameText(text))
        #expect(try write(FrameText(text), .cesu8) == bytes(pair))
        #expect(try write(FrameText(text), .utf8) == bytes(four))
    }

    @Test(
        "An unpaired surrogate is kept and written unchanged",
        arguments: [
            ("eda0bd", [0xd83d]), ("edb880", [0xde00]), ("edb88062", [0xde00, 0x62]),
            ("edb880eda0bd", [0xde00, 0xd83d]),
            ("eda0bdeda0bdedb880", [0xd83d, 0xd83d, 0xde00]),
        ] as [(String, [UInt16])])
    func lone(hex: String, units: [UInt16]) throws {
        let text = try read(bytes(hex))
        #expect(text == FrameText(utf16: units))
        #expect(text?.string == nil && text?.utf16 == units)
        #expect(try write(FrameText(utf16: units), .cesu8) == bytes(hex))
    }

    @Test("A high surrogate before a four-byte character is unpaired, and both are kept")
    func mixed() throws {
        let text = try #require(try read(bytes("eda0bdf09f9880")))
        #expect(text.utf16 == [0xd83d, 0xd83d, 0xde00])
        #expect(try write(text, .utf8) == bytes("eda0bdf09f9880"))
    }

    @Test("Strings are compared by code units, not by canonical equivalence")
    func identity() {
        #expect(FrameText("é") != FrameText("e\u{301}"))
        #expect(Set([FrameText("é"), FrameText("e\u{301}"), FrameText("é")]).count == 2)
        #expect(FrameText(utf16: [0xd83d, 0xde00]) == "😀")
        #expect(FrameText(utf16: [0xd83d]) != "\u{fffd}")
        let halves = [FrameText(utf16: [0xd83d]), FrameText(utf16: [0xde00]), FrameText(utf16: [0xd83d])]
        #expect(Set(halves).count == 2)
        #expect(FrameText("a😀").utf16 == [0x61, 0xd83d, 0xde00])
        #expect(FrameText("").isEmpty && !FrameText(utf16: [0xd83d]).isEmpty)
    }

    @Test(
        "Any other byte sequence is rejected at its lead byte",
        arguments: [
            ("80", 0), ("4180", 1), ("c3", 0), ("c328", 0), ("c080", 0), ("c1bf", 0), ("e08080", 0), ("e4bd", 0),
            ("f0808080", 0), ("f4908080", 0), ("f5808080", 0), ("ff", 0), ("6161616161616161f09f98", 8),
        ])
    func illFormed(hex: String, place: Int) {
        #expect(throws: DecodeError(.packetUTF8, offset: 5 + place, path: "/targetId")) { try read(bytes(hex)) }
    }
}
