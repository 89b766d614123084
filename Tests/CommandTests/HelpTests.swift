// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests that help fits a terminal of 80 columns, and that its examples run as printed.
@Suite("Help")
struct HelpTests {
    private let tool = Tool()

    /// The help of every command, with the words of the command.
    private static let pages: [(command: [String], text: String)] = {
        let tool = Tool()
        var pages: [(command: [String], text: String)] = []
        var open: [[String]] = [[]]
        while let command = open.popLast() {
            guard let run = try? tool.run(command + ["--help"], inputFile: "/dev/null") else { return [] }
            pages.append((command, run.output))
            open += subcommands(run.output).map { command + [$0] }
        }
        return pages
    }()

    private static func subcommands(_ text: String) -> [String] {
        guard let start = text.firstRange(of: "\nSUBCOMMANDS:\n") else { return [] }
        return text[start.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("  ") }
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// Returns the examples below EXAMPLES, with lines that continue after a backslash or a pipe joined into one.
    private static func examples(_ text: String) -> [String] {
        guard let start = text.firstRange(of: "\nEXAMPLES\n") else { return [] }
        var examples: [String] = []
        for line in text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("  ") else { break }
            if line.hasPrefix("    "), let last = examples.popLast() {
                examples.append(last + "\n" + line)
            } else {
                examples.append(String(line))
            }
        }
        return examples
    }

    @Test("No line of the help has more than 80 columns")
    func noLineIsWiderThanATerminal() {
        #expect(HelpTests.pages.count > 20)
        for page in HelpTests.pages {
            for line in page.text.split(separator: "\n") where line.count > 80 {
                Issue.record("imwire \(page.command.joined(separator: " ")) --help: \(line)")
            }
        }
    }

