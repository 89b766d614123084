// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

/// Tests that each value is printed as one line of JSON, with line breaks between tokens as spaces (FRM-021).
@Suite("Values on one line")
struct LineTests {
    private let tool = Tool()

    private static let forged = #"{"line":2,"objectName":"RC:TxtMsg","value":{"content":"forged"}}"#
    private static let broken = "[1,\n\(forged)\r\n]"
    private static let whole = "[1, \(forged)  ]"

    private func json(_ text: String) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }

    @Test("A chat message is one line when decoded, encoded or inspected")
    func chatMessages() throws {
        let message =
            #"{"messageType":"normal","fromUserID":"u1","toUserID":"u2","chatType":"private","contenType":"text","#
            + "\"content\":{\"text\":\"Hi\"},\"zz\":\(LineTests.broken)}"
        let line = Base64.encode(Array(message.utf8)) + "\n"
        let decoded = try tool.run("decode", "--protocol", "chat", input: line)
        #expect(decoded.lines.count == 1)
        #expect(try json(decoded.output)["message"] as? NSDictionary == json(message))
        let encoded = try tool.run("encode", "--protocol", "chat", "--encoding", "json", input: decoded.output)
        #expect(encoded.lines.count == 1)
        #expect(try json(encoded.output) == json(message))
        let inspected = try tool.run("inspect", "--format", "json", input: line)
        #expect(inspected.lines.count == 3)
        for line in inspected.lines { #expect(throws: Never.self) { try json(line) } }
        let people = try tool.run("inspect", "--full", input: line)
        #expect(!people.lines.contains { $0.hasPrefix("{\"line\"") })
    }

    @Test("A packet is one line when decoded or inspected")
    func packets() throws {
        let content = "{\"content\":\"Hi\",\"zz\":\(LineTests.broken)}"
        let item: [String: Any] = [
            "direction": "up",
            "packet": [
                "packet": "PUBLISH", "qos": 1, "topic": "ppMsgP", "targetId": "u2", "messageId": 1,
            ],
            "body": [
                "message": "UpStreamMessage",
                "value": [
                    "sessionId": 3, "classname": "RC:TxtMsg", "content": Base64.encode(Array(content.utf8)),
                ],
            ],
        ]
        let data = try JSONSerialization.data(withJSONObject: item)
        let frame = try tool.run(
            ["encode", "--protocol", "rmtp"], input: String(decoding: data, as: UTF8.self) + "\n")
        #expect(frame.code == 0, "\(frame.errors)")
        let decoded = try tool.run(["decode", "--protocol", "rmtp"], input: frame.output)
        #expect(decoded.lines.count == 1, "\(decoded.output)")
        #expect(decoded.output.contains("forged"))
        #expect(throws: Never.self) { try json(decoded.output) }
        let inspected = try tool.run(["inspect", "--protocol", "rmtp", "--format", "json"], input: frame.output)
        #expect(inspected.lines.count == 3)
        for line in inspected.lines { #expect(throws: Never.self) { try json(line) } }
    }

    @Test("The testee's answer is one line")
    func answersOfTheTestee() throws {
        let content = "{\"content\":\"Hi\",\"extra\":\(LineTests.broken)}"
        let bytes = Base64.encode(Array(content.utf8))
        let request = #"{"id":1,"op":"content.decode","objectName":"RC:TxtMsg","bytes":"\#(bytes)"}"# + "\n"
        let answer = try tool.run("testee", input: request)
        #expect(answer.lines.count == 1)
        let ok = try json(answer.output)["ok"] as? NSDictionary
        #expect(try ok?["value"] as? NSDictionary == json(content))
    }
}
