// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

/// Tests of `imwire conform` and `imwire report` from the command line, each with few cases.
@Suite("Conformance runs and reports")
struct ConformTests {
    private let tool = Tool()

    private static let python = Tool.root.appending(path: "Examples/testees/python/testee.py").path
    private static let wrong = Tool.root.appending(path: "Examples/testees/python-wrong/testee.py").path
    private static let cases = Tool.root.appending(path: "Fixtures/cases/deviation").path

    private func conform(_ tool: Tool, _ arguments: String...) throws -> ToolRun {
        try tool.run(["conform", "--cases", Self.cases, "--only", "dev-39-*"] + arguments, inputFile: "/dev/null")
    }

    @Test("A baseline accepts findings until its entries are stale or expired (Examples/testees/README.md)")
    func aBaselineLives() throws {
        let file = tool.folder.appending(path: "known.json").path
        func run(_ bugs: [String], _ arguments: String...) throws -> ToolRun {
            let command = "own=python3 '\(Self.wrong)'" + bugs.map { " --bug \($0)" }.joined()
            return try tool.run(
                [
                    "conform", "--cases", Tool.root.appending(path: "Fixtures/cases").path, "--no-replays",
                    "--only", "api-sign-*", "--only", "rmtp-env-write-*", "--testee", command,
                ] + arguments, inputFile: "/dev/null")
        }
        let both = ["nonce-is-a-number", "private-topic-for-all"]
        let one = ["private-topic-for-all"]
        #expect(try run(both).code == 1)
        let report = tool.folder.appending(path: "known.md").path
        let written = try run(both, "--write-baseline", file, "--report", report)
        #expect(written.code == 0 && written.errors.contains("4 entries; give each a reason"))
        #expect(try String(contentsOfFile: report, encoding: .utf8).contains("rmtp-env-write-"))
        let accepted = try run(both, "--baseline", file)
        #expect(accepted.code == 0 && accepted.output.contains("75 passed, 4 accepted"), "\(accepted.output)")
        // One bug is corrected: its entries must be removed, and the entries of the other bug remain valid.
        let fixed = try run(one, "--baseline", file)
        #expect(fixed.code == 4 && !fixed.errors.contains("rmtp-env-write-"), "\(fixed.errors)")
        for id in ["api-sign-java-nonce", "api-sign-java-nonce-fraction"] {
            #expect(fixed.errors.contains(", \(id) fail: passes unexpectedly"), "\(fixed.errors)")
        }
        #expect(try run(one, "--baseline", file, "--write-baseline", file).code == 0)
        #expect(try run(one, "--baseline", file).code == 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("rmtp-env-write-") && !text.contains("api-sign-"))
        let old = try tool.file("old.json", text.replacing(/"expires":"[0-9-]+"/, with: #""expires":"2020-01-01""#))
        let expired = try run(one, "--baseline", old)
        #expect(expired.code == 4 && expired.errors.contains("rmtp-env-write-topic-none fail: expired"))
        #expect(expired.output.contains("FAILED rmtp-env-write-topic-none"), "what has expired is a finding again")
        let broken = try tool.file("broken.json", #"{"baseline":1,"entries":[{}]}"#)
        #expect(try conform(tool, "--baseline", broken).code == 2)
    }

    @Test("A run writes every report, and its JSON can be selected from, compared and merged")
    func aRunGivesEveryReport() throws {
        let names = ["r.json", "r.xml", "r.tap", "r.md", "r.html"]
        let files = names.map { tool.folder.appending(path: $0).path }
        let run = try tool.run(
            ["conform", "--cases", Self.cases, "--only", "dev-39-*", "--skip-list"]
                + files.flatMap { ["--report", $0] }
                + ["--testee", "own=built-in", "--testee", "bad=python3 '\(Self.wrong)'"], inputFile: "/dev/null")
        #expect(run.code == 1)
        #expect(run.output.contains("leave out: --except dev-39-"))
        for file in files { #expect((try? Data(contentsOf: URL(filePath: file)))?.isEmpty == false, "\(file)") }
        // The failed cases are selected again.
        let again = try conform(tool, "--failed-from", files[0], "--list")
        let others = run.output.matches(of: #/  also      ([0-9]+) case/#).compactMap { Int($0.output.1) }.reduce(0, +)
        #expect(again.lines.count == run.lines.filter { $0.hasPrefix("FAILED") }.count + others)
        #expect(try tool.run("report", "diff", files[0], files[0]).code == 0)
        let merged = try tool.run("report", "merge", files[0], files[0], "--format", "json")
        #expect(merged.code == 1)
        #expect(try RawJSON(text: merged.output)["implementations"]?.elements?.count == 2)
        #expect(try tool.run("report", "diff", files[1], files[0]).code == 2)
        // A merged report can have a baseline, as a run can.
        let known = tool.folder.appending(path: "known.json").path
        #expect(try tool.run("report", "merge", files[0], "--write-baseline", known).code == 0)
        #expect(try tool.run("report", "merge", files[0], "--baseline", known).code == 0)
        let other = try tool.file(
            "other.json", String(contentsOfFile: known, encoding: .utf8).replacing("dev-", with: "no-"))
        #expect(try tool.run("report", "merge", files[0], "--baseline", other).code == 4)
    }

    @Test("The label of a testee may have capitals, and is rejected if it could be a variable")
    func aNameMayHaveCapitals() throws {
        let python = "python3 '\(Self.python)'"
        let file = tool.folder.appending(path: "r.json").path
        let run = try conform(
            tool, "--testee", "Swift=built-in", "--testee", "Python_3.x-own=\(python)", "--testee", "WEB=built-in",
            "--testee", "set=DEBUG=1 \(python)", "--report", file)
        #expect(run.code == 0, "\(run.errors)")
        let report = try RawJSON(parsing: Array(Data(contentsOf: URL(filePath: file))).span)
        let labels = report["implementations"]?.elements?.compactMap { $0["label"]?.string }
        #expect(labels == ["Swift", "Python_3.x-own", "WEB", "set"])
        // A shell would set a variable.
        let unclear = try conform(tool, "--testee", "DEBUG=1 \(python)")
        #expect(unclear.code == 2 && unclear.errors.contains("name=DEBUG=…"), "\(unclear.errors)")
    }

    @Test(
        "Invalid arguments are usage errors",
        arguments: [
            ["--testee", "swift="], ["--testee", ""], ["--report", "r.pdf"], ["--shard", "0/2"], ["--shard", "99/100"],
            ["--time", "soon"], ["--repeat", "0"],
            ["--suite", "one"], ["--suite", "9.9"], ["--suite", "0.9"], ["--requirement", "CNT-999"],
            ["--only", "no-such"], ["--except", "no-such"],
            ["--testee", "a=true", "--testee", "a=false"], ["--failed-from", "no-such.json"], ["--jobs", "0"],
        ])
    func whatIsWrongIsAUsageError(arguments: [String]) throws {
        let run = try tool.run(
            ["conform", "--cases", Self.cases, "--only", "dev-39-*", "--list"] + arguments, inputFile: "/dev/null")
        // `--list` does not check arguments that are checked when a run begins.
        guard arguments.last != "99/100" else { return #expect(run.code == 0) }
        #expect(run.code == 2, "\(arguments): \(run.errors)")
        #expect(!run.errors.isEmpty && run.output.isEmpty)
    }

    @Test("A new skeleton passes smoke in each installed language, and its command can be pasted")
    func aSkeletonPassesSmoke() throws {
        for (language, command) in [
            ("python", "python3 FILE/testee.py"), ("node", "node FILE/testee.mjs"),
            ("c", "cc -o FILE/t FILE/testee.c && FILE/t"),
        ] {
            guard try tool.shell("command -v \"$1\"", [String(command.prefix { $0 != " " })]).code == 0 else {
                continue
            }
            let folder = tool.folder.appending(path: language).path
            #expect(try tool.run("conform", "new", language, folder).code == 0)
            let smoke = try tool.run(
                "conform", "smoke", "--testee", command.replacing("FILE", with: folder), "--hello-timeout", "60000",
                "--timeout", "60000")
            #expect(smoke.code == 0, "\(smoke.output)")
            #expect(!smoke.output.contains("wrong"))
        }
        #expect(try tool.run("conform", "new", "python", tool.folder.appending(path: "python").path).code == 2)
        // The printed command can be pasted, whatever the name of the folder.
        let spaced = try tool.run("conform", "new", "python", tool.folder.appending(path: "it's mine").path)
        let words = try #require(spaced.lines.last?.dropFirst("imwire ".count))
        #expect(try tool.shell("exec \"$1\" \(words)", [try #require(Tool.path)]).code == 0, "\(words)")
    }

    @Test(
        "smoke reports what a broken testee does wrong",
        arguments: [
            ("print('starting', flush=True)", "standard output is for answers only"), ("pass", "no answer within"),
            ("print('{\"id\":7,\"ok\":{}}', flush=True)", "the id is 7"),
            ("print('{\"ok\":{}}', flush=True)", "expected one id"),
            ("print('{\"id\":1,\"ok\":{},\"error\":{}}', flush=True)", "expected exactly one of"),
            ("print('{\"id\":1,\"ok\":{\"protocol\":9}}', flush=True)", "version 9"),
            ("sys.stderr.write('no module'); sys.exit(4)", "no module"),
            ("print('{\"id\":1,\"ok\":{}}', end='', flush=True)", "the line has no delimiter"),
            ("print('{\"id\":1,\"ok\":{}}')", "only after its input was closed"),
        ])
    func smokeSaysWhatIsWrong(body: String, words: String) throws {
        let text = "import sys\nfor line in sys.stdin:\n    \(body)\n"
        let file = try tool.file("t.py", text)
        // The timeout is generous because the machine may be slow.
        let run = try tool.run(
            "conform", "smoke", "--testee", "env -u PYTHONUNBUFFERED python3 '\(file)'", "--hello-timeout", "4000")
        #expect(run.code == 1, "\(run.errors)")
        let said = run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(
            separator: " ")
        #expect(said.contains(words), "\(said)")
    }

    @Test("Versions of the suite are compared, and an old one has its own expectations")
    func versionsOfTheSuiteDiffer() throws {
        let folder = Tool.root.appending(path: "Fixtures/cases/base64").path
        let changes = try tool.run("conform", "changes", "1.0", "2.0", "--cases", folder)
        #expect(changes.code == 0 && changes.output.contains("b64-buffer-object"))
        for versions in [["2.0", "1.0"], ["1.0", "9.9"], ["0.9", "1.0"]] {
            #expect(try tool.run(["conform", "changes"] + versions, inputFile: "/dev/null").code == 2, "\(versions)")
        }
        // The codec no longer meets the expectation that version 1.0 had for this case.
        let old = try tool.run("conform", "--cases", folder, "--suite", "1.0", "--only", "b64-buffer-object")
        #expect(old.code == 1 && old.output.contains("suite 1.0"))
        #expect(try tool.run("conform", "--cases", folder, "--only", "b64-buffer-object").code == 0)
    }
}
