// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Checking manifests")
struct CompatCheckTests {
    private let tool = Tool()

    private let ios = """
        {"manifest":1,"platform":"ios","types":[{"objectName":"a:Offer","flags":[{"value":3}],
        "members":[{"name":"offerId","type":"string"}]}]}
        """
    private let web = """
        {"manifest":1,"platform":"web","types":[{"objectName":"a:offer","flags":[{"value":2}],
        "members":[{"name":"offerID","type":"string"}]}]}
        """

    @Test("Differences between the own types of two platforms are found")
    func findsWhatOwnTypesDisagreeIn() throws {
        let run = try tool.run("compat", "check", tool.file("ios.json", ios), tool.file("web.json", web))
        #expect(run.code == 1)
        #expect(run.output.contains("loses data CMP-023 ios, web: a:offer: the names differ only in case"))
        #expect(run.output.contains("loses data DEV-75 web: a:offer: the type is counted but not persisted"))
        #expect(run.output.contains("2 platforms, 4 findings: 4 lose data, 0 tolerated, 0 cosmetic"))
    }

    @Test("The exit code depends on the findings and on --fail-on")
    func exitsByWhatWasFound() throws {
        let file = try tool.file("ios.json", ios)
        let other = try tool.file("q.json", #"{"manifest":1,"platform":"q"}"#)
        #expect(try tool.run("compat", "check", file).code == 0)
        #expect(try tool.run("compat", "check", file, other).code == 1)
        #expect(try tool.run("compat", "check", "--fail-on", "loses-data", file, other).code == 0)
    }

    @Test(
        "Each format is written alike to standard output and to a file",
        arguments: [
            ("text", "txt"), ("json", "json"), ("markdown", "md"), ("junit", "xml"), ("sarif", "sarif"),
            ("html", "html"),
        ])
    func writesEveryFormat(_ format: String, _ fileExtension: String) throws {
        let files = [try tool.file("ios.json", ios), try tool.file("web.json", web)]
        let output = tool.folder.appending(path: "report.\(fileExtension)").path
        let run = try tool.run("compat", "check", "--format", format, files[0], files[1])
        let filed = try tool.run("compat", "check", "--report", output, files[0], files[1])
        #expect(run.code == 1 && filed.code == 1 && filed.output.contains("2 platforms"))
        #expect(run.output.contains("a:Offer"))
        #expect(try String(contentsOfFile: output, encoding: .utf8) == run.output)
    }

    @Test(
        "Names from a manifest neither reorder the text of a report nor control a terminal",
        arguments: ["text", "markdown", "junit", "html"])
    func reportsEscapeNames(_ format: String) throws {
        let marks = "\u{202e}\u{2066}\u{200f}\u{9b}\u{7f}"
        let text = web.replacing("a:offer", with: "a:off\(marks)er").replacing("offerID", with: "offer\(marks)ID")
        let output = tool.folder.appending(path: "report.html").path
        let files = [try tool.file("ios.json", ios), try tool.file("web.json", text)]
        for arguments in [[], ["--report", output]] {
            let run = try tool.run(
                ["compat", "check", "--format", format] + arguments + files, inputFile: "/dev/null")
            #expect(run.code == 1)
            let filed = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            for mark in marks.unicodeScalars {
                #expect(!(run.output + run.errors + filed).unicodeScalars.contains(mark))
            }
        }
    }

    @Test("Invalid manifests, none at all, and two of one platform are usage errors")
    func saysWhatIsWrongWithAManifest() throws {
        let bad = try tool.file("bad.json", #"{"manifest":1,"platform":"p","types":[{"name":"a"}]}"#)
        let run = try tool.run("compat", "check", bad)
        #expect(run.code == 2)
        #expect(run.errors.contains("/types/0"))
        #expect(try tool.run("compat", "check", "/nowhere.json").code == 2)
        #expect(try tool.run("compat", "check").code == 2)
        let file = try tool.file("ios.json", ios)
        #expect(try tool.run("compat", "check", file, file).errors.contains("both describe the platform ios"))
    }

    @Test("The message for an unreadable path says what the path is and what to do")
    func saysWhyAFileCannotBeRead() throws {
        let folder = tool.folder.path
        let missing = folder + "/missing.json"
        let commands = [
            ["compat", "check"], ["compat", "payloads", "--platform", "me", "--manifest"],
        ]
        for command in commands {
            let directory = try tool.run(command + [folder], input: "")
            #expect(directory.code == 2)
            #expect(
                directory.errors.contains("is a directory; name the files in it, for instance with \(folder)/*.json"))
            let absent = try tool.run(command + [missing], input: "")
            #expect(absent.code == 2)
            #expect(absent.errors.contains("\(missing): there is no such file"))
            for run in [directory, absent] { #expect(!run.errors.contains("NSCocoa")) }
            let endless = try tool.run(command + ["/dev/zero"], input: "")
            #expect(endless.code == 2)
            #expect(endless.errors.contains("/dev/zero: more than 67,108,864 bytes"))
            if getuid() != 0 {
                let secret = try tool.file("secret.json", ios)
                try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: secret)
                #expect(try tool.run(command + [secret], input: "").errors.contains("may not be read by this user"))
            }
        }
        #expect(try tool.run("compat", "check", "-", input: ios).code == 0)
        let scan = try tool.run("compat", "scan", try tool.file("ios.json", ios))
        #expect(scan.code == 2)
        #expect(scan.errors.contains("ios.json is not a folder; name the folder that holds it"))
        let payloads = try tool.run("compat", "payloads", "--platform", "ios", folder)
        #expect(payloads.code == 2)
        #expect(payloads.errors.contains("is a directory; name the files in it, for instance with \(folder)/*.jsonl"))
    }

    @Test("A counted notification is reported (CMP-042)")
    func findsACountedNotification() throws {
        let text = #"{"manifest":1,"platform":"p","types":[{"objectName":"app:FooNtf","flags":[{"value":3}]}]}"#
        let run = try tool.run("compat", "check", try tool.file("p.json", text))
        #expect(run.code == 1)
        #expect(run.output.contains("tolerated CMP-042 p: app:FooNtf: the type is counted but is not a content"))
    }
}

@Suite("Counting payloads")
struct CompatPayloadsTests {
    private let tool = Tool()

