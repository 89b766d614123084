// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of baselines, earlier reports and project files as a build server uses them.
@Suite("Baselines, earlier reports and projects")
struct CompatReportTests {
    private let tool = Tool()

    private let ios = """
        {"manifest":1,"platform":"ios","types":[{"objectName":"a:Offer","flags":[{"value":3}],
        "members":[{"name":"price","type":"integer"}],"source":{"file":"Offer.m","line":2}}]}
        """
    private let web = """
        {"manifest":1,"platform":"web","types":[{"objectName":"a:Offer","flags":[{"value":1}],
        "members":[{"name":"price","type":"string"}],"source":{"file":"offer.js","line":2}}]}
        """

    private func entry(_ id: String, _ platform: String, _ expires: String) -> String {
        #"{"id":"\#(id)","platform":"\#(platform)","reason":"r","owner":"o","expires":"\#(expires)"}"#
    }

    @Test("Accepted findings pass, and each kind of invalid entry ends the run with 4 (CMP-070, CMP-071)")
    func appliesABaseline() throws {
        let files = [try tool.file("ios.json", ios), try tool.file("web.json", web)]
        func run(_ entries: String...) throws -> ToolRun {
            let text = "{\"baseline\":1,\"entries\":[\(entries.joined(separator: ","))]}"
            let file = try tool.file("known.json", text)
            return try tool.run(["compat", "check", "--baseline", file] + files, inputFile: "/dev/null")
        }
        let type = entry("CMP-031", "web", "2999-01-01"), flags = entry("CMP-027", "web", "2999-01-01")
        let clean = try run(type, flags)
        #expect(clean.code == 0)
        #expect(clean.output.contains("0 findings: 0 lose data, 0 tolerated, 0 cosmetic; 2 accepted"))
        #expect(try run(type).code == 1)
        let expired = try run(type, entry("CMP-027", "web", "2020-01-01"))
        #expect(expired.code == 4)
        #expect(expired.errors.contains("baseline: CMP-027 web *: expired: correct the difference"))
        #expect(expired.output.contains("CMP-027 ios, web: a:Offer: the flags differ"))
        let stale = try run(type, flags, entry("CMP-028", "web", "2999-01-01"))
        #expect(stale.code == 4)
        #expect(stale.errors.contains("baseline: CMP-028 web *: stale: the finding is gone"))
        let nothing = try run(type, flags, entry("CMP-031", "wep", "2999-01-01"))
        #expect(nothing.code == 4)
        #expect(nothing.errors.contains("baseline: CMP-031 wep *: matches nothing"))
        let wrong = try run(entry("CMP-031", "web", "tomorrow"))
        #expect(wrong.code == 2)
        #expect(wrong.errors.contains("/entries/0/expires: a day is expected"))
    }

    @Test("A written baseline accepts all findings, and the entry of a corrected one is stale")
    func writesABaseline() throws {
        let files = [try tool.file("ios.json", ios), try tool.file("web.json", web)]
        let known = tool.folder.appending(path: "known.json").path
        let arguments = ["compat", "check"] + files
        let written = try tool.run(arguments + ["--write-baseline", known], inputFile: "/dev/null")
        #expect(written.code == 0)
        #expect(written.errors.contains("4 entries; give each a reason, an owner and an expiry date"))
        #expect(try tool.run(arguments + ["--baseline", known], inputFile: "/dev/null").code == 0)
        // The entry of a corrected finding is stale and must be removed.
        _ = try tool.file("web.json", web.replacing("\"string\"", with: "\"integer\""))
        #expect(try tool.run(arguments + ["--baseline", known], inputFile: "/dev/null").code == 4)
    }

