// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

@Suite("Decoding and encoding contents")
struct DecodeTests {
    private let tool = Tool()

    @Test(
        "A decoded line has the value, unknown members, deviations, digest and status",
        arguments: [
            (
                #"{"objectName":"RC:TxtMsg","content":{"content":"Hi","user":{"icon":"http://x"},"zz":1.50}}"#,
                #"{"line":1,"objectName":"RC:TxtMsg","value":{"content":"Hi","user":{"portrait":"http://x"},"zz":1.50},"#
                    + #""unknown":["zz"],"deviations":["DEV-08"],"digest":"Hi"}"#
            ),
            (
                #"{"content":"{\"content\":\"\\u4f60 \ud83d\ude00\"}","objectName":"RC:TxtMsg","sent":1}"#,
                #"{"line":1,"objectName":"RC:TxtMsg","value":{"content":"你 😀"},"unknown":[],"deviations":[],"#
                    + #""digest":"你 😀"}"#
            ),
            (
                #"{"objectName":"app:Gift","content":{ "a" : 1 }}"#,
                #"{"line":1,"objectName":"app:Gift","value":{"$base64":"eyAiYSIgOiAxIH0="},"unknown":[],"deviations":[],"#
                    + #""digest":"当前版本暂不支持查看此消息","status":"unknown"}"#
            ),
            (
                #"{"objectName":"RC:HsMsg","content":{"$base64":"/wA="}}"#,
                #"{"line":1,"objectName":"RC:HsMsg","value":{"$base64":"/wA="},"unknown":[],"deviations":[]}"#
            ),
        ])
    func writesValues(_ line: String, _ expected: String) throws {
        let run = try tool.run("decode", input: line + "\n")
        #expect(run.code == 0)
        #expect(run.output == expected + "\n")
    }