    private let lines = """
        {"objectName":"RC:TxtMsg","content":{"content":"Hi"}}
        {"objectName":"RC:FileMsg","content":{"name":"a","size":"12","type":"txt","fileUrl":"u"}}

        {"objectName":"RC:FileMsg","content":{"name":"a","size":"13","type":"txt","fileUrl":"u"}}
        {"objectName":"RC:TxtMsg","content":"{\\"content\\":\\"Hi\\",\\"user\\":{\\"id\\":\\"u\\",\\"icon\\":\\"secret\\"}}"}
        {"objectName":"RC:VcMsg","content":{"content":"AAAA","duration":[1]}}
        {"objectName":"app:Own","content":{"a":1}}
        """

    @Test("Deviations are counted as known or new by type and path, without values (CMP-050)")
    func countsWhatIsKnownAndWhatIsNew() throws {
        let run = try tool.run("compat", "payloads", "--platform", "unofficial-go", input: lines)
        #expect(run.code == 1)
        let rows = run.lines.map { $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init) }
        #expect(
            rows.contains { $0.prefix(8) == ["DEV-140", "new", "1", "16.6%", "RC:VcMsg", "/duration", "6", "29"] })
        #expect(rows.contains { $0.prefix(7) == ["DEV-08", "new", "1", "16.6%", "RC:TxtMsg", "/user/portrait", "5"] })
        #expect(rows.contains { $0.prefix(7) == ["DEV-39", "known", "2", "33.3%", "RC:FileMsg", "/size", "2"] })
        #expect(
            run.output.contains(
                "unofficial-go: 6 lines, 4 types, 4 with deviations, 1 of unknown types, 0 errors, 1 known and 2 new deviations"
            ))
        #expect(!run.output.contains("secret"))
    }

    @Test("The exit code is 0 if all deviations are known, unless the run is strict (CMP-051)")
    func exitsCleanWhereAllIsKnown() throws {
        let line = #"{"objectName":"RC:FileMsg","content":{"name":"a","size":"12","type":"txt","fileUrl":"u"}}"#
        #expect(try tool.run("compat", "payloads", "--platform", "server-go", input: line).code == 0)
        #expect(try tool.run("compat", "payloads", "--platform", "server-go", "--strict", input: line).code == 1)
        let manifest = try tool.file(
            "me.json",
            #"{"manifest":1,"platform":"me","types":[{"objectName":"RC:FileMsg","members":[{"name":"size","type":"string"}]}]}"#
        )
        #expect(try tool.run("compat", "payloads", "--platform", "me", "--manifest", manifest, input: line).code == 0)
    }

    @Test("The counts are written as JSON")
    func writesJSON() throws {
        let run = try tool.run("compat", "payloads", "--platform", "server-go", "--format", "json", input: lines)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(json["lines"] as? Int == 6)
        let rows = try #require(json["rows"] as? [[String: Any]])
        #expect(rows.map { $0["id"] as? String } == ["DEV-140", "DEV-39", "DEV-08"])
        #expect((rows[1]["first"] as? [String: Any])?["line"] as? Int == 2)
    }

    @Test("An unknown platform is rejected with the nearest name and a list of the known ones (CMP-053)")
    func refusesAPlatformThatIsNotKnown() throws {
        let run = try tool.run("compat", "payloads", "--platform", "server-goo", input: lines)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("no platform server-goo; did you mean server-go?"))
        let list = try #require(run.errors.split(separator: "\n").first?.split(separator: "knows ").last)
        let sentence = list.prefix(upTo: list.firstRange(of: ". ")?.lowerBound ?? list.endIndex)
        let names = sentence.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(names.contains("web-v2") && names.contains("unofficial-go"))
        #expect(names.allSatisfy { name in name.allSatisfy { $0.isLowercase || $0.isNumber || "-.".contains($0) } })
        for name in names { #expect(try tool.run("compat", "payloads", "--platform", name).code == 0) }
    }

    @Test("Thousands of places in one list are one row")
    func countsALongListOnce() throws {
        func line(_ count: Int) -> String {
            let list = (0..<count).map(String.init).joined(separator: ",")
            return #"{"objectName":"RC:TxtMsg","content":{"content":"","mentionedInfo":{"type":2,"userIdList":["#
                + list + "]}}}"
        }
        let run = try tool.run("compat", "payloads", "--platform", "web-v2", input: line(4_000))
        let rows = run.lines.filter { $0.contains("/userIdList") }
        #expect(rows.count == 1)
        #expect(rows.first?.contains("/userIdList/*") == true)
    }

    @Test("Thousands of unknown types are counted within the memory limit (CMP-052)")
    func memoryStaysTheSame() throws {
        var text = ""
        for number in 0..<50_000 { text += "{\"objectName\":\"own:\(number)\",\"content\":{\"a\(number)\":null}}\n" }
        let path = try tool.file("many.jsonl", text)
        let run = try tool.run(
            ["compat", "payloads", "--platform", "web-v2", "--format", "json", "--jobs", "2"], inputFile: path,
            memory: 65_536)
        #expect(run.code == 0)
        #expect(run.output.contains("\"lines\":50000"))
        #expect(run.output.contains("\"otherTypes\":49800"))
    }
}