    @Test("Findings of an earlier report are counted but do not fail the run (CMP-072)")
    func tellsWhatIsNew() throws {
        let files = [try tool.file("ios.json", ios), try tool.file("web.json", web)]
        let before = tool.folder.appending(path: "before.json").path
        let first = try tool.run(
            ["compat", "check", "--report", before] + files, inputFile: "/dev/null")
        #expect(first.code == 1)
        let arguments = ["compat", "check", "--changed-since", before] + files
        let same = try tool.run(arguments, inputFile: "/dev/null")
        #expect(same.code == 0)
        #expect(same.output.contains("0 new findings: 0 lose data, 0 tolerated, 0 cosmetic; 2 as before, 0 gone"))
        let changed = web.replacing("\"value\":1", with: "\"value\":3")
            .replacing("\"price\",\"type\":\"string\"", with: "\"price\",\"type\":\"string\"},{\"name\":\"vip\"")
        _ = try tool.file("web.json", changed)
        let new = try tool.run(arguments, inputFile: "/dev/null")
        #expect(new.code == 1)
        #expect(new.output.contains("CMP-030 ios: a:Offer vip") && !new.output.contains("CMP-031"))
        #expect(new.output.contains("1 as before, 1 gone"))
        #expect(try tool.run("compat", "check", "--changed-since", files[0], files[0]).code == 2)
    }

