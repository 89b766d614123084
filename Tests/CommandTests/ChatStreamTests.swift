// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of `decode` and `encode` with `--protocol chat`.
@Suite("Decoding and encoding chat streams")
struct ChatStreamTests {
    private let tool = Tool()

    /// The login message of the specification's golden packets, with a header of 24 bytes and 80 bytes of JSON.
    private static let login = #"{"messageType":"login","fromUserID":"u1","deviceType":"iOS","versionCode":"1.0"}"#
    private static let packet =
        Data([
            0xfa, 0xce, 1, 24, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x50, 0x3b, 0xa7, 0x4e, 0x3d, 0xa6, 0x15, 0x95, 0xea,
        ]) + Data(login.utf8)
    /// A heartbeat that consists only of a header.
    private static let beat = Data([
        0xfa, 0xce, 1, 24, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1a, 0x32, 0xe4, 0x89, 0x1a, 0x32, 0xe4, 0x89,
    ])

    @Test("A stream of packets is decoded to lines of JSON, which encode to the same bytes")
    func packetsBecomeLines() throws {
        let file = try tool.file("stream", Self.packet + Self.beat)
        let run = try tool.run("decode", "--protocol", "chat", "--framing", "packet", file)
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(
            run.lines == [
                #"{"kind":"login","message":\#(Self.login),"deviations":[]}"#,
                #"{"kind":"heartbeat","message":{"beatID":"beatID"},"deviations":[]}"#,
            ])
        let again = try tool.run(
            ["encode", "--protocol", "chat", "--framing", "packet"], inputFile: tool.file("items", run.output),
            bytes: true)
        #expect(again.bytes == Self.packet + Self.beat)
    }

    @Test("Messages are encoded to lines of Base64 by default")
    func messagesAloneBecomeLinesOfBase64() throws {
        let run = try tool.run("encode", "--protocol", "chat", input: Self.login + "\n\n{\"beatID\":\"beatID\"}\n")
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(
            run.lines == [
                "eyJtZXNzYWdlVHlwZSI6ImxvZ2luIiwiZnJvbVVzZXJJRCI6InUxIiwiZGV2aWNlVHlwZSI6ImlPUyIsInZlcnNpb25Db2RlIjoiMS4wIn0=",
                "YmVhdElE",
            ])
    }

    @Test(
        "Messages survive a round trip in every framing and with every writing option",
        arguments: [
            [], ["--delimiter", "crlf"], ["--encoding", "json", "--delimiter", "nul"], ["--framing", "packet"],
            ["--beat", "ping"], ["--framing", "packet", "--limit", "messageBytes=300000"],
        ])
    func decodeEncodeDecodeGivesTheSame(framing: [String]) throws {
        let writings =
            framing.contains("packet")
            ? [
                ["--batch", "3"], ["--deflate"],
                ["--fragment-size", "40", "--wants-receipt", "--batch", "2", "--deflate"],
            ]
            : [["--batch", "2"], ["--heartbeat", "json"]]
        let body = framing.contains("ping") ? "ping" : "beatID"
        let text = String(repeating: "Wer A sagt, 必须说 B. ", count: 40)
        let messages = [
            Self.login, #"{"beatID":"\#(body)"}"#,
            #"{"messageType":"normal","fromUserID":"u1","toUserID":"u2","chatType":"userChat","contenType":"text","#
                + #""content":{"text":"\#(text)"},"sendTime":"1500000000000","extra":{ "a" : [1.50, 1E2] }}"#,
            #"{"messageType":"poll","content":[1,2],"later":null}"#, #"{"messageType":"system","code":31010}"#,
        ]
        for writing in [[]] + writings {
            let chat = ["--protocol", "chat"] + framing
            let first = try tool.run(
                ["encode"] + chat + writing, inputFile: tool.file("messages", messages.joined(separator: "\n")),
                bytes: true)
            #expect(first.code == 0 && !first.bytes.isEmpty)
            let items = try tool.run(["decode"] + chat, inputFile: tool.file("first", first.bytes))
            #expect(items.code == 0 && items.errors.isEmpty)
            #expect(items.lines.count == messages.count)
            for (line, message) in zip(items.lines, messages) {
                #expect(line.contains("\"message\":\(message),\"deviations\":[]"))
            }
            let second = try tool.run(
                ["encode"] + chat + writing, inputFile: tool.file("items", items.output), bytes: true)
            #expect(second.bytes == first.bytes)
        }
    }

    @Test("An error of a message costs that message, and an error of the connection ends the stream")
    func errorsCostWhatTheyCost() throws {
        var wrong = Self.packet
        wrong[30] ^= 1
        let cut = Self.packet + wrong + Self.beat + Self.packet.dropLast()
        let run = try tool.run(
            ["decode", "--protocol", "chat", "--framing", "packet"], inputFile: tool.file("cut", cut))
        #expect(run.code == 1)
        #expect(run.lines.count == 4)
        #expect(run.lines[1] == #"{"error":{"code":"frame.checksum","offset":124,"scope":"message"}}"#)
        #expect(run.lines[3] == #"{"error":{"code":"frame.truncated","offset":335,"scope":"connection"}}"#)
        #expect(run.errors.contains("the stream ends inside a packet"))
        let noise = try tool.run(
            ["decode", "--protocol", "chat", "--framing", "packet", "--format", "text"],
            inputFile: tool.file("noise", Data("GET / HTTP/1.1\r\n\r\n".utf8)))
        #expect(noise.code == 1)
        #expect(noise.output == "1 error frame.magic at byte 0; the connection must be closed\n")
        #expect(noise.errors.contains("the rest is not read"))
        let items = try tool.run("encode", "--protocol", "chat", input: run.output)
        #expect(items.code == 1 && items.lines.count == 2)
        #expect(items.errors.contains("standard input:2: line.member"))
    }

