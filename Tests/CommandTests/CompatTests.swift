// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct CompatCheckTests {
    private let ios = """
        {"manifest":1,"platform":"ios","types":[{"objectName":"a:Offer","flags":[{"value":3}],
        "members":[{"name":"offerId","type":"string"}]}]}
        """
    private let web = """
        {"manifest":1,"platform":"web","types":[{"objectName":"a:offer","flags":[{"value":2}],
        "members":[{"name":"offerID","type":"string"}]}]}
        """

    @Test func findsWhatOwnTypesDisagreeIn() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let run = try tool.run("compat", "check", tool.file("ios.json", ios), tool.file("web.json", web))
        #expect(run.code == 1)
        #expect(run.output.contains("loses data CMP-023 web: a:offer: names that differ in case"))
        #expect(run.output.contains("loses data DEV-75 web: a:offer: counted without persisted"))
        #expect(run.output.contains("2 platforms, 4 findings: 4 lose data, 0 tolerated, 0 cosmetic"))
    }

    @Test func exitsByWhatWasFound() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let file = try tool.file("ios.json", ios)
        let other = try tool.file("q.json", #"{"manifest":1,"platform":"q"}"#)
        #expect(try tool.run("compat", "check", file).code == 0)
        #expect(try tool.run("compat", "check", file, other).code == 1)
        #expect(try tool.run("compat", "check", "--fail-on", "loses-data", file, other).code == 0)
    }

    @Test(arguments: ["text", "json", "markdown", "junit", "html"])
    func writesEveryFormat(_ format: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let files = [try tool.file("ios.json", ios), try tool.file("web.json", web)]
        let output = tool.folder.appending(path: "report").path
        let run = try tool.run("compat", "check", "--format", format, files[0], files[1])
        let filed = try tool.run("compat", "check", "--format", format, "--output", output, files[0], files[1])
        #expect(run.code == 1 && filed.code == 1)
        #expect(run.output.contains("a:Offer"))
        #expect(try String(contentsOfFile: output, encoding: .utf8) == run.output)
    }

    @Test func saysWhatIsWrongWithAManifest() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let bad = try tool.file("bad.json", #"{"manifest":1,"platform":"p","types":[{"name":"a"}]}"#)
        let run = try tool.run("compat", "check", bad)
        #expect(run.code == 2)
        #expect(run.errors.contains("/types/0"))
        #expect(try tool.run("compat", "check", "/nowhere.json").code == 2)
        #expect(try tool.run("compat", "check").code == 2)
        let file = try tool.file("ios.json", ios)
        #expect(try tool.run("compat", "check", file, file).errors.contains("are both of the platform ios"))
    }
}

@Suite struct CompatPayloadsTests {
    private let lines = """
        {"objectName":"RC:TxtMsg","content":{"content":"Hi"}}
        {"objectName":"RC:FileMsg","content":{"name":"a","size":"12","type":"txt","fileUrl":"u"}}

        {"objectName":"RC:FileMsg","content":{"name":"a","size":"13","type":"txt","fileUrl":"u"}}
        {"objectName":"RC:TxtMsg","content":"{\\"content\\":\\"Hi\\",\\"user\\":{\\"id\\":\\"u\\",\\"icon\\":\\"secret\\"}}"}
        {"objectName":"RC:VcMsg","content":{"content":"AAAA","duration":[1]}}
        {"objectName":"app:Own","content":{"a":1}}
        """

    @Test func countsWhatIsKnownAndWhatIsNew() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let run = try tool.run("compat", "payloads", "--platform", "unofficial-go", input: lines)
        #expect(run.code == 1)
        let rows = run.lines.map { $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init) }
        #expect(
            rows.contains { $0.prefix(8) == ["field.type", "error", "1", "16.6%", "RC:VcMsg", "/duration", "6", "29"] })
        #expect(rows.contains { $0.prefix(7) == ["DEV-08", "new", "1", "16.6%", "RC:TxtMsg", "/user/portrait", "5"] })
        #expect(rows.contains { $0.prefix(7) == ["DEV-39", "known", "2", "33.3%", "RC:FileMsg", "/size", "2"] })
        #expect(
            run.output.contains(
                "unofficial-go: 6 lines, 4 types, 3 with deviations, 1 error, 1 known and 1 new deviations"))
        #expect(!run.output.contains("secret"))
    }

    @Test func exitsCleanWhereAllIsKnown() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let line = #"{"objectName":"RC:FileMsg","content":{"name":"a","size":"12","type":"txt","fileUrl":"u"}}"#
        #expect(try tool.run("compat", "payloads", "--platform", "server-go", input: line).code == 0)
        #expect(try tool.run("compat", "payloads", "--platform", "server-go", "--strict", input: line).code == 1)
        let stranger = try tool.run("compat", "payloads", "--platform", "me", input: line)
        #expect(stranger.code == 1 && stranger.errors.contains("nothing is known of me"))
        let manifest = try tool.file(
            "me.json",
            #"{"manifest":1,"platform":"me","types":[{"objectName":"RC:FileMsg","members":[{"name":"size","type":"string"}]}]}"#
        )
        #expect(try tool.run("compat", "payloads", "--platform", "me", "--manifest", manifest, input: line).code == 0)
    }

    @Test func writesJSON() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let run = try tool.run("compat", "payloads", "--platform", "server-go", "--format", "json", input: lines)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(json["lines"] as? Int == 6)
        let rows = try #require(json["rows"] as? [[String: Any]])
        #expect(rows.map { $0["id"] as? String } == ["field.type", "DEV-39", "DEV-08"])
        #expect((rows[1]["first"] as? [String: Any])?["line"] as? Int == 2)
    }

    /// CMP-052: a table that grows with the names of a stranger's types would pass the limit of memory.
    @Test func memoryStaysTheSame() throws {
        let tool = try Tool()
        defer { tool.remove() }
        var text = ""
        for number in 0..<50_000 { text += "{\"objectName\":\"own:\(number)\",\"content\":{\"a\(number)\":null}}\n" }
        let path = try tool.file("many.jsonl", text)
        let run = try tool.run(
            ["compat", "payloads", "--platform", "x", "--format", "json"], inputFile: path, memory: 65_536)
        #expect(run.code == 0)
        #expect(run.output.contains("\"lines\":50000"))
        #expect(run.output.contains("\"otherTypes\":49800"))
    }
}
