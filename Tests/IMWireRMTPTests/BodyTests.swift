// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

/// Returns the bytes of hex digits, between which spaces are allowed.
func hex(_ text: String) -> [UInt8] {
    let digits = text.utf8.filter { $0 != 0x20 }
    return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<min($0 + 2, digits.count)], as: UTF8.self), radix: 16)
    }
}

@Suite("Bodies")
struct BodyTests {
    /// A text message as the web SDK sends it.
    private let sent = hex("0803 1209 52433a5478744d7367 1a10 7b22636f6e74656e74223a226869227d")

    @Test("A text message decodes into its fields and encodes to the same bytes")
    func textMessage() throws {
        let decoded = try RMTPBody.UpStreamMessage.decode(sent.span, mode: .strict)
        #expect(decoded.deviations.isEmpty)
        let body = decoded.body
        #expect(body.sessionID == 3)
        #expect(body.classname == "RC:TxtMsg")
        #expect(body.content == Array(#"{"content":"hi"}"#.utf8))
        #expect(body.pushText == nil)
        #expect(body.userID.isEmpty)
        #expect(body.unknownFields.isEmpty)
        let written = try body.encoded()
        #expect(written == sent)
        let made = RMTPBody.UpStreamMessage(
            sessionID: 3, classname: "RC:TxtMsg", content: Array(#"{"content":"hi"}"#.utf8))
        #expect(made == body)
    }

    @Test("Each property has its own field")
    func properties() throws {
        let body = try RMTPBody.PushExtra(protobuf: hex("0a0161 1002 1a0163 220164 2a0165"))
        let made = RMTPBody.PushExtra(title: "a", templateIDNoUse: 2, pushID: "c", pushConfigs: "d", templateID: "e")
        #expect(body == made)
        let item = try RMTPBody.UserSettingItem(
            protobuf: hex("0a0161 1003 220163 2a02ff00 30808080808040 3801 42030a0174"))
        let setting = RMTPBody.UserSettingItem(
            targetID: "a", type: .group, key: "c", value: [0xff, 0], version: 1 << 41, status: 1,
            tags: [RMTPBody.SessionTagItem(tagID: "t")])
        #expect(item == setting)
    }

    @Test("An enumeration keeps unlisted values")
    func openEnumeration() throws {
        let body = try RMTPBody.SearchMpInput(protobuf: hex("08e707 120178"))
        #expect(body.type == 999)
        let info = try RMTPBody.SessionInfo(protobuf: hex("08e707 120178"))
        #expect(info.type == RMTPBody.ChannelType(rawValue: 999))
        let written = try info.encoded()
        #expect(written == hex("08e707 120178"))
    }

    @Test("A body without a required field is encoded only on request")
    func requiredFields() throws {
        var body = RMTPBody.UpStreamMessage()
        body.classname = "RC:TxtMsg"
        let partial = body
        #expect(throws: EncodeError(.member)) { _ = try partial.encoded() }
        let written = try partial.encoded(isPartial: true)
        #expect(written == hex("1209 52433a5478744d7367"))
    }

    @Test("Absent fields are listed with the end of their message, 64 at most")
    func absentFields() throws {
        // Two messages of a list; the second one lacks all fields, and the list lacks its time.
        let whole = hex("0a140a0161 1001 220162 2a00 3001 3800 c80100 c00200 0a00")
        let decoded = try RMTPBody.DownStreamMessages.decode(whole.span)
        #expect(
            decoded.deviations.map(\.path) == [
                "/list/1/fromUserId", "/list/1/type", "/list/1/classname", "/list/1/content", "/list/1/dataTime",
                "/list/1/status", "/syncTime",
            ])
        #expect(decoded.deviations.allSatisfy { $0.id == Deviation.ID(138) && $0.offset == whole.count })
        let empty = Array(repeating: hex("0a00"), count: 100).reduce(into: []) { $0 += $1 }
        let many = try RMTPBody.DownStreamMessages.decode(empty.span)
        #expect(many.deviations.count == 64)
        #expect(many.deviations.first?.offset == 2)
    }

    @Test("Appending keeps the bytes of the buffer")
    func appending() throws {
        var buffer: [UInt8] = [0x32]
        try RMTPBody.UpStreamMessage(protobuf: sent).encode(into: &buffer)
        #expect(buffer == [0x32] + sent)
    }

    @Test("Names of messages are compared byte for byte")
    func names() {
        // The Kelvin sign is canonically equivalent to the letter K.
        let found = ["HistoryMsgOuput", "historyMsgOuput", "SetChrm\u{212a}V"].map { name in
            RMTPBody.type(named: name).map { $0.messageName } ?? "none"
        }
        #expect(found == ["HistoryMsgOuput", "none", "none"])
    }
}
