// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests that the executables behave as one tool: help, mistakes in the command line, names, and hints about input.
@Suite("Command line")
struct CommandLineTests {
    private let tool = Tool()

    @Test(
        "imwire help X is the help of X, whichever executable has it",
        arguments: [
            ["compat"], ["compat", "scan"], ["fuzz"], ["fixtures", "lint"], ["bench", "content"],
            ["conform", "ledger"],
            ["decode"],
        ])
    func helpIsTheHelpOfTheCommand(_ words: [String]) throws {
        let help = try tool.run(["help"] + words, input: "")
        #expect(help.code == 0)
        #expect(try tool.run(words + ["--help"], input: "").output == help.output)
        #expect(help.output.contains("\nUSAGE: imwire \(words.joined(separator: " "))"))
        #expect(!help.output.contains("imwire-"))
        if words.count == 2 {
            #expect(try tool.run([words[0], "help", words[1]], input: "").output == help.output)
        }
    }

    @Test(
        "A misspelt command or option gets a suggestion, and the error has the tool's prefix",
        arguments: [
            (["validat"], "there is no command 'validat'; did you mean 'imwire validate'?"),
            (
                ["help", "conform", "ledgr"],
                "'ledgr' of 'imwire conform'; did you mean 'imwire conform ledger'?"
            ),
            (
                ["compat", "chek", "a.json"],
                "'chek' of 'imwire compat'; did you mean 'imwire compat check'?"
            ),
            (["fixtures", "lnt"], "'lnt' of 'imwire fixtures'; did you mean 'imwire fixtures lint'?"),
            (["bench", "contnt"], "'contnt' of 'imwire bench'; did you mean 'imwire bench content'?"),
            (["types", "shw", "RC:TxtMsg"], "did you mean 'imwire types show'?"),
            (["x"], "there is no command 'x'; 'imwire --help' lists the commands"),
            (["nonsense", "--help"], "there is no command 'nonsense'"),
            (["conform", "--tim", "5s"], "Unknown option '--tim'. Did you mean '--time'?"),
            (["compat", "check", "--formt", "json", "a"], "Unknown option '--formt'. Did you mean '--format'?"),
            (["fuzz", "--tim", "5"], "there is no option '--tim'; did you mean '--time'?"),
        ])
    func mistakesGetSuggestions(_ arguments: [String], _ message: String) throws {
        let run = try tool.run(arguments, input: "")
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("imwire: "), "\(run.errors)")
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(!run.errors.contains("imwire-"), "\(run.errors)")
    }

    @Test("An option has one meaning: its value has the same name in all commands")
    func optionsHaveOneMeaning() throws {
        let path = try #require(Tool.path)
        let folder = URL(filePath: path).deletingLastPathComponent()
        var kinds: [String: Set<String>] = [:]
        func add(_ command: [String: Any]) {
            for argument in command["arguments"] as? [[String: Any]] ?? []
            where argument["shouldDisplay"] as? Bool == true {
                for name in argument["names"] as? [[String: String]] ?? [] where name["kind"] == "long" {
                    let kind = argument["kind"] as? String ?? ""
                    let value = kind == "option" ? argument["valueName"] as? String ?? "" : ""
                    kinds[name["name"] ?? "", default: []].insert("\(kind) \(value)")
                }
            }
            for subcommand in command["subcommands"] as? [[String: Any]] ?? [] { add(subcommand) }
        }
        for name in ["imwire", "imwire-compat", "imwire-fuzz", "imwire-bench"] {
            let dump = try tool.shell(#""$1" --experimental-dump-help"#, [folder.appending(path: name).path]).output
            let object = try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any]
            add(try #require(object?["command"] as? [String: Any]))
        }
        #expect(kinds.count > 80)
        // A command that writes several files has a folder, and only `conform` tests several implementations.
        for (name, kinds) in kinds where kinds.count > 1 && !["output", "testee"].contains(name) {
            Issue.record("--\(name): \(kinds.sorted())")
        }
    }

    @Test("An old name of an option works as the new one does, and warns")
    func oldNamesWarn() throws {
        let input = try tool.file("stream.bin", Data([0xFA, 0xCE, 0x01]))
        let old = try tool.run("inspect", "--limit", "2", input)
        let new = try tool.run("inspect", "--max-bytes", "2", input)
        #expect(old.code == new.code && old.output == new.output)
        #expect(old.errors.hasPrefix("imwire: --limit is now --max-bytes; the old name works until version 3.0\n"))
        #expect(!new.errors.contains("is now"))
        let equals = try tool.run("inspect", "--limit=2", input)
        #expect(equals.output == new.output && equals.errors == old.errors)
        // The option of another command keeps its meaning.
        #expect(!(try tool.run("decode", "--protocol", "chat", "--limit", "depth=9").errors.contains("is now")))
        let budget = try tool.run("conform", "--only", "c-rc-txtmsg-*", "--budget", "60s")
        #expect(budget.code == 0 && budget.errors.contains("--budget is now --time;"))
        let folder = tool.folder.appending(path: "vectors").path
        let vectors = try tool.run("fixtures", "export", "--vectors", folder, "--cases", OutputTests.cases)
        #expect(vectors.code == 0 && vectors.errors.contains("--vectors is now --output;"))
        // Its file has the form of --format whatever its extension is.
        let manifest = Tool.root.appending(path: "Fixtures/platforms/ios.json").path
        let page = tool.folder.appending(path: "page").path
        let check = try tool.run("compat", "check", "--format", "html", "-o", page, manifest)
        #expect(check.code < 2 && check.output.isEmpty && check.errors.contains("--output is now --report;"))
        #expect(try String(contentsOfFile: page, encoding: .utf8).hasPrefix("<!"))
    }

    @Test("--report writes files beside the output, each in the form of its extension")
    func reportsAreFiles() throws {
        let messages = #"{"objectName":"RC:TxtMsg","content":{"content":"Hi"}}"# + "\n"
        let names = ["report.txt", "report.json"].map { tool.folder.appending(path: $0).path }
        let files = names.flatMap { ["--report", $0] }
        let arguments = ["compat", "payloads", "--platform", "web-v2"]
        let run = try tool.run(arguments + files, input: messages)
        #expect(run.code == 0)
        #expect(try String(contentsOfFile: names[0], encoding: .utf8) == run.output)
        #expect(
            try String(contentsOfFile: names[1], encoding: .utf8)
                == (try tool.run(arguments + ["--format", "json"], input: messages).output))
        for file in ["report.doc", "/nowhere/report.json"] {
            #expect(try tool.run(arguments + ["--report", file], input: messages).code == 2)
        }
        for command in [["fuzz"], ["fixtures", "corpus"], ["report", "diff"], ["compat", "merge"], ["doctor"]] {
            let help = try tool.run(command + ["--help"], input: "").output
            #expect(help.contains("--format <format>") && help.contains("--report <file>"), "\(command)")
        }
    }

    @Test(
        "Input of another form is an error with the command that converts it",
        arguments: [
            (Data([0x1f, 0x8b, 8, 0, 0, 0]), "is gzip data; convert it first: gzip -dc FILE | imwire …"),
            (Data([0xff, 0xfe, 0x7b, 0, 0x0a, 0]), "is UTF-16LE text; convert it first: iconv -f UTF-16LE -t UTF-8"),
            (Data([0, 0x7b, 0, 0x22, 0, 0x61, 0, 0x22]), "is UTF-16BE text"),
            (Data("{\n  \"objectName\": \"RC:TxtMsg\"\n}\n".utf8), "convert it first: jq -c . FILE"),
            (Data("[\r\n  {\"objectName\": \"RC:TxtMsg\"}\r\n]\r\n".utf8), "convert it first: jq -c '.[]' FILE"),
        ])
    func otherFormsGetAHint(_ data: Data, _ hint: String) throws {
        let file = try tool.file("input.jsonl", data)
        for command in [["validate"], ["decode"], ["encode"], ["compat", "payloads", "--platform", "web-v2"]] {
            let run = try tool.run(command + [file], inputFile: "/dev/null")
            #expect(run.code == 2, "\(command)")
            #expect(run.errors.contains(hint.replacing("FILE", with: file)), "\(command): \(run.errors)")
            // A file is read although one before it cannot be used.
            let good = try tool.file("good.jsonl", #"{"objectName":"RC:TxtMsg","content":{"content":"Hi"}}"# + "\n")
            #expect(try tool.run(command + [file, good], inputFile: "/dev/null").code == 2)
        }
        let compressed = try tool.run("inspect", input: "\u{1f}")
        #expect(compressed.code <= 2)
    }

    @Test("Lines may end as in Windows, and a wrong delimiter gets a hint")
    func windowsLineEnds() throws {
        let line = #"{"messageType":"login","fromUserID":"u1","deviceType":"iOS","versionCode":"1"}"#
        let unix = try tool.file("unix.log", line + "\n" + line + "\n")
        let windows = try tool.file("windows.log", line + "\r\n" + line + "\r\n")
        let decode = ["decode", "--protocol", "chat", "--encoding", "json"]
        let plain = try tool.run(decode + [unix], inputFile: "/dev/null")
        #expect(plain.code == 0 && plain.lines.count == 2)
        for delimiter in ["lf", "crlf"] {
            let run = try tool.run(decode + ["--delimiter", delimiter, windows], inputFile: "/dev/null")
            #expect(run.output == plain.output && run.errors.isEmpty, "\(delimiter)")
        }
        let wrong = try tool.run(decode + ["--delimiter", "crlf", unix], inputFile: "/dev/null")
        #expect(wrong.code == 1)
        #expect(wrong.errors.contains("no line ends with crlf; --delimiter lf reads lines that end with lf"))
        let message = #"{"objectName":"RC:TxtMsg","content":{"content":"Hi"}}"#
        #expect(try tool.run(["validate"], input: message + "\r\n" + message + "\r\n").code == 0)
    }

    @Test("Errors of the system are in words")
    func systemErrorsAreInWords() throws {
        let file = try tool.file("file", "")
        let run = try tool.run("conform", "--report", "\(file)/report.json")
        #expect(run.code == 2)
        #expect(run.errors.contains("a part of the path is a file and not a folder"))
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(socket >= 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && listen(socket, 1) == 0
                    && getsockname(socket, address, &length) == 0
            }
        }
        try #require(isOpen)
        let port = UInt16(bigEndian: address.sin_port)
        // `imwire-live`, which opens the port, is not in every build.
        let path = URL(filePath: try #require(Tool.path)).deletingLastPathComponent().appending(path: "imwire-live")
            .path
        guard FileManager.default.isExecutableFile(atPath: path) else { return }
        let conform = try tool.run("conform", "--testee-listen", "tcp://127.0.0.1:\(port)")
        #expect(conform.code == 2)
        #expect(conform.errors.contains("127.0.0.1:\(port) cannot be opened: port \(port) is in use;"))
    }

    @Test("doctor checks the executables, the cases and the completions")
    func doctorChecksTheInstallation() throws {
        let home = tool.folder.appending(path: "home")
        let bash = home.appending(path: ".local/share/bash-completion/completions")
        try FileManager.default.createDirectory(at: bash, withIntermediateDirectories: true)
        let script = #"cd "$2" && HOME="$3" "$1" doctor --format json"#
        let path = try #require(Tool.path)
        func states() throws -> (code: Int32, states: [String: String]) {
            let run = try tool.shell(script, [path, Tool.root.path, home.path])
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            let checks = object?["checks"] as? [[String: String]] ?? []
            let pairs = checks.map { ($0["name"] ?? "", $0["state"] ?? "") }
            return (run.code, Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
        }
        let before = try states()
        #expect(before.code == 0)
        for name in ["imwire", "imwire-compat", "imwire-fuzz", "imwire-bench", "cases", "documents"] {
            #expect(before.states[name] == "ok", "\(name): \(before.states)")
        }
        #expect(before.states["bash completions"] == "missing")
        let completions = try tool.run("--generate-completion-script", "bash").output
        let file = bash.appending(path: "imwire")
        try Data(completions.utf8).write(to: file)
        #expect(try states().states["bash completions"] == "ok")
        try Data("other".utf8).write(to: file)
        let stale = try states()
        #expect(stale.code == 1 && stale.states["bash completions"] == "wrong")
    }
}
