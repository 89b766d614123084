// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The example programs")
struct ExampleProgramTests {
    private func run(_ program: String, _ arguments: String...) throws -> String {
        let process = Process()
        let tool = URL(filePath: try #require(Tool.path))
        process.executableURL = tool.deletingLastPathComponent().appending(path: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return text
    }

    @Test("A content is read as its type, with its deviations and unknown members")
    func read() throws {
        let text = #"{"content":"hi","user":{"id":"u1","name":"Kim","icon":"a.png"},"bubble":1.50}"#
        #expect(
            try run("example-read", "RC:TxtMsg", text) == """
                text from Kim: hi
                deviation DEV-08 at /user/portrait
                unknown members: ["bubble"]

                """)
        #expect(
            try run("example-read", "app:X", "{}") == """
                app:X is not a built-in type; its bytes are kept
                unknown members: []

                """)
        let refused = try run("example-read", "RC:TxtMsg", #"{"content":]"#)
        #expect(refused == "refused: json.syntax at byte 11, in /content\n")
    }

    @Test("A text with a mention is written as a content and as a line of socket chat")
    func write() throws {
        let content =
            #"{"content":"Lunch at noon?","user":{"id":"u1","name":"Kim"},"#
            + #""mentionedInfo":{"type":2,"userIdList":["u2"]}}"#
        let lines = try run("example-write").split(separator: "\n").map(String.init)
        #expect(lines.first == content)
        #expect(lines.count == 2)
        let message = try #require(
            try JSONSerialization.jsonObject(with: Data((lines.last ?? "").utf8)) as? [String: Any])
        #expect(message["messageType"] as? String == "normal")
        #expect(message["groupID"] as? String == "g1")
        #expect(message["objectName"] as? String == "RC:TxtMsg")
    }

    @Test("A type of an application keeps members of a newer version")
    func custom() throws {
        #expect(
            try run("example-custom") == """
                [Invitation] chess ["clock"]
                {"game":"chess","seats":4,"clock":{"minutes":5.50}}

                """)
    }
}
