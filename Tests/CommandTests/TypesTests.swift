// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("The list of types")
struct TypesTests {
    private let tool = Tool()

    @Test("Every type is listed with its category, persistence, Swift name and provenance")
    func listsEveryType() throws {
        let run = try tool.run("types")
        #expect(run.code == 0)
        #expect(run.lines.count == 84)
        #expect(run.lines.last == "82 types")
        let text = try #require(run.lines.first { $0.hasPrefix("RC:TxtMsg ") })
        #expect(text.split(separator: " ") == ["RC:TxtMsg", "content", "persisted+counted", "TextMessage", "seed"])
    }

    @Test("The types of one category are listed as JSON")
    func listsOneCategoryAsJSON() throws {
        let run = try tool.run("types", "--category", "status", "--format", "json")
        #expect(run.code == 0)
        #expect(!run.lines.isEmpty)
        for line in run.lines { #expect(try RawJSON(text: line)["category"]?.string == "status") }
        let typing = try #require(run.lines.first { $0.contains("\"RC:TypSts\"") })
        #expect(try RawJSON(text: typing)["alternatives"]?.text == "[16]")
    }

    @Test("A type is shown with the members of its nested objects")
    func showsMembersOfNestedObjects() throws {
        let run = try tool.run("types", "show", "RC:TxtMsg")
        #expect(run.code == 0)
        #expect(run.output.contains("\n  content "))
        #expect(run.output.contains("\n    portrait "))
        #expect(run.output.contains("Also read from portraitUri (DEV-08)"))
        #expect(run.output.contains("RCTextMessage"))
        let json = try RawJSON(text: tool.run("types", "show", "RC:TxtMsg", "--format", "json").lines.joined())
        #expect(json["members"]?.elements?.first?["required"]?.boolean == true)
    }

    @Test("A sample of the types is shown without an error")
    func showsEveryType() throws {
        for type in ContentRegistry.builtIn.all.filter({ $0.objectName.rawValue.utf8.count % 3 == 0 }) {
            #expect(try tool.run("types", "show", type.objectName.rawValue).code == 0)
        }
    }

    @Test("The schema of a type is written")
    func writesTheSchema() throws {
        let run = try tool.run("types", "schema", "RC:CsLm")
        #expect(run.code == 0)
        #expect(try RawJSON(text: run.output)["x-objectName"]?.string == "RC:CsLm")
    }

    @Test(
        "An unknown type is rejected with a suggestion or with the command that lists the types",
        arguments: [
            ("rc:txtmsg", "did you mean RC:TxtMsg?"), ("RC:TxtMgs", "did you mean RC:TxtMsg?"),
            ("TxtMgs", "did you mean RC:TxtMsg?"), ("RC:CSLM", "did you mean RC:CsL"),
            ("something", "imwire types lists"),
        ])
    func suggestsWhatWasMeant(_ name: String, _ hint: String) throws {
        let run = try tool.run("types", "show", name)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(hint))
    }

    @Test("An invalid command line is a usage error")
    func aWrongCommandLineIsUsage() throws {
        #expect(try tool.run("types", "--category", "none").code == 2)
        #expect(try tool.run("nonsense").code == 2)
        #expect(try tool.run("validate", "--max-line", "1").code == 2)
    }

    @Test(
        "The help of each command has an example of that command",
        arguments: ["", "types", "types show", "types schema", "decode", "encode", "validate", "explain"])
    func everyCommandHasHelpWithExamples(_ command: String) throws {
        let words = command.split(separator: " ").map(String.init) + ["--help"]
        let run = try tool.run(words, inputFile: "/dev/null")
        #expect(run.code == 0)
        #expect(run.output.contains("  imwire \(command.isEmpty ? "types" : command)"))
    }

    @Test("--version prints the version of the suite")
    func tellsItsVersion() throws {
        #expect(try tool.run("--version").output == "2.0.0\n")
    }
}
