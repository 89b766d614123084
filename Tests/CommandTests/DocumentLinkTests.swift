// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of the links from output to the pages of the documentation site.
struct DocumentLinkTests {
    private let tool = Tool()

    @Test(
        "imwire explain names the page of an id, a code and a type",
        arguments: [
            ("CNT-014", "requirements/CNT-014.html"), ("DEV-08", "deviations/DEV-08.html"),
            ("field.type", "codes/errors.html#field.type"), ("31004", "codes/error-codes.html#31004"),
            ("RC:TxtMsg", "types/RC-TxtMsg.html"),
        ])
    func explain(word: String, page: String) throws {
        let run = try tool.run("explain", word, "--docs", "https://example.com/docs")
        #expect(run.output.contains("https://example.com/docs/\(page)"))
        #expect(try !tool.run("explain", word).output.contains(".html"))
    }

    @Test("imwire validate names the pages of what it found")
    func validate() throws {
        let line = #"{"objectName":"RC:TxtMsg","content":{"content":"hi","user":{"id":"u1","icon":"i"}}}"#
        let run = try tool.run("validate", "--docs", "https://example.com/docs/", input: line + "\n{\n")
        #expect(run.errors.contains("https://example.com/docs/deviations/DEV-08.html"))
        #expect(run.errors.contains("https://example.com/docs/codes/errors.html"))
    }

    @Test("The reports of imwire conform link to the pages of requirements")
    func conform() throws {
        let files = ["md", "html"].map { tool.folder.appending(path: "report.\($0)").path }
        let testee = Tool.root.appending(path: "Examples/testees/python-wrong/testee.py").path
        let run = try tool.run(
            [
                "conform", "--testee", "python3 \(testee)", "--only", "dev-39-lenient-size",
                "--docs", "https://example.com", "--report", files[0], "--report", files[1],
            ], input: "")
        let url = "https://example.com/requirements/CNT-032.html"
        #expect(run.output.contains("            \(url)"))
        #expect(try String(contentsOfFile: files[0], encoding: .utf8).contains("[CNT-032](\(url))"))
        #expect(try String(contentsOfFile: files[1], encoding: .utf8).contains("<a href=\"\(url)\">CNT-032</a>"))
    }

    @Test("The reports of imwire compat link to the pages of ids")
    func compat() throws {
        let files = ["md", "html", "sarif"].map { tool.folder.appending(path: "report.\($0)").path }
        let manifest = Tool.root.appending(path: "Fixtures/platforms/server-python.json").path
        let run = try tool.run(
            ["compat", "check", manifest, "--docs", "https://example.com"] + files.flatMap { ["--report", $0] },
            input: "")
        let url = "https://example.com/deviations/DEV-08.html"
        let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
        #expect(run.output.contains("\n  \(url)\n"))
        #expect(texts[0].contains("[DEV-08](\(url))"))
        #expect(texts[1].contains("<a href=\"\(url)\">DEV-08</a>"))
        #expect(texts[2].contains(#""helpUri": "\#(url)""#))
    }
}