    @Test(
        "An invalid line is reported with the code, offset and path of its error",
        arguments: [
            (#"{"objectName":"RC:VcMsg","content":{"content":"AAAA","duration":[1}}"#, "json.syntax", 31, "/duration"),
            (#"{"objectName":"RC:TxtMsg","content":{"content":}}"#, "json.syntax", 11, "/content"),
            (#"{"objectName":"RC:TxtMsg","content":{"content":"cut off"#, "json.syntax", 19, "/content"),
            (#"{"objectName":"RC:TxtMsg","content":"{\"content\":}"}"#, "json.syntax", 11, "/content"),
            (#"{"objectName":"RC:TxtMsg","content":[]}"#, "content.type", 0, ""),
            (#"{"objectName":"app:Gift","content":{"a":}}"#, "line.json", 40, ""),
            (#"{"objectName":"RC:TxtMsg","content":{"content":"a"},"x":nul}"#, "line.json", 59, ""),
            (#"{"objectName":"RC:TxtMsg","content":{"content":"a"}} {}"#, "line.json", 53, ""),
            (#"{"objectName":"RC:TxtMsg","content":"{\"content\":\"\ud83d\"}"}"#, "line.json", 52, ""),
            (#"{"objectName":"RC:TxtMsg"}"#, "line.member", 0, ""),
            (#"{"content":{}}"#, "line.member", 0, ""),
            (#"{"objectName":7,"content":{}}"#, "line.member", 14, ""),
            (#"{"objectName":"a","objectName":"b","content":{}}"#, "line.member", 18, ""),
            ("hello", "line.json", 0, ""),
            ("\u{feff}{}", "line.json", 0, ""),
        ])
    func tellsWhatIsWrong(_ line: String, _ code: String, _ offset: Int, _ path: String) throws {
        let run = try tool.run("decode", input: line)
        #expect(run.code == 1)
        #expect(run.lines.count == 1)
        #expect(run.output.contains(#""error":{"code":"\#(code)","offset":\#(offset),"path":"\#(path)""#))
    }

    @Test("A deviation is an error in strict mode only")
    func strictRefusesWhatDeviates() throws {
        let line = #"{"objectName":"RC:TxtMsg","content":{"text":"Hi"}}"#
        #expect(try tool.run("decode", input: line).code == 0)
        let run = try tool.run("decode", "--strict", input: line)
        #expect(run.code == 1)
        #expect(run.output.contains(#""error":{"code":"field.alias","offset":1,"path":"/content"}"#))
    }

    @Test("With --type, each line is a content")
    func bareContents() throws {
        let run = try tool.run(
            "decode", "--type", "RC:TxtMsg", "--format", "text", input: "\r\n{\"content\":\"Hi\"}\r\n")
        #expect(run.code == 0)
        #expect(run.output == "2 RC:TxtMsg\n  content  \"Hi\"\n  digest: \"Hi\"\n")
    }

    @Test(
        "Text has no characters that control a terminal or its direction, and JSON keeps them",
        arguments: [
            "\u{9b}", "\u{7f}", "\u{85}", "\u{200e}", "\u{200f}", "\u{2028}", "\u{202a}", "\u{202e}", "\u{2066}",
            "\u{2069}", "\u{61c}", "\u{feff}",
        ])
    func textCannotUpsetATerminal(_ mark: String) throws {
        let line = """
            {"objectName":"a\\u001b[2J\(mark)","content":{}}
            {"objectName":"RC:TxtMsg","content":{"content":"a\(mark)b","\(mark)":"\(mark)"}}
            {"objectName":"RC:TxtMsg","content":{"content":"👨‍👩‍👧 你好","user":{"\(mark)":[1]}}}
            """
        for command in [["decode", "--format", "text"], ["validate"], ["encode", "--raw"]] {
            let run = try tool.run(command, input: command[0] == "encode" ? line + mark : line)
            let shown = command[0] == "encode" ? run.errors : run.output + run.errors
            #expect(!shown.unicodeScalars.contains("\u{1b}"))
            #expect(!shown.unicodeScalars.contains(try #require(mark.unicodeScalars.first)))
        }
        #expect(try tool.run(["decode", "--format", "text"], input: line).output.contains("👨‍👩‍👧 你好"))
        #expect(try tool.run(["decode"], input: line).output.contains("a\(mark)b"))
    }

    @Test("Line breaks between tokens of a raw value become spaces, so that no record can be forged (FRM-021)")
    func aValueCannotEndTheLine() throws {
        let forged = #"{"line":2,"objectName":"RC:TxtMsg","value":{"content":"forged"}}"#
        let content = "{\"content\":\"Hi\",\"extra\":[1,\r\n2],\"zz\":[\n\(forged)\n]}"
        let text = String(decoding: try JSONEncoder().encode(content), as: UTF8.self)
        let line = #"{"objectName":"RC:TxtMsg","content":"# + text + "}\n"
        let decoded = try tool.run("decode", input: line)
        #expect(decoded.code == 0)
        #expect(decoded.lines.count == 1)
        #expect(!decoded.output.contains("\r"))
        let encoded = try tool.run("encode", input: decoded.output)
        #expect(encoded.lines.count == 1)
        func object(_ text: String) throws -> NSDictionary {
            try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
        }
        let written = try #require(try object(encoded.output)["content"] as? String)
        #expect(try object(written) == object(content))
        // The same value is encoded with its surrounding members and with `--raw`.
        let value = line.replacing("\"content\":\"{", with: "\"value\":\"{")
        for arguments in [["encode"], ["encode", "--raw"]] {
            let run = try tool.run(arguments, input: value)
            #expect(run.code == 0)
            #expect(run.lines.count == 1)
        }
        let people = try tool.run("decode", "--format", "text", input: line)
        #expect(people.output.split(separator: "\n", omittingEmptySubsequences: false).count == 8)
        for command in [["validate", "--format", "json"], ["compat", "payloads", "--platform", "ios"]] {
            #expect(try !tool.run(command, input: line).output.contains("forged"))
        }
    }

    @Test("encode writes lines that decode to the same values, without their deviations")
    func encodeIsTheMirror() throws {
        let values =
            #"{"objectName":"RC:TxtMsg","value":{"extra":"","content":"Hi"}}"# + "\n"
            + #"{"objectName":"RC:TxtMsg","value":{"text":"Hi"}}"# + "\n"
            + #"{"objectName":"RC:HsMsg","value":{"$base64":"/wA="}}"# + "\n"
        let run = try tool.run("encode", input: values)
        #expect(run.code == 0)
        let lines = try run.lines.map { try RawJSON(text: $0) }
        #expect(lines.map { $0["line"]?.text } == ["1", "2", "3"])
        #expect(lines.map { $0["objectName"]?.string } == ["RC:TxtMsg", "RC:TxtMsg", "RC:HsMsg"])
        #expect(lines[0]["content"]?.string == #"{"content":"Hi","extra":""}"#)
        #expect(lines[1]["content"]?.string == #"{"content":"Hi"}"#)
        #expect(lines[2]["content"]?.text == #"{"$base64":"/wA="}"#)
        #expect(lines.map { $0["deviations"]?.text } == [nil, #"["DEV-24"]"#, nil])
        let decoded = try tool.run("decode", input: run.output)
        #expect(decoded.code == 0)
        let again = try tool.run("encode", input: decoded.output)
        let repaired = run.lines.map { $0.replacing(#","deviations":["DEV-24"]"#, with: "") }
        #expect(again.lines == repaired)
    }

    @Test("Encoding for a platform reports each deviation, and an unknown platform is rejected (CNT-178)")
    func encodesForAPlatform() throws {
        let line = #"{"objectName":"RC:TxtMsg","value":{"content":"a","user":{"id":"u","portrait":"p"}}}"# + "\n"
        let run = try tool.run("encode", "--as", "server-python", input: line)
        #expect(run.code == 0)
        #expect(run.errors.contains("DEV-08 RC:TxtMsg /user/portrait"))
        let content = try RawJSON(text: run.lines.first ?? "")["content"]?.string
        #expect(content == #"{"content":"a","user":{"id":"u","portrait":"p","icon":"p"}}"#)
        let unknown = try tool.run("encode", "--as", "nosuch", input: line)
        #expect(unknown.code == 2)
        #expect(unknown.output.isEmpty)
        for platform in EncodeProfile.platforms { #expect(unknown.errors.contains(platform.name)) }
    }

    @Test("With --raw, encode writes contents alone and reports errors by line")
    func encodeRawWritesContentsAlone() throws {
        let run = try tool.run("encode", "--raw", "--type", "RC:TxtMsg", input: "{\"content\":\"Hi\"}\n{]\n")
        #expect(run.code == 1)
        #expect(run.output == "{\"content\":\"Hi\"}\n")
        #expect(run.errors == "imwire: standard input:2: RC:TxtMsg json.syntax at byte 1\n")
        #expect(try tool.run("encode", "--strict", "--type", "RC:TxtMsg", input: "{\"text\":\"Hi\"}").code == 1)
        // Bytes of an untyped content are written as they are, `AB`, unless they would break the line, as in `\nx`.
        let bytes = try tool.run(
            "encode", "--raw",
            input: #"{"objectName":"app:x","value":{"$base64":"QUI="}}"# + "\n"
                + #"{"objectName":"app:x","value":{"$base64":"Cng="}}"# + "\n")
        #expect(bytes.code == 1)
        #expect(bytes.output == "AB\n")
        #expect(bytes.errors.contains("standard input:2: app:x line.member at byte 0: the content contains a line"))
    }
}