    @Test("A message with missing fragments is reported at the end of the stream")
    func incompleteFragmentsAreTold() throws {
        let whole = try tool.run(
            ["encode", "--protocol", "chat", "--framing", "packet", "--fragment-size", "40"],
            inputFile: tool.file("login", Self.login), bytes: true)
        #expect(whole.bytes.count == 2 * (24 + 12) + 80)
        let half = whole.bytes.prefix(24 + 12 + 40)
        let run = try tool.run(
            ["decode", "--protocol", "chat", "--framing", "packet"], inputFile: tool.file("half", half))
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.errors.contains("1 message incomplete"))
    }

    @Test("Each file is a stream of its own, and items of several files have their file")
    func eachFileIsAStream() throws {
        let one = try tool.file("one", Self.packet)
        let two = try tool.file("two", Self.beat)
        let run = try tool.run("decode", "--protocol", "chat", "--framing", "packet", one, two, "/nonexistent")
        #expect(run.code == 2)
        #expect(run.lines[0].hasPrefix(#"{"file":"\#(one)","kind":"login","#))
        #expect(run.lines[1].hasPrefix(#"{"file":"\#(two)","kind":"heartbeat","#))
        let text = try tool.run("decode", "--protocol", "chat", "--framing", "packet", "--format", "text", two)
        #expect(text.output == "1 heartbeat\n  beatID  \"beatID\"\n")
    }

    @Test(
        "Invalid options and combinations are usage errors",
        arguments: [
            ["decode", "--framing", "packet"], ["encode", "--deflate"],
            ["decode", "--protocol", "chat", "--type", "RC:TxtMsg"],
            ["decode", "--protocol", "chat", "--framing", "packet", "--delimiter", "lf"],
            ["decode", "--protocol", "chat", "--limit", "nothing=1"],
            ["decode", "--protocol", "chat", "--limit", "depth"],
            ["encode", "--protocol", "chat", "--raw"], ["encode", "--protocol", "chat", "--deflate"],
            ["encode", "--protocol", "chat", "--framing", "packet", "--batch", "0"],
            ["decode", "--protocol", "chat", "--beat", "{x"], ["decode", "--protocol", "carrier-pigeon"],
        ])
    func wrongOptionsAreUsage(arguments: [String]) throws {
        let run = try tool.run(arguments, inputFile: tool.file("empty", ""))
        #expect(run.code == 2 && run.output.isEmpty && !run.errors.isEmpty)
    }

    @Test("decode of packets ends without an error when the reader closes the pipe")
    func aReaderThatGoesAwayEndsTheToolQuietly() throws {
        let file = try tool.file("many", Data(repeatElement(Self.packet, count: 20_000).joined()))
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        let errors = tool.folder.appending(path: "gone.err").path
        let child = try Child(["decode", "--protocol", "chat", "--framing", "packet", file]) { actions in
            posix_spawn_file_actions_adddup2(&actions, writeEnd, 1)
            posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
        }
        close(writeEnd)
        var byte: UInt8 = 0
        #expect(read(readEnd, &byte, 1) == 1)
        close(readEnd)
        #expect(child.wait() == 0)
        #expect(FileManager.default.contents(atPath: errors)?.isEmpty == true)
    }

    @Test("Only decode of chat detects the framing, and rejects further framing options")
    func theFramingIsFound() throws {
        let auto = ["decode", "--protocol", "chat", "--framing", "auto"]
        let packets = try tool.run(auto, inputFile: try tool.file("packets", Self.packet + Self.beat))
        #expect(packets.code == 0 && packets.lines.count == 2, "\(packets.errors)")
        for (delimiter, encoding) in [("lf", "json"), ("crlf", "json"), ("cr", "base64"), ("nul", "base64")] {
            let form = ["--delimiter", delimiter, "--encoding", encoding]
            let written = try tool.run(
                ["encode", "--protocol", "chat"] + form, inputFile: try tool.file("lines", Data(Self.login.utf8)),
                bytes: true
            ).bytes
            let read = try tool.run(auto, inputFile: try tool.file("stream", written + written))
            #expect(read.code == 0 && read.lines.count == 2, "\(delimiter) \(encoding): \(read.errors)")
        }
        #expect(try tool.run(auto, input: "").code == 0)
        #expect(try tool.run(auto + ["--delimiter", "lf"], input: "").code == 2)
        #expect(try tool.run("encode", "--protocol", "chat", "--framing", "auto", input: "").code == 2)
        #expect(try tool.run("decode", "--protocol", "rmtp", "--framing", "auto", input: "").code == 2)
    }
}
