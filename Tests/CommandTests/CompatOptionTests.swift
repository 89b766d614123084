// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

/// Tests of the options of comparison commands, each with an input for which the option makes a difference.
@Suite("Options of comparisons")
struct CompatOptionTests {
    private let tool = Tool()

    private func write(_ text: String, _ path: String, _ tool: Tool) throws {
        let file = tool.folder.appending(path: "tree/" + path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func registration(_ name: String) -> String {
        "im.registerMessageType('App:\(name)', true, true, ['a']);\n"
    }

    @Test(
        "Each option reads files that a scan skips by default",
        arguments: [
            ("--include-tests", "Spec"), ("--include-dependencies", "Library"), ("--include-build", "Built"),
            ("--max-file=8", "Large"),
        ])
    func readsMore(_ option: String, _ name: String) throws {
        try write(registration("Own"), "src/own.js", tool)
        try write(registration("Spec"), "src/own.spec.js", tool)
        try write(registration("Library"), "node_modules/im/index.js", tool)
        try write(registration("Built"), "dist/own.js", tool)
        let comment = String(repeating: "// a long comment\n", count: 5 * 1_048_576 / 18)
        try write(registration("Large") + comment, "src/large.js", tool)
        let tree = tool.folder.path + "/tree"
        let few = try tool.run("compat", "scan", tree)
        #expect(few.output.contains("App:Own") && !few.output.contains("App:\(name)"))
        let more = try tool.run("compat", "scan", tree, option)
        #expect(more.output.contains("App:Own") && more.output.contains("App:\(name)"))
    }

    private let shop = #"{"manifest":1,"platform":"shop","types":[{"objectName":"shop:Offer"}]}"#
    private let game = #"{"manifest":1,"platform":"game","types":[{"objectName":"game:Move"}]}"#

    @Test("Own types are compared only if the caller states which are shared (CMP-046)")
    func comparesOwnTypes() throws {
        let files = [try tool.file("shop.json", shop), try tool.file("game.json", game)]
        #expect(try tool.run("compat", "check", files[0], files[1]).code == 0)
        let own = try tool.run("compat", "check", "--own", "shop:*", files[0], files[1])
        #expect(own.code == 1)
        #expect(own.output.contains("game: shop:Offer: the type is not declared"))
        #expect(!own.output.contains("shop: game:Move: the type"))
    }

    @Test("With --against each-other, manifests are not compared with the registry")
    func choosesWhatItIsComparedWith() throws {
        let text = #"{"manifest":1,"platform":"P","types":[{"objectName":"RC:TxtMsg","members":[{"name":"Content"}]}]}"#
        let files = try ["one", "two"].map { try tool.file($0, text.replacing("\"P\"", with: "\"\($0)\"")) }
        let registry = try tool.run("compat", "check", files[0], files[1])
        #expect(registry.code == 1 && registry.output.contains("Content"))
        // Both manifests have the same error.
        let other = try tool.run("compat", "check", "--against", "each-other", files[0], files[1])
        #expect(other.code == 0, "\(other.output)")
    }

    @Test("Findings below the chosen severity are counted and not shown")
    func showsTheSeveritiesThatAreAskedFor() throws {
        let file = try tool.file(
            "p.json", #"{"manifest":1,"platform":"p","types":[{"objectName":"app:ANameOfMoreThan16"}]}"#)
        let all = try tool.run("compat", "check", "--severity", "cosmetic", file)
        let least = try tool.run("compat", "check", "--severity", "loses-data", file)
        #expect(all.output.contains("the name is long") && !least.output.contains("the name is long"))
        #expect(least.output.contains("1 not shown; --severity cosmetic shows them"))
    }

    @Test("A cause is reported once with all of its places, in text and in JSON (CMP-076)")
    func tellsACauseOnce() throws {
        func manifest(_ platform: String, _ kinds: [String]) -> String {
            let members = zip(["a", "b"], kinds).map { #"{"name":"\#($0)","type":"\#($1)"}"# }.joined(separator: ",")
            return
                #"{"manifest":1,"platform":"\#(platform)","types":[{"objectName":"x:Y","members":[\#(members)]}]}"#
        }
        let files = [
            try tool.file("one.json", manifest("one", ["integer", "boolean"])),
            try tool.file("two.json", manifest("two", ["string", "object"])),
        ]
        let text = try tool.run("compat", "check", files[0], files[1])
        #expect(text.output.contains("loses data CMP-031: the member has another type: 2 findings, 2 places"))
        #expect(text.lines.count { $0.contains("the member has another type") } == 1)
        #expect(text.output.contains("2 findings of 1 cause: 2 lose data"))
        let json = try RawJSON(text: tool.run("compat", "check", "--format", "json", files[0], files[1]).output)
        let causes = try #require(json["causes"]?.elements)
        #expect(causes.count == 1 && causes[0]["id"]?.string == "CMP-031" && causes[0]["places"]?.text == "2")
        #expect(causes[0]["findings"]?.elements?.map(\.text) == ["0", "1"])
    }

    @Test("The platforms of a folder without a project file are detected (CMP-065)")
    func comparesTheFolderAsItIs() throws {
        try write(#"{"dependencies":{"vue":"3"}}"#, "front/package.json", tool)
        try write(registration("Offer"), "front/src/im.js", tool)
        try write(#"{"dependencies":{"express":"4"}}"#, "back/package.json", tool)
        try write(registration("Offer").replacing("true, true", with: "true, false"), "back/im.js", tool)
        let script = "cd \"$2/tree\" && exec \"$1\" compat"
        let run = try tool.shell(script, [try #require(Tool.path), tool.folder.path])
        #expect(run.code == 1, "\(run.errors)")
        #expect(run.errors.contains("the folder has server-nodejs (1 type), web (1 type)"))
        #expect(run.output.contains("flags differ"))
        try write("# nothing\n", "empty/read.me", tool)
        let nothing = try tool.shell(
            script.replacing("/tree", with: "/tree/empty"), [try #require(Tool.path), tool.folder.path])
        #expect(nothing.code == 2 && nothing.errors.contains("holds no source code that is read"))
    }

    @Test("Parts of an unlisted platform are merged with its manifest, and sums are limited")
    func mergesWithAManifest() throws {
        let line = #"{"objectName":"RC:TxtMsg","content":{"content":"Hi","user":{"id":"u","icon":"s"}}}"#
        let counted = try tool.run("compat", "payloads", "--platform", "web-v2", "--partial", input: line + "\n")
        let part = try tool.file("a.part", counted.output.replacing("web-v2", with: "shop"))
        let unknown = try tool.run("report", "merge", part)
        #expect(unknown.code == 2 && unknown.errors.contains("no platform shop"))
        let none = try tool.file("none.json", #"{"manifest":1,"platform":"shop"}"#)
        #expect(try tool.run("report", "merge", "--manifest", none, part).code == 1)
        let manifest = try tool.file(
            "shop.json",
            #"{"manifest":1,"platform":"shop","objects":[{"name":"user","members":[{"name":"id"},{"name":"icon"}]}]}"#)
        #expect(try tool.run("report", "merge", "--manifest", manifest, part).code == 0)
        #expect(try tool.run("report", "merge", "--manifest", manifest, "--strict", part).code == 1)
        let huge = counted.output.replacing("\"lines\": 1", with: "\"lines\": 9007199254740992")
        #expect(huge != counted.output)
        let files = [try tool.file("b.part", huge), try tool.file("c.part", huge)]
        let sum = try tool.run("report", "merge", "--partial", files[0], files[1])
        #expect(sum.output.contains("\"lines\": 9007199254740992"))
        let other = try tool.run("report", "merge", try tool.file("d.part", #"{"kind":"report"}"#))
        #expect(other.code == 2 && other.errors.contains("kind is not conformance-run"))
    }

    @Test(
        "The help has an example without placeholders, which can be pasted",
        arguments: [
            ["compat"], ["compat", "check"], ["compat", "scan"], ["compat", "project"], ["report", "merge"],
        ])
    func helpHasExamples(_ command: [String]) throws {
        let help = try tool.run(command + ["--help"], inputFile: "/dev/null")
        #expect(help.code == 0)
        let name = "imwire " + command[0]
        #expect(help.lines.contains { $0.hasPrefix("  \(name)") && !$0.contains("<") })
    }
}
