// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of input handling that every command that reads files has in common.
@Suite("Input of commands")
struct InputTests {
    private let tool = Tool()

    @Test(
        "A folder and a missing file are rejected with the path and the reason",
        arguments: ["decode", "encode", "validate"])
    func filesThatCannotBeRead(_ command: String) throws {
        let folder = try tool.run(command, tool.folder.path)
        #expect(folder.code == 2)
        #expect(folder.errors.contains("imwire: \(tool.folder.path): is a directory; "))
        let missing = try tool.run(command, "/nonexistent/file")
        #expect(missing.code == 2)
        #expect(missing.errors.contains("imwire: /nonexistent/file: there is no such file; "))
        let input = try tool.run([command], inputFile: tool.folder.path)
        #expect(input.code == 2)
        #expect(input.errors.contains("imwire: standard input: is a directory; "))
    }

    @Test(
        "Arguments cannot control a terminal through the messages that repeat them",
        arguments: [
            ["decode", "a\u{1b}[2J\nimwire: forged"], ["validate", "--x\u{1b}[2J\nimwire: forged"],
            ["\u{1b}[2J\u{202e}\nimwire: forged"], ["types", "show", "\u{1b}[2J\nimwire: forged"],
            ["explain", "\u{9b}2J\nimwire: forged"], ["conform", "--timeout", "\u{1b}[2J\nimwire: forged"],
            ["compat", "check", "\u{1b}[2J\nimwire: forged"], ["fuzz", "--target", "\u{1b}[2J\nimwire: forged"],
            ["fixtures", "add", "--from-finding", "\u{1b}[2J\nimwire: forged"],
            ["decode", "--format", "\u{1b}[2J\nimwire: forged"],
        ])
    func messagesEscapeArguments(_ arguments: [String]) throws {
        let run = try tool.run(arguments, inputFile: "/dev/null")
        #expect(run.code == 2)
        #expect(run.errors.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        #expect(!run.errors.unicodeScalars.contains("\u{202e}"))
        #expect(!run.errors.split(separator: "\n").contains { $0.hasPrefix("imwire: forged") }, "\(run.errors)")
    }

    @Test(
        "An empty file is no error, and a message says that it is empty", arguments: ["decode", "encode", "validate"])
    func anEmptyFileIsClean(_ command: String) throws {
        let file = try tool.file("empty.jsonl", "")
        let run = try tool.run(command, file)
        #expect(run.code == 0)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("imwire: \(file) is empty (0 lines)"))
    }

    @Test("Each line of a binary file is an error", arguments: ["decode", "encode", "validate"])
    func binaryIsRefusedLineByLine(_ command: String) throws {
        var state: UInt64 = 7
        let bytes = (0..<200_000).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        let run = try tool.run(command, tool.file("binary", Data(bytes)))
        #expect(run.code == 1)
        #expect(run.lines.count > 100)
        #expect(run.lines.allSatisfy { $0.contains("line.json") })
    }

    @Test("Invalid UTF-8 is reported with its offset in the content or the line")
    func invalidUTF8IsToldWhereItIs() throws {
        func line(_ before: String, _ after: String) -> [UInt8] { Array(before.utf8) + [0xff] + Array(after.utf8) }
        let cases: [([UInt8], String)] = [
            (line(#"{"objectName":"RC:TxtMsg","content":{"content":""#, "\"}}"), "json.utf8 at byte 12, in /content"),
            (line(#"{"objectName":"RC:TxtMsg","content":"{\"content\":\""#, "\\\"}\"}"), "json.utf8 at byte 12"),
            (line(#"{"objectName":""#, #"","content":{}}"#), "line.utf8 at byte 15"),
            (line(#"{"objectName":"a:b","content":""#, "\"}"), "line.utf8 at byte 30"),
            (line(#"{"objectName":"a:b","content":{},"x":""#, "\"}"), "line.utf8 at byte 38"),
        ]
        for (bytes, expected) in cases {
            let run = try tool.run("validate", tool.file("utf8", Data(bytes)))
            #expect(run.code == 1)
            #expect(run.output.contains(expected), "\(run.output)")
        }
    }

    @Test("Each truncation of a line is reported once")
    func everyTruncationIsToldOnce() throws {
        let line = #"{"objectName":"RC:TxtMsg","content":{"content":"a\"\u4f60","user":{"id":"b"}},"x":[1]}"#
        let text = (1..<line.utf8.count).map { line.prefix($0) }.joined(separator: "\n")
        let run = try tool.run("validate", input: text)
        #expect(run.code == 1)
        #expect(run.lines.count == line.utf8.count - 1)
        for (index, told) in run.lines.enumerated() { #expect(told.hasPrefix("\(index + 1) error ")) }
    }

    @Test("validate and decode end without an error when the reader closes the pipe")
    func aReaderThatGoesAwayEndsTheToolQuietly() throws {
        let line = #"{"objectName":"RC:TxtMsg","content":{"content":"Hi"}}"# + "\n"
        let input = try tool.file("many.jsonl", String(repeating: line, count: 50_000))
        for command in ["validate", "decode"] {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let (readEnd, writeEnd) = (ends[0], ends[1])
            let errors = tool.folder.appending(path: "\(command).err").path
            let child = try Child([command, input]) { actions in
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
    }
}
