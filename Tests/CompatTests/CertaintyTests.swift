// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of the certainty of findings, of their causes and of the side that is named.
struct CertaintyTests {
    private func source(_ certainty: String, _ file: String = "A.java") -> String {
        #""source":{"file":"\#(file)","line":1,"certainty":"\#(certainty)"}"#
    }

    @Test(
        "A finding is as certain as the weakest fact that it rests on (CMP-120)",
        arguments: [
            ("sure", "sure", FactSource.Certainty.sure), ("likely", "sure", .likely), ("sure", "likely", .likely),
            ("guess", "sure", .guess), ("likely", "guess", .guess),
        ] as [(String, String, FactSource.Certainty)])
    func weakest(_ type: String, _ member: String, _ expected: FactSource.Certainty) throws {
        let manifest = try manifest(
            #""types":[{"objectName":"RC:FileMsg",\#(source(type)),"members":[{"name":"size","type":"string",\#(source(member))}]}]"#
        )
        let finding = try #require(CompatCheck([manifest]).findings.first { $0.kind == .memberType })
        #expect(finding.certainty == expected)
    }

    @Test("The certainty of both sides counts, and one platform that surely has a fact is sufficient (CMP-120)")
    func sides() throws {
        func offer(_ kind: String, _ certainty: String, _ platform: String) throws -> Manifest {
            try type(
                "a:B", #""class":"B","members":[{"name":"x","type":"\#(kind)",\#(source(certainty))}]"#, platform)
        }
        let guess = CompatCheck([try offer("integer", "sure", "i"), try offer("string", "guess", "w")])
        #expect(guess.findings.map(\.certainty) == [.guess])
        let sure = CompatCheck([
            try offer("integer", "guess", "a"), try offer("integer", "sure", "i"), try offer("string", "sure", "w"),
        ])
        #expect(sure.findings.map(\.certainty) == [.sure] && sure.findings.map(\.platform) == ["w"])
    }

    @Test("A guess comes last, on one line, and does not say that data is lost (CMP-120)")
    func guesses() throws {
        let manifest = try manifest(
            #""types":[{"objectName":"RC:CmdNtf",\#(source("guess")),"members":[{"name":"operation"},{"name":"data"}]},"#
                + #"{"objectName":"RC:GiftMsg","members":[]}]"#)
        let report = CheckReport(CompatCheck([manifest]), from: .tolerated)
        #expect(report.shown.map(\.isGuess) == [false, true])
        let text = report.text()
        #expect(text.contains("  may lose data (guess) DEV-01 p: RC:CmdNtf operation: the member has another name"))
        #expect(!text.contains("loses data DEV-01"))
        #expect(report.guesses > 0 && report.summary.contains("guess"))
        #expect(report.matrix["RC:CmdNtf", "p"].sign.hasPrefix("("))
        #expect(report.json.contains(#""certainty": "guess""#) && report.json.contains(#""guesses":"#))
        #expect(report.html.contains("may lose data (guess)") && report.markdown.contains("may lose data (guess)"))
        #expect(report.sarif.contains("may lose data (guess)"))
        // A guess fails a test only if guesses fail.
        #expect(report.junit(failing: .losesData).contains("failures=\"0\""))
        #expect(report.junit(failing: .losesData, guessesFail: true).contains("failures=\"1\""))
    }

    @Test("Differences of one cause are one finding with all of its places (CMP-121)")
    func causes() throws {
        let one = try manifest(#""types":[{"objectName":"RC:AMsg"},{"objectName":"RC:BMsg"}]"#, "one")
        let two = try manifest(#""types":[{"objectName":"RC:CMsg"}]"#, "two")
        let findings = CompatCheck([one, two]).findings.filter { $0.kind == .nameReserved }
        #expect(findings.map(\.platforms) == [["one", "two"]])
        #expect(findings.first?.places.map(\.text) == ["RC:AMsg", "RC:BMsg", "RC:CMsg"])
        // A new place of a known cause is new, and an entry of a baseline accepts its own place only.
        let before = CheckReport(CompatCheck([one, try manifest(#""types":[{"objectName":"RC:DMsg"}]"#, "two")]))
        let earlier = try EarlierReport(parsing: Array(before.json.utf8))
        let new = CheckReport(CompatCheck([one, two]), since: earlier).open.filter { $0.kind == .nameReserved }
        #expect(new.flatMap(\.places).map(\.text) == ["RC:CMsg"] && new.map(\.platform) == ["two"])
        let baseline = try Baseline(
            parsing: Array(
                #"{"baseline":1,"entries":[{"id":"DEV-34","platform":"one","reason":"r","owner":"o","expires":"2999-01-01"}]}"#
                    .utf8))
        let result = BaselineResult(CompatCheck([one, two]), baseline, on: "2026-12-01")
        #expect(result.open.filter { $0.kind == .nameReserved }.flatMap(\.places).map(\.text) == ["RC:CMsg"])
        #expect(result.accepted.flatMap(\.finding.places).map(\.text) == ["RC:AMsg", "RC:BMsg"])
    }

    @Test("An entry of a baseline may be limited to guesses, and a guess that became certain is new (CMP-120)")
    func certain() throws {
        func check(_ certainty: String) throws -> CompatCheck {
            CompatCheck([
                try manifest(
                    #""types":[{"objectName":"RC:FileMsg",\#(source(certainty)),"members":[{"name":"size","type":"string"}]}]"#
                )
            ])
        }
        let baseline = Baseline.accepting(
            try check("guess").findings.filter { $0.kind == .memberType }, reason: "r", owner: "o",
            expires: "2999-01-01")
        #expect(baseline.entries.allSatisfy { $0.certainty == .guess })
        #expect(try Baseline(parsing: Array(baseline.json.utf8)) == baseline)
        let sure = BaselineResult(try check("sure"), baseline, on: "2026-12-01")
        #expect(sure.open.contains { $0.kind == .memberType })
        let earlier = try EarlierReport(parsing: Array(CheckReport(try check("guess")).json.utf8))
        #expect(CheckReport(try check("sure"), since: earlier).open.contains { $0.kind == .memberType })
        #expect(CheckReport(try check("guess"), since: earlier).open.isEmpty)
    }

    @Test("A type is not clean if its members are unknown (CMP-122)")
    func unknown() throws {
        let manifest = try manifest(
            #""types":[{"objectName":"a:A","flags":[{"value":3}]},{"objectName":"a:B","members":[{"name":"x"}]},"#
                + #"{"objectName":"a:C","flags":[{"value":3}],"members":[{"name":"x"}]},{"objectName":"a:D"}]"#)
        let matrix = CheckMatrix(CompatCheck([manifest]), [])
        #expect(["a:A", "a:B", "a:C", "a:D", "a:E"].map { matrix[$0, "p"].sign } == ["?", "ok?", "ok", "?", "·"])
        // A platform that declares no flags has none to compare.
        let server = CheckMatrix(CompatCheck([try type("a:B", #""members":[{"name":"x"}]"#)]), [])
        #expect(server["a:B", "p"].sign == "ok")
        let legend = CheckReport(CompatCheck([manifest])).markdown
        #expect(legend.contains("? members not known"))
    }

    @Test("The side that differs from most platforms is named, and otherwise both are (CMP-123)")
    func sidesThatAreNamed() throws {
        func offer(_ flags: Int, _ platform: String) throws -> Manifest {
            try type(
                "a:Offer", #""flags":[{"value":\#(flags)}],"source":{"file":"\#(platform).txt","line":1}"#, platform)
        }
        let tie = CompatCheck([try offer(3, "ios"), try offer(1, "android")])
        let difference = try #require(tie.findings.first?.first)
        #expect(difference.platforms == ["android", "ios"] && difference.sides != nil)
        let sarif = CheckReport(tie).sarif
        #expect(sarif.contains(#""uri": "ios.txt""#) && sarif.contains(#""uri": "android.txt""#))
        #expect(CheckReport(tie).text().contains("(android)") && CheckReport(tie).text().contains("(ios)"))
        let most = CompatCheck([try offer(3, "ios"), try offer(1, "android"), try offer(3, "web")])
        #expect(most.findings.first?.platforms == ["android"] && most.findings.first?.first.sides == nil)
        // An entry that names either side accepts a difference of both.
        let baseline = try Baseline(
            parsing: Array(
                #"{"baseline":1,"entries":[{"id":"CMP-027","platform":"ios","reason":"r","owner":"o","expires":"2999-01-01"}]}"#
                    .utf8))
        #expect(BaselineResult(tie, baseline, on: "2026-12-01").open.isEmpty)
        // Compared with an earlier report, the side that changed is named.
        let equal = CompatCheck([try offer(3, "ios"), try offer(3, "android")])
        let earlier = try EarlierReport(parsing: Array(CheckReport(equal).json.utf8))
        let android = try #require(CheckReport(tie, since: earlier).open.first?.first)
        #expect(
            android.platforms == ["android"] && android.left.hasPrefix("1") && android.source?.file == "android.txt")
        let ios = CompatCheck([try offer(0, "ios"), try offer(3, "android")])
        #expect(CheckReport(ios, since: earlier).open.first?.platforms == ["ios"])
        // In a check of built-in types against each other, the registry shows which side differs.
        let flags = CompatCheck(
            [
                try type("RC:VCSummary", #""flags":[{"value":0}]"#, "a"),
                try type("RC:VCSummary", #""flags":[{"value":3}]"#, "b"),
            ], against: .eachOther)
        #expect(flags.findings.first { $0.kind == .flagsDiffer }?.platforms == ["a"])
    }
}
