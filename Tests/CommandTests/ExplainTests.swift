// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireSpec
import Testing

@Suite("Explanations")
struct ExplainTests {
    private let tool = Tool()

    @Test("Deviations, service codes, error codes, requirements and types are explained")
    func explainsEachKind() throws {
        let number = try #require(ServiceCode.client.first)
        let run = try tool.run("explain", "DEV-08", "\(number.code)", "field.missing", "CNT-014", "RC:TxtMsg")
        #expect(run.code == 0)
        #expect(run.output.contains("DEV-08 (deviation): Avatar under another name"))
        #expect(run.output.contains("\(number.code) (service code): \(number.name)"))
        #expect(run.output.contains("field.missing (error code)"))
        #expect(run.output.contains("CNT-014 (requirement): MUST"))
        #expect(run.output.contains("imwire types show RC:TxtMsg"))
    }

    @Test("Ids are found in any case and without their hyphens and leading zeros")
    func caseDoesNotMatterForIDs() throws {
        let run = try tool.run("explain", "--format", "json", "dev-8", "cnt-014")
        #expect(run.code == 0)
        #expect(try run.lines.map { try RawJSON(text: $0)["id"]?.string } == ["DEV-08", "CNT-014"])
        let loose = try tool.run("explain", "--format", "json", "CNT14", "cnt_014", "dev08")
        #expect(try loose.lines.map { try RawJSON(text: $0)["id"]?.string } == ["CNT-014", "CNT-014", "DEV-08"])
    }

    @Test("Names of members in JSON have no spaces")
    func namesOfMembersHaveNoSpaces() throws {
        let ids = SpecDeviation.all.map(\.id) + ServiceCode.client.prefix(20).map { "\($0.code)" }
        let run = try tool.run(["explain", "--format", "json"] + ids, inputFile: "/dev/null")
        let names = try Set(run.lines.flatMap { try RawJSON(text: $0).members?.map(\.name) ?? [] })
        #expect(names.isSuperset(of: ["kind", "id", "title", "text", "seenFrom", "cannotRepair", "whatToDo"]))
        #expect(!names.contains { $0.contains(" ") })
    }

    @Test("A requirement is explained with its cases")
    func listsTheCasesOfARequirement() throws {
        let run = try tool.run("explain", "--cases", OutputTests.cases, "CNT-063")
        #expect(run.code == 0)
        #expect(run.output.contains("unk-fraction"))
        let json = try tool.run("explain", "--cases", OutputTests.cases, "--format", "json", "CNT-063", "FRM-001")
        let lines = try json.lines.map { try RawJSON(text: $0) }
        #expect(lines.first?["cases"]?.elements?.compactMap(\.string).contains("unk-exponent") == true)
        #expect(lines.last?["cases"]?.elements?.isEmpty == true)
    }

    @Test("A case is explained with its requirements and the command that runs it")
    func knowsCases() throws {
        let run = try tool.run("explain", "--cases", OutputTests.cases, "unk-fraction")
        #expect(run.code == 0)
        #expect(
            run.output.contains(
                "unk-fraction (case): Both modes write a zero at the end of a fraction back unchanged"))
        #expect(run.output.contains("CNT-060, CNT-063"))
        #expect(run.output.contains("imwire conform --only unk-fraction"))
    }

    @Test("Every code, deviation, requirement and type that a report can name is explained")
    func knowsEverythingThatAReportCanName() throws {
        let words =
            DecodeError.Code.allCases.map(\.rawValue) + EncodeError.Code.allCases.map(\.rawValue)
            + SessionError.Code.allCases.map(\.rawValue) + RegistrationError.Code.allCases.map(\.rawValue)
            + SchemaError.Code.allCases.map(\.rawValue)
            + ["line.json", "line.utf8", "line.member", "line.length"]
            + SpecDeviation.all.map(\.id) + SpecRequirement.all.map(\.id)
            + ContentRegistry.builtIn.all.map(\.objectName.rawValue)
        let run = try tool.run(["explain", "--format", "json"] + words, inputFile: "/dev/null")
        #expect(run.code == 0)
        #expect(run.lines.count == words.count)
    }

    @Test(
        "An unknown word is rejected with suggestions, and the other words are explained",
        arguments: [
            ("DEV-999", "DEV-999 is not known; DEV goes from DEV-01 to DEV-1"),
            ("CNT-999", "CNT goes from CNT-001 to CNT-"),
            ("field.mising", "did you mean field.missing?"), ("CTN-014", "did you mean CNT-014?"),
            ("-99999", "-99999 is not known"), ("RC:TxtMgs", "did you mean RC:TxtMsg?"),
            ("310004", "did you mean 30004, 31000, 31004?"),
            ("unk-fracton", "did you mean unk-fraction?"),
        ])
    func tellsWhatItKnows(_ word: String, _ expected: String) throws {
        let run = try tool.run("explain", "--cases", OutputTests.cases, word, "DEV-08")
        #expect(run.code == 2)
        #expect(run.errors.contains(expected))
        #expect(run.errors.contains("Known are requirements (CNT-014)"))
        #expect(run.output.contains("Avatar under another name"))
    }
}
