// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests that commands report every failure to write standard output.
@Suite("Standard output")
struct OutputTests {
    private let tool = Tool()

    /// A folder of few cases, since running all cases takes too long.
    static let cases = Tool.root.appending(path: "Fixtures/cases/unknown").path

    @Test(
        "Every command fails if standard output is full",
        arguments: [
            ["--help"], ["types"], ["types", "show", "RC:TxtMsg"], ["types", "schema", "RC:TxtMsg"],
            ["explain", "CNT-001"],
            ["fuzz", "--list"], ["fixtures", "lint", "--cases", cases], ["conform", "--cases", cases, "--list"],
            ["conform", "--cases", cases],
            ["conform", "--cases", cases, "--format", "json"],
            ["validate"], ["decode"], ["decode", "--format", "text"], ["encode"],
            ["compat", "check", Tool.root.appending(path: "Fixtures/platforms/ios.json").path],
            ["compat", "payloads", "--platform", "ios"],
            ["compat", "scan", Tool.root.appending(path: "Sources/IMWireServerAPI").path],
        ])
    func aFullDeviceIsAnError(_ arguments: [String]) throws {
        let line = #"{"objectName":"RC:TxtMsg","content":{"content":"Hi"},"value":{"content":"Hi"}}"# + "\n"
        let run = try tool.run(arguments, inputFile: tool.file("input", line), outputFile: "/dev/full")
        #expect(run.code == 3)
        #expect(run.errors.contains("imwire: cannot write the output: no space is left on the device\n"))
    }

    @Test("A command fails if standard output is closed")
    func aClosedOutputIsAnError() throws {
        // The input file must not take the descriptor of standard output.
        let input = try tool.file("input", #"{"objectName":"RC:TxtMsg","content":{"content":"Hi"}}"# + "\n")
        let errors = tool.folder.appending(path: "errors").path
        let child = try Child(["decode", input]) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addclose(&actions, 1)
            posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
        }
        #expect(child.wait() == 3)
        let said = String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self)
        #expect(said.contains("cannot write the output"))
    }

    @Test(
        "Commands print and write only through the types that report errors",
        arguments: [
            (#"(?<![A-Za-z.])(Swift\.)?print\("#, "Output"), (#"fputs|putchar|FileHandle|fwrite"#, "Output"),
            (#"\.write\(to(File)?:|createFile\(|createDirectory\("#, "OutputFile"),
        ])
    func onePlaceWrites(_ pattern: String, _ place: String) throws {
        let expression = try NSRegularExpression(pattern: pattern)
        var files: [URL] = []
        for module in [
            "CommandSupport", "RunSupport", "ToolCommands", "CompatCommands", "FuzzCommands", "BenchCommands",
            "LiveCommands",
        ] {
            let folder = Tool.root.appending(path: "Sources/\(module)")
            let walker = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            files += walker.compactMap { $0 as? URL }
        }
        var count = 0
        for file in files where file.pathExtension == "swift" && file.lastPathComponent != "\(place).swift" {
            count += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n").map(String.init) where !line.contains("//") {
                let found = expression.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) != nil
                #expect(!found, "\(file.lastPathComponent): \(line)")
            }
        }
        #expect(count > 80)
    }
}
