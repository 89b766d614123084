// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Chat: RongCloud contents")
struct ChatRongCloudTests {
    private func unit(_ content: String, _ name: String = "RC:TxtMsg") -> String {
        #"{"messageType":"system","objectName":"\#(name)","content":\#(content)}"#
    }

    @Test("A content is kept byte for byte and decoded on request (CHT-025)")
    func riding() throws {
        let content = #"{ "extra" : 1.50, "content" : "a\/b", "x":{} }"#
        #expect(read(unit(content)) == Read(kind: .system, text: unit(content), deviations: []))
        #expect(strict(unit(content)) == "fine")
        let message = try ChatMessage(json: Array(unit(content).utf8))
        let decoded = try #require(try message.rongCloudContent())
        guard case .known(let any) = decoded.value, let text = any as? TextMessage else {
            Issue.record("not a text message")
            return
        }
        #expect(text.content == "a/b")
        #expect(decoded.deviations.map(\.id.description) == ["DEV-51"])
        #expect(throws: DecodeError(.fieldType, offset: 12, path: "/extra")) {
            try message.rongCloudContent(mode: .strict)
        }
    }

    @Test("A content encoded in a message decodes to the same content")
    func roundTrip() throws {
        var message = ChatMessage(.normal)
        message.setContent(.known(try TextMessage(json: Array(#"{"content":"Hi"}"#.utf8))))
        #expect(
            String(decoding: message.encoded(), as: UTF8.self)
                == #"{"messageType":"normal","objectName":"RC:TxtMsg","content":{"content":"Hi"}}"#)
        message.setContent(.unknown(UnknownContent(objectName: "a:b", bytes: [0, 1, 2])))
        #expect(
            String(decoding: message.encoded(), as: UTF8.self)
                == #"{"messageType":"normal","objectName":"a:b","content":"AAEC"}"#)
        let back = try ChatMessage(json: message.encoded())
        #expect(try back.rongCloudContent()?.value.encoded() == [0, 1, 2])
    }

    @Test(
        "Bytes that JSON in JSON cannot keep are encoded as Base64 (CHT-026)",
        arguments: [
            ("{}", true), ("{ }", true), ("{} ", false), (" {}", false), ("[]", false), ("", false), ("{", false),
            ("\u{feff}{}", false), (#"{"a":"\ud800"}"#, true),
        ])
    func forms(text: String, isObject: Bool) {
        let content = RongCloudContent(bytes: Array(text.utf8))
        if case .object = content { #expect(isObject) } else { #expect(!isObject) }
        #expect(content.bytes == Array(text.utf8))
    }

    @Test("Allowed values in place of the object are read, and others kept unparsed (CHT-026)")
    func strings() {
        #expect(read(unit(#""AAEC""#)) == Read(kind: .system, text: unit(#""AAEC""#), deviations: []))
        #expect(strict(unit(#""AAEC""#)) == "fine")
        #expect(strict(unit(#""""#)) == "fine")
        let inString = unit(#""{\"content\": 1} ""#)
        #expect(read(inString) == Read(kind: .system, text: unit(#"{"content": 1}"#), deviations: ["DEV-110"]))
        #expect(strict(inString) == "field.type at byte 59, in /content")
        #expect(
            read(unit(#""no Base64""#)) == Read(kind: .system, text: unit(#""no Base64""#), deviations: ["DEV-108"]))
        #expect(strict(unit(#""no Base64""#)) == "field.base64 at byte 59, in /content")
        for value in ["7", "true", "[]", "[{}]"] {
            #expect(unparsed(unit(value)) == "DEV-140 at byte 59, in /content")
        }
        #expect(read(unit("null")).deviations == ["DEV-102"])
    }

    @Test("contenType is not checked, and objectName may be last")
    func order() {
        let text = #"{"messageType":"system","contenType":"text","objectName":"RC:VcMsg","content":{"text":7}}"#
        #expect(read(text) == Read(kind: .system, text: text, deviations: []))
        #expect(
            read(#"{"content":"AAEC","contenType":"text","messageType":"system","objectName":"a:b"}"#).kind == .system)
        #expect(
            unparsed(#"{"content":"AAEC","contenType":"text","messageType":"system","objectName":null}"#)
                == "DEV-140 at byte 11, in /content")
    }
}
