// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of the page that shows what every fuzz target learned (scripts/fuzz-growth), with made reports.
@Suite("Growth of the fuzz targets")
struct FuzzGrowthTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "fuzz-growth-\(UUID().uuidString)")
    private var historyFile: URL { folder.appending(path: "history.jsonl") }
    private var pageFile: URL { folder.appending(path: "page.html") }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Runs the script with a report, and returns its exit code and output.
    private func run(_ report: String) throws -> (code: Int32, output: String) {
        let file = folder.appending(path: "nightly.json")
        try Data(report.utf8).write(to: file)
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", root.appending(path: "scripts/fuzz-growth").path, file.path, "--history", historyFile.path,
            "--page", pageFile.path, "--stale", "5",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the report of a night, in which one target learns and another has the same figures as always.
    private func report(day: Int, stalled: Int = 40) -> String {
        let edges = day < 3 ? #""edges":100,"edgesOf":20000"# : #""edges":120,"edgesOf":20500"#
        return """
            {"commit":"c\(day)","date":"2026-11-\(day < 10 ? "0" : "")\(day)","driver":{"targets":[
            {"target":"learning","executions":1000,"behaviours":\(10 + day)},
            {"target":"stalled","executions":1000,"behaviours":\(stalled)}]},
            "libFuzzer":[{"target":"stalled","executions":500,\(edges)}],
            "corpus":[{"target":"stalled","kept":7}]}
            """
    }

    @Test("A target that learns nothing more is marked, with the age since it learned")
    func stalled() throws {
        for day in 1...5 { #expect(try run(report(day: day)) == (0, "")) }
        // A changed program with more edges is no growth.
        let run = try run(report(day: 6))
        #expect(run == (0, "stalled: nothing new since 2026-11-01, 5 nights and 7,500 executions ago\n"))
        let page = try String(contentsOf: pageFile, encoding: .utf8)
        #expect(page.contains("1 of 2 targets learned nothing for 5 nights"))
        #expect(page.matches(of: /class="(?:behaviours|edges)"/).count == 3)
        #expect(page.matches(of: /<svg\s/).count == 2)
        #expect(page.contains("stalled: behaviours 40 to 40; edges 100 to 120"))
        #expect(page.matches(of: /learns nothing more<\/td>/).count == 1)
    }

    @Test("New behaviors end the age, and a second report of a night replaces its figures")
    func grown() throws {
        for day in 1...7 { _ = try run(report(day: day)) }
        #expect(try run(report(day: 8, stalled: 41)) == (0, ""))
        #expect(try run(report(day: 8, stalled: 42)) == (0, ""))
        let lines = try String(contentsOf: historyFile, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 8)
        #expect(lines.last?.contains("\"behaviours\": 42") == true)
    }

    @Test("A file that is no report is an error, and the history stays as it was")
    func wrong() throws {
        _ = try run(report(day: 1))
        let before = try Data(contentsOf: historyFile)
        #expect(try run("{}").code == 2)
        #expect(try Data(contentsOf: historyFile) == before)
    }
}
