// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct DecodeTests {
    @Test(arguments: [
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
                + #""digest":"当前版本暂不支持查看此消息"}"#
        ),
        (
            #"{"objectName":"RC:HsMsg","content":{"$base64":"/wA="}}"#,
            #"{"line":1,"objectName":"RC:HsMsg","value":{"$base64":"/wA="},"unknown":[],"deviations":[]}"#
        ),
    ])
    func writesValues(_ line: String, _ expected: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let run = try tool.run("decode", input: line + "\n")
        #expect(run.code == 0)
        #expect(run.output == expected + "\n")
    }

    @Test(arguments: [
        (#"{"objectName":"RC:VcMsg","content":{"content":"AAAA","duration":[1]}}"#, "field.type", 29, "/duration"),
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
        let tool = try Tool()
        defer { tool.remove() }
        let run = try tool.run("decode", input: line)
        #expect(run.code == 1)
        #expect(run.lines.count == 1)
        #expect(run.output.contains(#""error":{"code":"\#(code)","offset":\#(offset),"path":"\#(path)""#))
    }

    @Test func strictRefusesWhatDeviates() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let line = #"{"objectName":"RC:TxtMsg","content":{"text":"Hi"}}"#
        #expect(try tool.run("decode", input: line).code == 0)
        let run = try tool.run("decode", "--strict", input: line)
        #expect(run.code == 1)
        #expect(run.output.contains(#""error":{"code":"field.alias","offset":1,"path":"/content"}"#))
    }

    @Test func takesBareContents() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let run = try tool.run(
            "decode", "--type", "RC:TxtMsg", "--format", "text", input: "\r\n{\"content\":\"Hi\"}\r\n")
        #expect(run.code == 0)
        #expect(run.output == "2 RC:TxtMsg\n  content  \"Hi\"\n  digest: \"Hi\"\n")
    }

    @Test func textCannotUpsetATerminal() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let line =
            "{\"objectName\":\"a\\u001b[2J\u{9b}\",\"content\":{}}\n"
            + "{\"objectName\":\"RC:TxtMsg\",\"content\":{\"content\":\"\u{9b}\"}}"
        let run = try tool.run("decode", "--format", "text", input: line)
        #expect(!run.output.unicodeScalars.contains("\u{1b}"))
        #expect(!run.output.unicodeScalars.contains("\u{9b}"))
    }

    @Test func encodeIsTheMirror() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let values =
            #"{"objectName":"RC:TxtMsg","value":{"extra":"","content":"Hi"}}"# + "\n"
            + #"{"objectName":"RC:TxtMsg","value":{"text":"Hi"}}"# + "\n"
            + #"{"objectName":"RC:HsMsg","value":{"$base64":"/wA="}}"# + "\n"
        let run = try tool.run("encode", input: values)
        #expect(run.code == 0)
        #expect(
            run.lines == [
                #"{"line":1,"objectName":"RC:TxtMsg","content":"{\"content\":\"Hi\",\"extra\":\"\"}"}"#,
                #"{"line":2,"objectName":"RC:TxtMsg","content":"{\"content\":\"Hi\"}","deviations":["DEV-24"]}"#,
                #"{"line":3,"objectName":"RC:HsMsg","content":{"$base64":"/wA="}}"#,
            ])
        let decoded = try tool.run("decode", input: run.output)
        #expect(decoded.code == 0)
        let again = try tool.run("encode", input: decoded.output)
        let repaired = run.lines.map { $0.replacing(#","deviations":["DEV-24"]"#, with: "") }
        #expect(again.lines == repaired)
    }

    @Test func encodeRawWritesContentsAlone() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let run = try tool.run("encode", "--raw", "--type", "RC:TxtMsg", input: "{\"content\":\"Hi\"}\n{]\n")
        #expect(run.code == 1)
        #expect(run.output == "{\"content\":\"Hi\"}\n")
        #expect(run.errors == "imwire: standard input:2: RC:TxtMsg json.syntax at byte 1\n")
        #expect(try tool.run("encode", "--strict", "--type", "RC:TxtMsg", input: "{\"text\":\"Hi\"}").code == 1)
    }
}
