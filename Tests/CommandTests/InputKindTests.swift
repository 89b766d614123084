// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of inputs of `imwire inspect` that are neither chat streams nor packets.
@Suite("Recognized inputs")
struct InputKindTests {
    private let tool = Tool()

    private let callback =
        "fromUserId=u1&toUserId=u2&objectName=RC%3ATxtMsg&content=%7B%22content%22%3A%22Hi%22%7D&channelType=PERSON"

    private func inspect(_ bytes: [UInt8], _ arguments: String...) throws -> ToolRun {
        return try tool.run(["inspect"] + arguments + [tool.file("bytes", Data(bytes))], input: "")
    }

    @Test("A message callback is shown field by field and not decoded as packets")
    func messageCallback() throws {
        let run = try inspect(Array(callback.utf8))
        #expect(run.code == 0)
        #expect(run.lines.first == "the callback of a message with 5 fields")
        #expect(run.lines.contains("  26      objectName  RC:TxtMsg"))
        let json = try inspect(Array(callback.utf8), "--format", "json")
        #expect(json.lines.first == #"{"field":{"offset":0,"name":"fromUserId","value":"u1"}}"#)
    }

    @Test("An error in the content of a callback is a finding with its offset in the content")
    func wrongContent() throws {
        let wrong = callback.replacingOccurrences(of: "%7D", with: "")
        let run = try inspect(Array(wrong.utf8))
        #expect(run.code == 1)
        #expect(run.lines.last == "WRONG  in the content: json.syntax at byte 15")
    }

    @Test("A form is recognized by its first field, and Base64 that ends in = is not a form")
    func forms() throws {
        #expect(try inspect(Array("userId=u1&name=n\n".utf8)).lines.first == "a form with 2 fields")
        #expect(try inspect(Array("userId=u1".utf8)).lines.first == "a form with 1 field")
        #expect(try inspect(Array("eyJhIjoxfQ==\n".utf8)).output.contains("lines of Base64"))
        #expect(try inspect(Array("eyJhIjoxMX0=\n".utf8)).output.contains("lines of Base64"))
    }

    @Test("The head of an HTTP request is shown, and its form is inspected at its offset in the input")
    func http() throws {
        let head = "POST /message/private/publish.json HTTP/1.1\r\nHost: a\r\n\r\n"
        let run = try inspect(Array((head + "fromUserId=u1&toUserId=u2").utf8))
        #expect(run.code == 0)
        #expect(run.lines.dropFirst().first == "  POST /message/private/publish.json HTTP/1.1")
        #expect(run.lines.contains("  \(head.utf8.count)      fromUserId  u1"))
    }

    @Test("The callback of online statuses is a list of users")
    func statuses() throws {
        let run = try inspect(Array(#"[{"userid":"u1","status":"0","os":"iOS","time":"1437982698704"}]"#.utf8))
        #expect(run.lines.first == "the callback of 1 online status")
    }

    @Test(
        "Data that requires conversion is a usage error that names the conversion",
        arguments: [
            ([0x1f, 0x8b, 8, 0], "gzip data; convert it first: gzip -dc FILE | imwire inspect"),
            ([0x7f, 0x45, 0x4c, 0x46, 2], "an executable"),
            ([0xff, 0xfe, 0x7b, 0], "UTF-16LE text; convert it first: iconv -f UTF-16LE -t UTF-8 FILE"),
            (Array("{\0\"\0a\0\"\0:\0".utf8), "UTF-16LE text"), (Array("\0{\0\"\0a\0\"\0:".utf8), "UTF-16BE text"),
            (Array("Some words, and no bytes.\n".utf8), "plain text"),
        ] as [([UInt8], String)])
    func conversions(_ bytes: [UInt8], _ expected: String) throws {
        let run = try inspect(bytes)
        #expect(run.code == 2)
        #expect(run.errors.contains(expected), "\(run.errors)")
    }

    @Test("A guessed format is reported as a guess")
    func guess() throws {
        let run = try tool.run("inspect", "--format", "json", input: "320006 70704d736750 0002 7532 0001 0803")
        #expect(run.lines.first?.contains("this is a guess") == true)
    }
}
