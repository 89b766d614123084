// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

@Suite struct ExplainTests {
    @Test func explainsEachKind() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let number = try #require(ServiceCode.client.first)
        let run = try tool.run("explain", "DEV-08", "\(number.code)", "field.missing", "CNT-014", "RC:TxtMsg")
        #expect(run.code == 0)
        #expect(run.output.contains("DEV-08 (deviation): Avatar under another name"))
        #expect(run.output.contains("\(number.code) (service code): \(number.name)"))
        #expect(run.output.contains("field.missing (error code)"))
        #expect(run.output.contains("CNT-014 (requirement): MUST"))
        #expect(run.output.contains("imwire types show RC:TxtMsg"))
    }

    @Test func caseDoesNotMatterForIDs() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let run = try tool.run("explain", "--format", "json", "dev-8", "cnt-014")
        #expect(run.code == 0)
        #expect(try run.lines.map { try RawJSON(text: $0)["id"]?.string } == ["DEV-08", "CNT-014"])
    }

    @Test func knowsEverythingThatAReportCanName() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let words =
            DecodeError.Code.allCases.map(\.rawValue) + EncodeError.Code.allCases.map(\.rawValue)
            + RegistrationError.Code.allCases.map(\.rawValue)
            + ["line.json", "line.utf8", "line.member", "line.length"]
            + SpecDeviation.all.map(\.id) + SpecRequirement.all.map(\.id)
            + ContentRegistry.builtIn.all.map(\.objectName.rawValue)
        let run = try tool.run(["explain", "--format", "json"] + words, inputFile: "/dev/null")
        #expect(run.code == 0)
        #expect(run.lines.count == words.count)
    }

    @Test(arguments: [
        ("DEV-999", "DEV-999 is not known\n"), ("field.mising", "did you mean field.missing?"),
        ("-99999", "-99999 is not known"), ("RC:TxtMgs", "did you mean RC:TxtMsg?"),
    ])
    func tellsWhatItKnows(_ word: String, _ expected: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let run = try tool.run("explain", word, "DEV-08")
        #expect(run.code == 2)
        #expect(run.errors.contains(expected))
        #expect(run.errors.contains("Known are requirements (CNT-014)"))
        #expect(run.output.contains("Avatar under another name"))
    }
}
