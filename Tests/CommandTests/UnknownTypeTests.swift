// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of what `validate`, `decode` and `compat payloads` report about types without a schema.
@Suite("Unknown types")
struct UnknownTypeTests {
    private let tool = Tool()

    private let misspelt = #"{"objectName":"RC:TextMsg","content":{"content":"Hi"}}"#
    private let own = #"{"objectName":"shop:Order","content":{"id":7}}"#
    private let gift = #"{"objectName":"app:GiftMsg","content":{"giftId":"g","count":1,"animation":"a"}}"#

    private func run(_ arguments: [String], _ lines: [String]) throws -> ToolRun {
        return try tool.run(arguments, input: lines.joined(separator: "\n"))
    }

    @Test("validate reports and counts an unknown type separately and suggests a known name")
    func validates() throws {
        let result = try run(["validate"], [misspelt, own])
        #expect(result.code == 0)
        #expect(result.lines == ["1 unknown type RC:TextMsg; did you mean RC:TxtMsg?", "2 unknown type shop:Order"])
        #expect(result.errors.hasPrefix("2 lines, 0 ok, 0 with deviations, 2 of unknown types, 0 errors"))
    }

    @Test(
        "Strict mode reports an unknown type if it begins with RC: or is one edit from a known name",
        arguments: [
            ("RC:Anything", 1), ("RC:TxtMgs", 1), ("RD:TxtMsg", 1), ("rc:txtmsg", 1), ("shop:Order", 0),
            ("TxtMsg", 0), ("", 1),
        ])
    func strict(_ name: String, _ code: Int32) throws {
        let line = #"{"objectName":"\#(name)","content":{}}"#
        #expect(try run(["validate", "--strict"], [line]).code == code)
        #expect(try run(["decode", "--strict"], [line]).code == code)
    }

    @Test("A type declared with --types is known")
    func given() throws {
        let folder = Tool.root.appending(path: "Examples/gift").path
        #expect(try run(["validate", "--types", folder], [gift]).lines == ["1 ok app:GiftMsg"])
        let payloads = ["compat", "payloads", "--platform", "ios", "--types", folder]
        #expect(!(try run(payloads, [gift]).output.contains("unknown")))
    }

    @Test("With --quiet, an unknown type is reported only if its name is probably a mistake")
    func quiet() throws {
        #expect(try run(["validate", "--quiet"], [own, misspelt]).lines.map { $0.prefix(1) } == ["2"])
    }

    @Test("An unknown type has its own status in JSON")
    func json() throws {
        let validated = try run(["validate", "--format", "json"], [misspelt, own]).lines
        #expect(
            validated == [
                #"{"line":1,"objectName":"RC:TextMsg","status":"unknown","suggestion":"RC:TxtMsg"}"#,
                #"{"line":2,"objectName":"shop:Order","status":"unknown"}"#,
            ])
        let decoded = try run(["decode"], [misspelt]).lines
        #expect(decoded.first?.hasSuffix(#","status":"unknown","suggestion":"RC:TxtMsg"}"#) == true)
    }

    @Test("The text output of decode contains an unknown type and its suggestion")
    func text() throws {
        let result = try run(["decode", "--format", "text"], [misspelt])
        #expect(result.lines.first == "1 RC:TextMsg (unknown type; did you mean RC:TxtMsg?)")
    }

    @Test("Traffic of unknown types is counted separately")
    func payloads() throws {
        let command = ["compat", "payloads", "--platform", "ios"]
        let result = try run(command, [misspelt, misspelt, own])
        #expect(result.code == 0)
        #expect(
            result.lines == [
                "unknown type RC:TextMsg, 2 lines; did you mean RC:TxtMsg?",
                "ios: 3 lines, 2 types, 0 with deviations, 3 of unknown types, 0 errors, 0 known and 0 new deviations",
            ])
        #expect(try run(command + ["--strict"], [misspelt]).code == 1)
        #expect(try run(command + ["--strict"], [own]).code == 0)
        let json = try run(command + ["--format", "json"], [misspelt]).output
        #expect(
            json.contains(
                #""unknownTypes":[{"objectName":"RC:TextMsg","status":"unknown","lines":1,"suggestion":"RC:TxtMsg"}]"#))
    }
}