    @Test("Every command has a man page")
    func manPages() throws {
        let tool = Tool()
        let names = HelpTests.subcommands(try tool.run("--help").output)
        #expect(names.count > 10, "\(names)")
        let script = Tool.root.appending(path: "scripts/release.d/man-pages.py").path
        let folder = tool.folder.appending(path: "man").path
        _ = try tool.shell(#"python3 "$1" "$2" "$3""#, [script, try #require(Tool.path), folder])
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(pages.contains("imwire.1") && pages.contains("imwire-types-show.1"))
        for name in names where name != "help" { #expect(pages.contains("imwire-\(name).1"), "\(name)") }
    }

    @Test("The help of every command has examples")
    func everyCommandHasExamples() {
        let others = [["fixtures"], ["help"]] + HelpTests.servers
        for page in HelpTests.pages where !others.contains(page.command) {
            #expect(!HelpTests.examples(page.text).isEmpty, "\(page.command)")
            #expect(!page.text.contains(/Examples?:/), "the heading is EXAMPLES: \(page.command)")
        }
    }

    /// The number of groups into which the commands are split, so that their examples run in parallel.
    private static let parts = 4

    /// The commands that run until they are stopped, and whose executable only the tests over sockets build.
    private static let servers = [["proxy"], ["serve"]]

    @Test("The examples of the help run as printed", .timeLimit(.minutes(30)), arguments: 0..<parts)
    func examplesRun(part: Int) throws {
        let files = try ExampleFiles()
        var seen: Set<String> = []
        for (index, page) in HelpTests.pages.enumerated()
        where index % HelpTests.parts == part && !HelpTests.servers.contains(page.command) {
            for example in HelpTests.examples(page.text) where seen.insert(example).inserted {
                let run = try files.run(example)
                #expect(run.code == 0 || run.code == 1, "\(example)\n\(run.code): \(run.errors)")
                #expect(!run.errors.contains("Usage:") && !run.errors.contains("is now"), "\(example)\n\(run.errors)")
            }
        }
        #expect(seen.count > 10)
    }
}

/// A folder with the files that examples name.
private struct ExampleFiles {
    let tool = Tool()

    init() throws {
        let message = #"{"objectName":"RC:TxtMsg","content":{"content":"Hi"}}"# + "\n"
        let deviating = #"{"objectName":"RC:TxtMsg","content":{"text":"Hi"}}"# + "\n"
        let login = #"{"messageType":"login","fromUserID":"u1","deviceType":"iOS","versionCode":"1"}"# + "\n"
        let finding =
            #"{"target":"json","oracle":"identity","location":"number","detail":"","promise":"","hex":"31","bytes":1,"#
            + #""seed":"1","execution":1,"rerun":""}"#
        let report =
            #"{"kind":"conformance-run","report":1,"suite":"2.0.0","selected":0,"cases":[],"implementations":[]}"#
        for (name, text) in [
            ("messages.jsonl", message + deviating), ("texts.jsonl", #"{"content":"Hi"}"# + "\n"),
            ("values.jsonl", #"{"objectName":"RC:TxtMsg","value":{"content":"Hi"}}"# + "\n"),
            ("items.jsonl", login), ("chat.log", login), ("dump.jsonl", message), ("secret.txt", "imwire-secret\n"),
            ("body.txt", "a=1&b=2\n"), ("accepted.json", #"{"baseline":1,"entries":[]}"#),
            ("messages.txt", "down d0\nup c0\n"), ("frames.hex", "d000\n"),
            ("findings/json-identity-0123.json", finding),
            ("findings/chat-identity-0123.json", finding.replacing("json", with: "chat")),
            (
                "wire.log",
                #"{"at":0,"connection":1,"direction":"down","transport":"websocket","bytes":"0A=="}"# + "\n"
            ), ("part-1.json", report), ("part-2.json", report), ("old.json", report), ("new.json", report),
            ("learned/json/1", "1"), ("src/a.swift", "let a = 1\n"),
        ] {
            let place = tool.folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place)
        }
        try copy("Fixtures/streams/lesson.bin", "capture.bin")
        for name in ["ledger", "changes", "retired"] {
            try copy("Fixtures/\(name).json", "Fixtures/\(name).json")
        }
        try copy("Examples/gift/gift.schema.json", "Schemas/gift.schema.json")
        try Data([0xd0, 0x00]).write(to: tool.folder.appending(path: "stream.bin"))
        for (platform, name) in [("ios", "ios"), ("android", "android"), ("web-v2", "web"), ("web-v1", "shop")] {
            try copy("Fixtures/platforms/\(platform).json", "\(name).json")
        }
        try link("Examples", "Examples")
        let fixtures = tool.folder.appending(path: "Fixtures")
        try FileManager.default.createDirectory(
            at: fixtures.appending(path: "cases/fuzz"), withIntermediateDirectories: true)
        try link("Fixtures/platforms", "Fixtures/platforms")
        try few("content/RC-TxtMsg.json")
        try few("deviation/dev-08-11.json")
        try few("unknown/members.json")
    }

    private func copy(_ from: String, _ to: String) throws {
        let place = tool.folder.appending(path: to)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Tool.root.appending(path: from), to: place)
    }

    private func link(_ from: String, _ to: String) throws {
        try FileManager.default.createSymbolicLink(
            at: tool.folder.appending(path: to), withDestinationURL: Tool.root.appending(path: from))
    }

    /// Writes the first cases of a file of the suite, since running all of them takes too long.
    private func few(_ file: String) throws {
        let data = try Data(contentsOf: Tool.root.appending(path: "Fixtures/cases/\(file)"))
        var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        object["cases"] = (object["cases"] as? [Any])?.prefix(4).map { $0 }
        let place = tool.folder.appending(path: "Fixtures/cases/\(file)")
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try JSONSerialization.data(withJSONObject: object).write(to: place)
    }

    /// Runs an example in a shell, with options that shorten long runs.
    func run(_ example: String) throws -> ToolRun {
        let path = try #require(Tool.path, "build the product imwire first")
        var command = example.replacing("--target all", with: "--target json,base64")
            .replacing(/--time \w+/, with: "--time 0.05s")
        if command.contains("fuzz --replay") { command += " --target json" }
        if command.contains("imwire bench") { command += " --turns 1" }
        if command.contains("--testee"), command.contains("fuzz") { command += " --target content-status" }
        // Some examples name the archive, and others name the file that it is made from.
        let script =
            "cd \"$1\" && gzip -c dump.jsonl > dump.jsonl.gz && PATH=\"$2:$PATH\" && set -o pipefail\n" + command
        let folder = URL(filePath: path).deletingLastPathComponent().path
        return try tool.shell(script, [tool.folder.path, folder])
    }
}
