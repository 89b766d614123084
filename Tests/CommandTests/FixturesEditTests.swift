// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of `imwire fixtures annotate`, `update` and `retire` on a copy of two files of the suite.
@Suite("Showing, updating and retiring cases")
struct FixturesEditTests {
    private let tool = Tool()
    private let id = "c-rc-rcntf-type-admin-escaped"

    init() throws {
        let fixtures = tool.folder.appending(path: "Fixtures")
        for name in ["cases/content/RC-RcNtf.json", "cases/json/surrogates.json", "changes.json", "retired.json"] {
            let place = fixtures.appending(path: name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: Tool.root.appending(path: "Fixtures/\(name)"), to: place)
        }
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: tool.folder.appending(path: "Fixtures/\(name)"), encoding: .utf8)
    }

    private func fixtures(_ arguments: String...) throws -> ToolRun {
        try tool.run(
            ["fixtures"] + arguments + ["--cases", tool.folder.appending(path: "Fixtures/cases").path], input: "")
    }

    @Test("annotate shows the request, the expected outcome and the requirements")
    func annotate() throws {
        let run = try fixtures("annotate", "json-str-lone-low")
        #expect(run.code == 0 && run.output.contains(#"{"content":"\ude00 there"}"#))
        #expect(run.output.contains("DEV-109") && run.output.contains("CNT-016  An unpaired surrogate"))
        #expect(try fixtures("annotate", "no-such-case").code == 2)
        // Advice names the command that the user ran, and not the executable that implements it.
        let incomplete = try tool.run(["fixtures", "export"], input: "").errors
        #expect(incomplete.contains("'imwire fixtures export --help'") && !incomplete.contains("imwire-fuzz"))
    }

    @Test("update shows the difference and writes only with a reason")
    func update() throws {
        let file = "cases/content/RC-RcNtf.json"
        let right = try text(file)
        #expect(try fixtures("update", id).output.contains("the codec's answer matches the expectation"))
        // Only this case is made wrong.
        let start = try #require(right.range(of: "\"\(id)\""))
        let place = try #require(right.range(of: "DEV-45", range: start.upperBound..<right.endIndex))
        let wrong = right.replacingCharacters(in: place, with: "DEV-12")
        try Data(wrong.utf8).write(to: tool.folder.appending(path: "Fixtures/\(file)"))
        let shown = try fixtures("update", id)
        #expect(shown.code == 1 && shown.output.contains(#">       "DEV-12""#) && shown.output.contains("DEV-45"))
        #expect(try text(file) == wrong)
        #expect(try fixtures("update", id, "--write").code == 2)
        #expect(try fixtures("update", id, "--write", "--why", "CNT-033").code == 0)
        #expect(try fixtures("update", id).code == 0)
        // Nothing else in the file has changed.
        let lines = Set(try text(file).split(separator: "\n")), before = Set(right.split(separator: "\n"))
        #expect(before.subtracting(lines).count <= 1)
    }

    @Test("update rejects a round trip, whose text would be lost")
    func roundTrip() throws {
        let file = "cases/json/surrogates.json"
        let wrong = try text(file).replacingOccurrences(
            of: #""{\"content\":\"\\ude00 there\"}", "exact""#, with: #""{\"content\":\"?\"}", "exact""#)
        try Data(wrong.utf8).write(to: tool.folder.appending(path: "Fixtures/\(file)"))
        let run = try fixtures("update", "json-str-lone-low", "--write", "--why", "CNT-016: …")
        // A round trip has two accepted outcomes, so there is no single outcome to write.
        #expect(run.code == 1 && run.errors.contains("correct it by hand"))
        #expect(try text(file) == wrong)
    }

    @Test("The previous expectation of a released case is added to changes.json once, in the order of ids")
    func released() throws {
        let file = "cases/json/surrogates.json", id = "json-str-escaped-backslash-surrogate"
        for wrong in ["a", "b"] {
            let wrong = try text(file).replacing(
                /"value": \{"content": ?"\\\\ud83d"\}/, with: #""value": {"content": "\#(wrong)"}"#)
            try Data(wrong.utf8).write(to: tool.folder.appending(path: "Fixtures/\(file)"))
            #expect(try fixtures("update", id, "--write", "--why", "CNT-016").code == 0)
        }
        let changes = try text("changes.json")
        #expect(changes.components(separatedBy: "\"\(id)\"").count == 2)
        #expect(changes.contains(#""before": {"expect": [{"value": {"content": "a"}"#))
        let list = changes.matches(of: /\n    \{\s*"id": "([^"]+)"/).map { String($0.output.1) }
        #expect(list.count > 300 && list.contains(id) && list == list.sorted())
    }

    @Test("retire removes the case and records it in retired.json")
    func retire() throws {
        let run = try fixtures("retire", "json-str-lone-low", "--to", "json-str-lone-high", "--why", "the same twice")
        #expect(run.code == 0)
        #expect(try !text("cases/json/surrogates.json").contains("\"json-str-lone-low\""))
        let retired = try text("retired.json")
        #expect(retired.contains("json-str-lone-low") && retired.contains(#""to": "json-str-lone-high""#))
        #expect(try fixtures("lint").code == 0)
        // The id can still be selected, and earlier versions of the suite still run the case.
        let pinned = try tool.run(
            "conform", "--suite", "1.0", "--only", "json-str-lone-low", "--no-replays", "--cases",
            tool.folder.appending(path: "Fixtures/cases").path)
        #expect(pinned.output.contains("1 passed"))
    }
}
