// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

/// Tests that the result of a command does not depend on the number of jobs, and on how the input arrives.
@Suite("Jobs")
struct JobTests {
    private let tool = Tool()

    /// Lines of every kind, several blocks of them: valid, deviating, rejected, unknown, empty, and too long.
    private static let lines: [UInt8] = {
        let kinds = [
            #"{"objectName":"RC:TxtMsg","content":{"content":"Hi \"你好\"","extra":""}}"#,
            #"{"objectName": "RC:TxtMsg", "content": {"content":"spaced"}, "id": 7}"#,
            #"{"objectName":"RC:TxtMsg","content":"{\"content\":\"in a string\"}"}"#,
            #"{"objectName":"RC:GrpNtf","content":{"operation":"Add","operatorUserId":"u1","data":"x","message":""}}"#,
            #"{"objectName":"RC:VcMsg","content":{"content":"bhZPzJXimRwrtvc=","duration":"7"}}"#,
            #"{"objectName":"RC:VcMsg","content":{"content":7,"duration":{}}}"#, #"{"objectName":"RC:TxtMsg""#,
            #"{"objectName":"RC:TxtMgs","content":{"a":1,"b":2}}"#, #"{"objectName":"app:gift","content":[1, 2]}"#,
            #"{"objectName":"app:b","content":{"$base64":"AP8="}}"#, "", "  ", "nonsense",
            #"{"objectName":"RC:TxtMsg","content":{"content":"\#(String(repeating: "long ", count: 300))"}}"#,
        ]
        var text: [UInt8] = []
        var state: UInt64 = 11
        for number in 0..<6_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let kind = kinds[Int(state >> 33) % kinds.count]
            text += kind.replacing("app:gift", with: "app:gift\(number % 300)").utf8
            text += state >> 60 == 0 ? "\r\n".utf8 : "\n".utf8
        }
        return Array(text.dropLast())
    }()

    /// The options of a line, with which a few lines are too long.
    private static let lineOptions = ["--max-line", "1200"]

    private func expectSame(_ arguments: [String], _ input: [UInt8], isBinary: Bool = false) throws {
        let file = try tool.file("input", Data(input))
        let other = try tool.file("other", Data(input.prefix(100_000)))
        let expected = try tool.run(arguments + ["--jobs", "1"], inputFile: file, bytes: true)
        #expect(!expected.bytes.isEmpty || !expected.errors.isEmpty)
        for jobs in ["2", "7"] {
            let run = try tool.run(arguments + ["--jobs", jobs], inputFile: file, bytes: true)
            #expect(run.bytes == expected.bytes, "\(arguments), \(jobs) jobs")
            #expect(run.errors == expected.errors && run.code == expected.code, "\(arguments), \(jobs) jobs")
        }
        let path = try #require(Tool.path)
        let whole = try tool.shell(
            #"tool=$1 file=$2; shift 2; "$tool" "$@" --jobs 1 2>&1 <"$file""#, [path, file] + arguments)
        let pieces = try tool.shell(
            #"tool=$1 file=$2; shift 2; dd if="$file" bs=997 2>/dev/null | "$tool" "$@" --jobs 7 2>&1"#,
            [path, file] + arguments)
        #expect(pieces.output == whole.output && pieces.code == whole.code, "\(arguments) from a pipe")
        let several = arguments + [file, "/nonexistent", other]
        let one = try tool.run(several + ["--jobs", "1"], inputFile: "/dev/null", bytes: true)
        let many = try tool.run(several + ["--jobs", "7"], inputFile: "/dev/null", bytes: true)
        #expect(many.bytes == one.bytes && many.errors == one.errors && many.code == one.code, "\(arguments), files")
        #expect(one.code == 2)
    }

    @Test(
        "Contents yield the same output, messages and exit code with any number of jobs",
        arguments: [
            ["decode"], ["decode", "--strict"], ["decode", "--format", "text"], ["validate"], ["validate", "--quiet"],
            ["validate", "--strict", "--format", "json"],
        ])
    func contents(_ arguments: [String]) throws {
        try expectSame(arguments + JobTests.lineOptions, JobTests.lines)
    }

    @Test(
        "Values yield the same output, messages and exit code with any number of jobs",
        arguments: [["encode"], ["encode", "--raw"], ["encode", "--as", "server-python"]])
    func values(_ arguments: [String]) throws {
        let text = String(decoding: JobTests.lines, as: UTF8.self).replacing("\"content\": {", with: "\"value\": {")
            .replacing("\"content\":{", with: "\"value\":{")
        try expectSame(arguments + JobTests.lineOptions, Array(text.utf8))
    }

    @Test("The counts of traffic are the same with any number of jobs", arguments: [[], ["--partial"]])
    func payloads(_ options: [String]) throws {
        let arguments = ["compat", "payloads", "--platform", "web-v2", "--format", "json"]
        try expectSame(arguments + options + JobTests.lineOptions, JobTests.lines)
    }

    @Test("Chat streams yield the same output with any number of jobs", arguments: ["line", "packet", "auto"])
    func chatStreams(_ framing: String) throws {
        let message = #"{"messageType":"normal","fromUserID":"u1","toUserID":"u2","chatType":"private","#
        var text = ""
        for number in 0..<4_000 {
            text += "\(message)\"contenType\":\"text\",\"content\":{\"text\":\"\(number)\"}}\n"
        }
        let options = framing == "line" ? [] : ["--framing", "packet", "--deflate", "--batch", "3"]
        let stream = try tool.run(
            ["encode", "--protocol", "chat"] + options, inputFile: tool.file("messages", text), bytes: true)
        #expect(stream.code == 0)
        // A part of the stream is missing, so that there are errors.
        let bytes = Array(stream.bytes)
        let broken = bytes.prefix(bytes.count / 2) + bytes.suffix(bytes.count / 2 - 3)
        for format in ["json", "text"] {
            try expectSame(
                ["decode", "--protocol", "chat", "--framing", framing, "--format", format], Array(broken))
        }
    }

    @Test("Packets yield the same output with any number of jobs", arguments: ["websocket", "tcp"])
    func packets(_ framing: String) throws {
        let body = #""value":{"sessionId":3,"classname":"RC:TxtMsg","content":"eyJjb250ZW50IjoiSGkifQ=="}}"#
        var items = ""
        for number in 1...3_000 {
            items += #"{"direction":"up","packet":{"packet":"PUBLISH","qos":1,"topic":"ppMsgP","targetId":"u2","#
            items += "\"messageId\":\(number)},\"body\":{\"message\":\"UpStreamMessage\",\(body)}\n"
            // The answer to a query is known by its message id, and may be in a later block.
            items += #"{"direction":"up","packet":{"packet":"QUERY","qos":1,"topic":"qryPMsg","targetId":"u2","#
            items += "\"messageId\":\(number),\"data\":\"\"}}\n"
            guard framing == "websocket", number > 40 else { continue }
            items += #"{"direction":"down","packet":{"packet":"QUERYACK","qos":1,"status":0,"date":1,"#
            items += "\"messageId\":\(number - 40),\"data\":\"\"}}\n"
        }
        let direction = framing == "tcp" ? ["--direction", "up"] : []
        let options = ["--protocol", "rmtp", "--framing", framing] + direction
        let encoded = try tool.run(["encode"] + options, inputFile: tool.file("items", items), bytes: true)
        #expect(encoded.code == 0, "\(encoded.errors)")
        try expectSame(["encode"] + options, Array(items.utf8))
        for format in ["json", "text"] {
            try expectSame(["decode", "--format", format] + options, Array(encoded.bytes))
        }
    }

    @Test("A number of jobs that is not 1 to 256 is rejected", arguments: ["0", "257", "x"])
    func wrongNumbers(_ jobs: String) throws {
        #expect(try tool.run("validate", "--jobs", jobs).code == 2)
    }
}