    @Test("compat without a subcommand scans and checks the platforms of the project file (CMP-074)")
    func readsAProject() throws {
        let apps = Tool.root.appending(path: "Fixtures/scan/apps").path
        let project = try tool.file(
            ".imwire.json",
            """
            {"project":1,"platforms":[{"name":"ios","folder":"\(apps)/ios","platform":"ios"},
            {"name":"android","folder":"\(apps)/android"}],"failOn":"loses-data"}
            """)
        let script = "cd \"$(dirname \"$2\")\" && exec \"$1\" compat"
        let run = try tool.shell(script, [try #require(Tool.path), project])
        #expect(run.code == 1)
        #expect(run.output.contains("loses data CMP-044 ios: party:PkMsg") || run.output.contains("CMP-044 android"))
        #expect(run.errors.contains("ios: 10 files read") && run.errors.contains("9 types: 9 with members, 0 without"))
        let page = tool.folder.appending(path: "page.html").path
        let html = try tool.run("compat", "--project", project, "--report", page)
        #expect(html.code == 1)
        let text = try String(contentsOfFile: page, encoding: .utf8)
        #expect(text.contains("<mark>") && text.contains("<pre "))
        // A platform that declares nothing fails the run, unless the project allows it.
        let empty = tool.folder.appending(path: "empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        try Data("let a = 1\n".utf8).write(to: empty.appending(path: "a.swift"))
        let platform = #"{"project":1,"platforms":[{"name":"ios","folder":"empty"ALLOW}]}"#
        _ = try tool.file(".imwire.json", platform.replacing("ALLOW", with: ""))
        let warned = try tool.run("compat", "--project", project)
        #expect(warned.code == 1)
        #expect(warned.errors.contains("warning: ios: no message type was found in 1 file"))
        _ = try tool.file(".imwire.json", platform.replacing("ALLOW", with: ",\"allowEmpty\":true"))
        #expect(try tool.run("compat", "--project", project).code == 0)
        _ = try tool.file(".imwire.json", #"{"project":1,"platforms":[{"name":"ios","directory":"ios"}]}"#)
        let wrong = try tool.run("compat", "--project", project)
        #expect(wrong.code == 2)
        #expect(wrong.errors.contains("/platforms/0"))
        #expect(try tool.run("compat", "--project", tool.folder.path + "/none.json").code == 2)
    }

    @Test("The example project is checked, and SARIF has paths relative to it")
    func runsTheExample() throws {
        let project = Tool.root.appending(path: "Examples/compat/shop/.imwire.json").path
        let run = try tool.run("compat", "--project", project, "--format", "sarif")
        #expect(run.code == 1)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(json["version"] as? String == "2.1.0")
        #expect(run.output.contains("\"uri\": \"ios/OfferMessage.swift\""))
    }

    @Test("A manifest cannot make a report quote files outside the platform's folder")
    func quotesNothingOutside() throws {
        _ = try tool.file("secret.txt", "one\nsecret\nthree\n")
        let folder = tool.folder.appending(path: "web")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.js", withDestinationPath: tool.folder.path + "/secret.txt")
        for name in ["../secret.txt", tool.folder.path + "/secret.txt", "link.js"] {
            let text = web.replacing("offer.js", with: name)
            let run = try tool.run(
                "compat", "check", "--format", "html", "--source", "web=\(folder.path)", tool.file("i.json", ios),
                tool.file("w.json", text))
            #expect(run.code == 1)
            #expect(!run.output.contains("secret</mark>") && !run.output.contains("<pre "))
        }
    }
}

/// Tests of merging counts of parts of the traffic.
@Suite("Merging counts of traffic")
struct CompatMergeTests {
    private let tool = Tool()

    private func traffic(_ seed: Int) -> String {
        (0..<200).map { index in
            switch (index &* 7 &+ seed) % 5 {
            case 0: #"{"objectName":"RC:TxtMsg","content":{"content":"Hi"}}"#
            case 1: #"{"objectName":"RC:FileMsg","content":{"name":"a","size":"12","type":"t","fileUrl":"u"}}"#
            case 2: #"{"objectName":"RC:TxtMsg","content":{"content":"Hi","user":{"id":"u","icon":"s"}}}"#
            case 3: #"{"objectName":"RC:VcMsg","content":{"content":"AAAA","duration":[1]}}"#
            default: #"{"objectName":"app:Own\#(index % 40)","content":{}}"#
            }
        }.joined(separator: "\n") + "\n"
    }

    @Test(
        "Counting files in parallel and merging the counts equals a single run (CMP-054)",
        arguments: ["xargs", "parallel"])
    func partsAreTheWhole(_ program: String) throws {
        let path = try #require(Tool.path)
        for part in 0..<6 { _ = try tool.file("part-\(part).jsonl", traffic(part)) }
        let recipe =
            program == "parallel"
            ? "parallel 'imwire compat payloads --platform web-v2 --partial {} > {}.part' ::: part-*.jsonl"
            : """
            printf '%s\\n' part-*.jsonl | xargs -P 4 -I {} sh -c \\
              'imwire compat payloads --platform web-v2 --partial {} > {}.part'
            """
        // GNU parallel may not be installed; the recipe with xargs tests the same.
        if program == "parallel", try tool.shell("parallel --version | grep -q 'GNU parallel'", []).code != 0 { return }
        let script = "cd \"$1\" && PATH=\"$2:$PATH\" && set -e -o pipefail\n" + recipe
        let bin = URL(filePath: path).deletingLastPathComponent().path
        let counted = try tool.shell(script, [tool.folder.path, bin])
        #expect(counted.code == 0, "\(counted.errors)")
        func run(_ command: String) throws -> [String: Any] {
            let shell = "cd \"$1\" && PATH=\"$2:$PATH\"\n" + command
            let run = try tool.shell(shell, [tool.folder.path, bin])
            #expect(run.code == 1, "\(run.errors)")
            return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        }
        let merged = try run("imwire report merge --format json part-*.part")
        let whole = try run("imwire compat payloads --platform web-v2 --format json part-*.jsonl")
        #expect(NSDictionary(dictionary: merged) == NSDictionary(dictionary: whole))
        // Merged parts can be merged again with the same result.
        let twice = try run(
            "imwire report merge --partial part-[012]*.part > a.part; imwire report merge --partial part-[345]*.part > "
                + "b.part; imwire report merge --format json a.part b.part")
        #expect(NSDictionary(dictionary: twice) == NSDictionary(dictionary: whole))
    }

    @Test("Only counts of one platform in the current format are merged (CMP-055)")
    func refusesWhatIsNoPart() throws {
        let one = try tool.run("compat", "payloads", "--platform", "web-v2", "--partial", input: traffic(1))
        #expect(one.code == 0)
        let part = try tool.file("a.part", one.output)
        let other = try tool.file("b.part", one.output.replacing("web-v2", with: "ios"))
        let mixed = try tool.run("report", "merge", part, other)
        #expect(mixed.code == 2)
        #expect(mixed.errors.contains("b.part is of ios and the parts before it of web-v2"))
        for text in ["{}", "[", one.output.replacing("\"lines\":", with: "\"lines\":-"), ""] {
            #expect(try tool.run("report", "merge", try tool.file("c.part", text)).code == 2)
        }
        #expect(try tool.run("report", "merge").code == 2)
    }
}
