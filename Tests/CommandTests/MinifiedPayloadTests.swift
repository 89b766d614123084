// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

/// Tests of contents whose members a minified build has renamed (CMP-138).
@Suite("Minified payloads")
struct MinifiedPayloadTests {
    private let tool = Tool()

    private func payloads(_ contents: String..., options: [String] = []) throws -> ToolRun {
        let lines = contents.map { #"{"objectName":"RC:TxtMsg","content":\#($0)}"# }
        return try tool.run(
            ["compat", "payloads", "--platform", "ios"] + options, input: lines.joined(separator: "\n"))
    }

    @Test("A content whose members all have short names is probably minified (CMP-138)")
    func reports() throws {
        let run = try payloads(#"{"a":"Hi","b":"x"}"#, #"{"content":"Hi"}"#, #"{"c":1,"bc":2,"zz":3}"#)
        #expect(run.code == 1)
        let lines = run.lines.filter { $0.hasPrefix("probably minified") }
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("probably minified RC:TxtMsg, 2 lines, the first at line 1: ") == true)
    }

    @Test(
        "A single member, a longer name, a known one, or none of a, b and c is not minified (CMP-138)",
        arguments: [
            #"{"a":"Hi"}"#, #"{"a":"Hi","bcd":"x"}"#, #"{"a":"Hi","content":"x"}"#, #"{"x":"Hi","y":"x"}"#,
            #"{"a":"Hi","é":"x"}"#, #"{"a":"Hi","b1":"x"}"#,
        ])
    func others(_ content: String) throws {
        #expect(!(try payloads(content).output.contains("minified")))
    }

    @Test("A type that a schema describes is checked by the schema alone (CMP-138)")
    func described() throws {
        let schema = """
            {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","x-objectName":"shop:Dot",
            "properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"x-order":["a","b"]}
            """
        _ = try tool.file("dot.schema.json", schema)
        let line = #"{"objectName":"shop:Dot","content":{"a":1,"b":2}}"#
        let command = ["compat", "payloads", "--platform", "ios"]
        let unknown = try tool.run(command, input: line)
        #expect(unknown.code == 1)
        #expect(unknown.output.contains("probably minified shop:Dot, 1 line"))
        let known = try tool.run(command + ["--types", tool.folder.path], input: line)
        #expect(known.code == 0 && !known.output.contains("minified"))
    }

    @Test("The counts of parts have the minified types, and their sum is that of the whole (CMP-138)")
    func parts() throws {
        let content = #"{"a":"Hi","b":"x"}"#
        let part = try payloads(content, options: ["--partial"])
        #expect(part.code == 0)
        let minified = try #require(try RawJSON(text: part.output)["minified"]?.elements?.first)
        #expect(minified["objectName"]?.string == "RC:TxtMsg" && minified["count"]?.text == "1")
        let first = try tool.file("a.part", part.output)
        let second = try tool.file("b.part", part.output)
        let merged = try tool.run("report", "merge", first, second)
        #expect(merged.output.contains("probably minified RC:TxtMsg, 2 lines"))
    }
}
