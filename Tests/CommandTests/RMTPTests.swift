// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

@Suite("Decoding, encoding and inspecting packets")
struct RMTPTests {
    private let tool = Tool()

    /// A text message to u2 as an SDK writes it, with spaces for readability.
    private static let frame =
        "320006 70704d736750 0002 7532 0001 0803120952433a5478744d73671a107b22636f6e74656e74223a226869227d"
    private static let plain = frame.filter { $0 != " " }

    @Test("inspect shows a frame down to its content, with the requirement of each field")
    func inspectShowsAFrameToItsContent() throws {
        let run = try tool.run("inspect", "--protocol", "rmtp", "--direction", "up", input: Self.frame + "\n")
        #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        let rows = run.lines.map { $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init) }
        for (offset, field, value, requirement) in [
            ("000000", "header", "PUBLISH,", "RMTP-010"), ("000001", "topic", "\"ppMsgP\"", "RMTP-160"),
            ("000009", "targetId", "\"u2\"", "RMTP-030"), ("00000D", "messageId", "1", "RMTP-031"),
            ("00000F", "data", "UpStreamMessage,", "RMTP-060"), ("00000F", "sessionId", "3", "RMTP-171"),
            ("000011", "classname", "\"RC:TxtMsg\"", "CNT-001"),
            ("00001E", "content", "{\"content\":\"hi\"}", "CNT-020"),
            ("00001E", "content", "\"hi\"", "CNT-034"),
        ] {
            #expect(
                rows.contains {
                    $0.first == offset && $0.contains(field) && $0.contains(value) && $0.last == requirement
                },
                "\(field)")
        }
        #expect(run.output.contains(".....01. qos 1: acknowledgement requested"))
        #expect(run.lines.last == "46 bytes, 1 message: nothing is wrong")
    }

    @Test("inspect distinguishes packets from chat, and an explicit protocol takes precedence")
    func inspectFindsPacketsThatAreNoChat() throws {
        let run = try tool.run("inspect", input: Self.frame)
        #expect(run.code == 0 && run.output.contains("PUBLISH on ppMsgP"))
        #expect(run.output.contains("goes up"))
        // Base64 of a chat stream is still recognized, and an explicit protocol takes precedence.
        #expect(try tool.run("inspect", input: "eyJhIjoxfQ==\n").output.contains("lines of Base64"))
        #expect(try tool.run("inspect", "--protocol", "chat", input: Self.frame).output.contains("lines of Base64"))
    }

    @Test("inspect reads each line as a packet in its direction")
    func inspectTellsLinesApart() throws {
        let input = "up \(Self.frame)\ndown 40000165535f0000000000 0001 41\ndown e00001ff\n"
        let run = try tool.run("inspect", "--protocol", "rmtp", "--depth", "1", input: input)
        #expect(run.code == 0, "a byte after DISCONNECT deviates")
        #expect(run.output.contains("message 3  DISCONNECT, status 1"))
        #expect(run.output.contains("DEVIATES   DEV-132"))
        let json = try tool.run("inspect", "--protocol", "rmtp", "--format", "json", input: input)
        let lines = try json.lines.map { try RawJSON(text: $0) }
        #expect(lines.first?["stream"]?["protocol"]?.string == "rmtp")
        #expect(lines.last?["summary"]?["deviations"]?.text == "1")
    }

    @Test("inspect rejects a missing direction and options of the other protocol")
    func inspectSaysWhatItLacks() throws {
        let unsure = try tool.run("inspect", "--protocol", "rmtp", input: "900102")
        #expect(unsure.code == 2 && unsure.errors.contains("--direction up"))
        for arguments in [
            ["--protocol", "rmtp", "--framing", "line"], ["--protocol", "chat", "--direction", "up"],
            ["--protocol", "rmtp", "--key", "01"], ["--protocol", "rmtp", "--protocol-version", "5"],
            ["--protocol", "rmtp", "--topic", "none"], ["--framing", "xhr", "--direction", "up"],
        ] {
            let run = try tool.run(["inspect"] + arguments, inputFile: try tool.file("frame", Self.frame))
            #expect(run.code == 2, "\(arguments)")
        }
    }

    @Test("Packets with bodies and contents survive a round trip")
    func decodeReadsBodiesAndEncodeWritesThemBack() throws {
        let input = "up \(Self.plain)\ndown c0\ndown 40000165535f0000000000000141\n"
        let run = try tool.run("decode", "--protocol", "rmtp", input: input)
        #expect(run.code == 0 && run.lines.count == 3, "\(run.output)\(run.errors)")
        let line = try RawJSON(text: run.lines[0])
        #expect(line["line"]?.text == "1" && line["direction"]?.string == "up")
        #expect(line["packet"]?["topic"]?.string == "ppMsgP")
        #expect(line["body"]?["message"]?.string == "UpStreamMessage")
        #expect(line["body"]?["value"]?["sessionId"]?.text == "3")
        #expect(line["body"]?["content"]?.text == #"{"objectName":"RC:TxtMsg","value":{"content":"hi"}}"#)
        #expect(try tool.run("encode", "--protocol", "rmtp", input: run.output).output == input)
        let bare = try tool.run("decode", "--protocol", "rmtp", "--no-bodies", input: input)
        #expect(!bare.output.contains("\"body\""))
        let base64 = try tool.run("encode", "--protocol", "rmtp", "--bytes", "base64", input: run.output)
        #expect(try tool.run("decode", "--protocol", "rmtp", input: base64.output).output == run.output)
    }

    @Test("encode writes a body from its value and content, and rejects contradictory data")
    func encodeMakesABodyOfItsValueAndContent() throws {
        let packet = #""packet":{"packet":"PUBLISH","qos":1,"topic":"ppMsgP","targetId":"u2","messageId":1"#
        let value = #""message":"UpStreamMessage","value":{"sessionId":3,"classname":"RC:TxtMsg"}"#
        let content = #""content":{"objectName":"RC:TxtMsg","value":{"content":"hi"}}"#
        let made = try tool.run(
            "encode", "--protocol", "rmtp", "--direction", "up", input: "{\(packet)},\"body\":{\(value),\(content)}}\n")
        #expect(made.output == Self.plain + "\n", "\(made.errors)")
        let torn = try tool.run(
            "encode", "--protocol", "rmtp", "--direction", "up",
            input: "{\(packet),\"data\":\"CAE=\"},\"body\":{\(value)}}\n")
        #expect(torn.code == 1 && torn.errors.contains("contradict each other"))
        let lost = try tool.run("encode", "--protocol", "rmtp", input: "{\(packet)}}\n")
        #expect(lost.code == 1 && lost.errors.contains("--direction"))
    }

    @Test("Keyed TCP streams and replies to polling survive a round trip")
    func streamsAndRepliesGoBothWays() throws {
        let lines = try tool.run("decode", "--protocol", "rmtp", "--direction", "up", input: Self.plain + "\nc0\n")
            .output
        let key = ["--protocol", "rmtp", "--framing", "tcp", "--direction", "up", "--key", "0102030405060708"]
        let stream = try tool.run(["encode"] + key, inputFile: try tool.file("lines", lines), bytes: true).bytes
        #expect(stream.starts(with: [0x32, 0x32 ^ 45, 45, 1]))
        let back = try tool.run(["decode"] + key, inputFile: try tool.file("stream", stream))
        #expect(
            back.code == 0 && back.lines.count == 2 && back.output.contains(#""content":{"objectName":"RC:TxtMsg""#))
        let cut = try tool.run(["decode"] + key, inputFile: try tool.file("cut", stream.dropLast()))
        #expect(cut.code == 1 && cut.errors.contains("inside a packet"))
        let keyed = try tool.run(["inspect"] + key, inputFile: try tool.file("stream", stream))
        #expect(keyed.code == 0 && keyed.output.contains("without the key"), "\(keyed.output)\(keyed.errors)")

        let reply = #"{"headerCode":50,"messageId":5,"topic":"s_ntf","targetId":"u1","data":"{\"type\":1}"}"# + "\n"
        let polled = try tool.run(
            "decode", "--protocol", "rmtp", "--framing", "xhr", input: reply + "[\(reply.dropLast()),1]\n")
        #expect(polled.code == 1 && polled.lines.count == 3 && polled.lines[2].contains("message.type"))
        let written = try tool.run("encode", "--protocol", "rmtp", "--framing", "xhr", input: polled.lines[0] + "\n")
        #expect(written.output == reply, "\(written.errors)")
        let told = try tool.run("inspect", "--protocol", "rmtp", "--framing", "xhr", input: reply)
        #expect(
            told.code == 0 && told.output.contains("RMTP-092") && told.output.contains("NotifyMsg as JSON in a string"))
        let bare = reply.replacing(#""{\"type\":1}""#, with: #"{"type":1}"#)
        let read = try tool.run("decode", "--protocol", "rmtp", "--framing", "xhr", input: bare)
        #expect(read.code == 0 && read.output.contains(#""data":{"type":1}},"deviations":["DEV-145"]"#))
        #expect(try tool.run("encode", "--protocol", "rmtp", "--framing", "xhr", input: read.output).output == reply)
        let shown = try tool.run("inspect", "--protocol", "rmtp", "--framing", "xhr", input: bare)
        #expect(shown.code == 0 && shown.output.contains("NotifyMsg as a plain object"))
    }

    @Test("Errors of packets, lines and contents are reported in the output of their line")
    func whatIsWrongIsTold() throws {
        let input = "320003\nzz\n\(Self.plain.dropLast(2))7a\n"
        let run = try tool.run("decode", "--protocol", "rmtp", "--direction", "up", "--strict", input: input)
        #expect(run.code == 1 && run.lines.count == 3)
        #expect(run.lines[0].contains(#""code":"packet.length","offset":1"#))
        #expect(run.lines[1].contains("line.member"))
        #expect(
            run.lines[2].contains(#""error":{"code":"json.syntax""#) && run.lines[2].contains(#""packet":"PUBLISH""#))
        let mixed = try tool.run("decode", "--direction", "up", input: input)
        #expect(mixed.code == 2 && mixed.errors.contains("--protocol rmtp"))
    }

    @Test("Limits hold at n and are exceeded at n + 1, and trailing bytes survive a round trip")
    func limitsAndTrailingBytes() throws {
        let way = ["--protocol", "rmtp", "--direction", "up"]
        let small = try tool.run(["decode"] + way + ["--limit", "packetBytes=44"], input: Self.plain + "\n")
        #expect(small.code == 1 && small.output.contains("limit.size"))
        #expect(try tool.run(["decode"] + way + ["--limit", "packetBytes=45"], input: Self.plain + "\n").code == 0)
        // The body has 31 bytes and one level, and the only string of its content has two bytes.
        for limit in ["bodyBytes=31", "bodyDepth=1", "stringBytes=7", "depth=1"] {
            let run = try tool.run(["decode"] + way + ["--limit", limit], input: Self.plain + "\n")
            #expect(run.code == 0, "\(limit): \(run.output)")
        }
        for (limit, code) in [
            ("bodyBytes=30", "limit.size"), ("bodyDepth=0", "limit.depth"), ("stringBytes=1", "limit.string"),
            ("depth=0", "limit.depth"),
        ] {
            let run = try tool.run(["decode"] + way + ["--limit", limit], input: Self.plain + "\n")
            #expect(run.code == 1 && run.output.contains(code), "\(limit): \(run.output)")
        }
        let chat = try tool.run("decode", "--protocol", "chat", "--limit", "bodyBytes=2", input: "")
        #expect(chat.code == 2 && chat.errors.contains("streams have no limit bodyBytes"))
        let packet = #"{"packet":{"packet":"QUERYCON","messageId":3},"trailing":"q80="}"#
        let written = try tool.run(["encode"] + way, input: packet + "\n")
        #expect(written.output == "700003abcd\n", "\(written.errors)")
        #expect(try tool.run(["encode"] + way + ["--limit", "packetBytes=3"], input: packet + "\n").code == 1)
        let read = try tool.run(["decode"] + way, input: written.output)
        #expect(read.output.contains(#""deviations":["DEV-132"],"trailing":"q80=""#), "\(read.output)")
        #expect(try tool.run(["encode"] + way, input: read.output).output == written.output)
        let other = try tool.run(["decode"] + way + ["--limit", "lineBytes=3"], input: "")
        #expect(other.code == 2 && other.errors.contains("packets have no limit lineBytes"))
        #expect(try tool.run("decode", "--limit", "depth=3", input: "").code == 2)
    }
}
