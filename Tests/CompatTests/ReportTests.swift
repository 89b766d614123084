// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireCompat
import Testing

/// Tests of baselines, earlier reports, SARIF output and the report page.
struct ReportTests {
    /// Returns a check of two platforms that differ in flags, in the type of a member and in the presence of a member.
    private func check() throws -> CompatCheck {
        let ios = try type(
            "a:Offer",
            #""flags":[{"value":3}],"members":[{"name":"price","type":"integer"},{"name":"vip","type":"boolean"}]"#,
            "ios")
        let web = try type(
            "a:Offer",
            #""flags":[{"value":1}],"members":[{"name":"price","type":"string"}],"#
                + #""source":{"file":"My Offer.m","line":2}"#, "web")
        return CompatCheck([ios, web])
    }

    private func baseline(_ entries: String...) throws -> Baseline {
        try Baseline(parsing: Array("{\"baseline\":1,\"entries\":[\(entries.joined(separator: ","))]}".utf8))
    }

    private func entry(_ patterns: String, expires: String = "2027-01-31") -> String {
        "{\(patterns),\"reason\":\"old clients\",\"owner\":\"ios team\",\"expires\":\"\(expires)\"}"
    }

    @Test("A baseline records who accepts which finding, why and until when (CMP-070)")
    func format() throws {
        let one = try baseline(entry(#""id":"CMP-031","platform":"ios","objectName":"a:*","member":"price""#))
        #expect(one.entries.map(\.pattern) == ["CMP-031 ios a:* price"])
        #expect(try Baseline(parsing: Array(one.json.utf8)) == one)
        for (wrong, path) in [
            (#"{"baseline":2,"entries":[]}"#, "/baseline"),
            (
                #"{"baseline":1,"entries":[{"id":"CMP-031","platform":"p","owner":"a","expires":"2027-01-01"}]}"#,
                "reason is missing"
            ),
            ("{\"baseline\":1,\"entries\":[\(entry(#""id":"*""#))]}", "must name a platform or an objectName"),
            ("{\"baseline\":1,\"entries\":[\(entry(#""id":"*","platform":"*""#))]}", "must name a platform"),
            ("{\"baseline\":1,\"entries\":[\(entry(#""id":"A","platform":"p""#, expires: "2027-02-29"))]}", "/expires"),
            ("{\"baseline\":1,\"entries\":[\(entry(#""id":"A","platform":"p","until":1"#))]}", "/until"),
            ("[", "not JSON"),
        ] {
            let error = #expect(throws: ManifestError.self) { try Baseline(parsing: Array(wrong.utf8)) }
            #expect(error?.description.contains(path) == true, "\(wrong): \(error?.description ?? "")")
        }
    }

    @Test("Expired, stale and unmatched entries fail and are reported separately (CMP-071)")
    func faults() throws {
        let check = try check()
        #expect(check.findings.map(\.id) == ["CMP-027", "CMP-031", "CMP-030"])
        func result(_ patterns: String, expires: String = "2027-01-31") throws -> BaselineResult {
            BaselineResult(check, try baseline(entry(patterns, expires: expires)), on: "2026-12-01")
        }
        let good = try result(#""id":"CMP-031","platform":"web""#)
        #expect(good.open.map(\.id) == ["CMP-027", "CMP-030"] && good.faults.isEmpty)
        #expect(good.accepted.map(\.entry.owner) == ["ios team"])
        let glob = try result(#""id":"CMP-*","objectName":"a:*""#)
        #expect(glob.open.isEmpty && glob.accepted.count == 3)
        // An entry is valid on the day that it expires, and invalid on the day after.
        #expect(try result(#""id":"CMP-031","platform":"web""#, expires: "2026-12-01").faults.isEmpty)
        let expired = try result(#""id":"CMP-031","platform":"web""#, expires: "2026-11-30")
        #expect(expired.faults.map(\.fault) == [.expired] && expired.open.count == 3)
        #expect(try result(#""id":"CMP-028","platform":"web""#).faults.map(\.fault) == [.stale])
        for nothing in [
            #""id":"CMP-031","platform":"andriod""#, #""id":"CMP-31","platform":"web""#,
            #""id":"CMP-031","objectName":"b:*""#,
        ] {
            #expect(try result(nothing).faults.map(\.fault) == [.matchesNothing], "\(nothing)")
        }
        // A finding more severe than the accepted one is open, and its entry is not stale.
        let worse = try result(#""id":"CMP-031","platform":"web","severity":"tolerated""#)
        #expect(worse.open.count == 3 && worse.faults.isEmpty)
        let all = Baseline.accepting(check.findings, reason: "r", owner: "o", expires: "2027-01-31")
        #expect(BaselineResult(check, all, on: "2026-12-01").open.isEmpty)
    }

    @Test("A comparison with an earlier report counts only new findings (CMP-072)")
    func since() throws {
        let check = try check()
        let same = CheckReport(
            check, since: try EarlierReport(parsing: Array(CheckReport(check).json.utf8)))
        #expect(same.open.isEmpty && same.unchanged == 3 && same.gone == 0)
        let before = try CompatCheck([
            type("a:Offer", #""flags":[{"value":3}],"members":[{"name":"old","required":true}]"#, "ios"),
            type("a:Offer", #""flags":[{"value":1}],"members":[]"#, "web"),
        ])
        let new = CheckReport(check, since: try EarlierReport(parsing: Array(CheckReport(before).json.utf8)))
        #expect(new.open.map(\.id) == ["CMP-031", "CMP-030"])
        #expect(new.unchanged == 1 && new.gone == 1)
        #expect(
            new.summary == "2 platforms, 2 new findings: 1 loses data, 1 tolerated, 0 cosmetic; 1 as before, 1 gone")
        // The same finding with a greater severity is new.
        let mild = CheckReport(check).json.replacing(
            "\"severity\": \"loses-data\"", with: "\"severity\": \"tolerated\"")
        #expect(CheckReport(check, since: try EarlierReport(parsing: Array(mild.utf8))).open.count == 2)
        #expect(throws: ManifestError.self) { try EarlierReport(parsing: Array("{}".utf8)) }
    }

    @Test("SARIF contains a rule for each id, the source, a fingerprint and suppressions (CMP-073)")
    func sarif() throws {
        let check = try check()
        let accepted = BaselineResult(
            check, try baseline(entry(#""id":"CMP-030","objectName":"a:*""#)), on: "2026-12-01")
        var report = CheckReport(check, baseline: accepted)
        report.roots = ["web": "apps/ios"]
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(report.sarif.utf8)) as? [String: Any])
        #expect(json["version"] as? String == "2.1.0")
        let run = try #require((json["runs"] as? [[String: Any]])?.first)
        let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
        let rules = driver?["rules"] as? [[String: Any]] ?? []
        #expect(rules.compactMap { $0["id"] as? String } == ["CMP-027", "CMP-030", "CMP-031"])
        let results = run["results"] as? [[String: Any]] ?? []
        #expect(results.compactMap { $0["level"] as? String } == ["error", "error", "warning"])
        for result in results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
            #expect((result["partialFingerprints"] as? [String: String])?.count == 1)
        }
        #expect((results.last?["suppressions"] as? [[String: Any]])?.count == 1)
        #expect(report.sarif.contains(#""uri": "apps/ios/My%20Offer.m""#) && report.sarif.contains(#""startLine": 2"#))
    }

    @Test("SARIF has the members and values that version 2.1.0 requires (CMP-073)")
    func sarifStructure() throws {
        let check = try check()
        let accepted = BaselineResult(
            check, try baseline(entry(#""id":"CMP-030","objectName":"a:*""#)), on: "2026-12-01")
        let earlier = try EarlierReport(parsing: Array(#"{"findings":[]}"#.utf8))
        let report = CheckReport(check, baseline: accepted, since: earlier)
        let log = try #require(try JSONSerialization.jsonObject(with: Data(report.sarif.utf8)) as? [String: Any])
        #expect(Set(log.keys) == ["$schema", "version", "runs"])
        for run in try #require(log["runs"] as? [[String: Any]]) {
            #expect(Set(run.keys) == ["tool", "columnKind", "results"])
            #expect(["utf16CodeUnits", "unicodeCodePoints"].contains(run["columnKind"] as? String))
            let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
            #expect((driver["name"] as? String)?.isEmpty == false)
            let rules = try #require(driver["rules"] as? [[String: Any]])
            for rule in rules {
                #expect(Set(rule.keys) == ["id", "shortDescription", "fullDescription"])
                for name in ["shortDescription", "fullDescription"] {
                    #expect(((rule[name] as? [String: Any])?["text"] as? String)?.isEmpty == false)
                }
            }
            let results = try #require(run["results"] as? [[String: Any]])
            #expect(results.count == 3)
            for result in results { try verify(result, rules.count) }
            let states = results.map { $0["baselineState"] as? String }
            #expect(states == ["new", "new", nil])
        }
    }

    private func verify(_ result: [String: Any], _ rules: Int) throws {
        let known: Set = [
            "ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints", "suppressions",
            "baselineState", "relatedLocations", "properties",
        ]
        #expect(Set(result.keys).isSubset(of: known))
        #expect((0..<rules).contains(try #require(result["ruleIndex"] as? Int)))
        #expect(["none", "note", "warning", "error"].contains(result["level"] as? String))
        #expect(((result["message"] as? [String: Any])?["text"] as? String)?.isEmpty == false)
        for location in try #require(result["locations"] as? [[String: Any]]) {
            #expect(Set(location.keys).isSubset(of: ["physicalLocation", "logicalLocations"]))
            for place in try #require(location["logicalLocations"] as? [[String: Any]]) {
                #expect(Set(place.keys) == ["name", "fullyQualifiedName", "kind"])
            }
            guard let physical = location["physicalLocation"] as? [String: Any] else { continue }
            #expect((physical["artifactLocation"] as? [String: Any])?["uri"] is String)
            if let region = physical["region"] as? [String: Any] { #expect((region["startLine"] as? Int ?? 0) > 0) }
        }
        for suppression in result["suppressions"] as? [[String: Any]] ?? [] {
            #expect(["inSource", "external"].contains(suppression["kind"] as? String))
            #expect(["accepted", "underReview", "rejected"].contains(suppression["status"] as? String))
        }
    }

    @Test("Ids link to their text, numbers count the shown findings, and one cause is one card (CMP-075)")
    func page() throws {
        let several = try type(
            "a:Offer", #""members":[{"name":"price","type":"integer"},{"name":"rate","type":"integer"}]"#, "ios")
        let web = try type(
            "a:Offer", #""members":[{"name":"price","type":"string"},{"name":"rate","type":"boolean"}]"#, "web")
        var report = CheckReport(CompatCheck([several, web, try type("a:Late", "", "web2")]), from: .losesData)
        #expect(report.shown.count == 2)
        let html = report.html
        #expect(html.components(separatedBy: "<section class=\"cause\"").count == 2)
        #expect(html.components(separatedBy: "<article ").count == 3)
        #expect(html.contains("href=\"#t-CMP-031\"") && html.contains("<dt id=\"t-CMP-031\">"))
        #expect(html.contains("A member of another type MUST be reported"))
        #expect(html.contains("<dt>loses data</dt><dd>2</dd>") && html.contains("<small>2 findings, 2 places</small>"))
        // The head counts only the findings on the page; a sentence gives the number of the others.
        let check = try check()
        let worst = CheckReport(check, from: .losesData).html
        #expect(worst.contains("<dt>tolerated</dt><dd>0</dd>"))
        #expect(worst.contains("1 is less severe than loses data and not on this page"))
        report = CheckReport(check)
        let source = Array("@interface Offer\n@property <int> price;\n@end\nmore".utf8)
        for place in report.shown.flatMap(SourceExcerpt.places) where place.file == "My Offer.m" {
            report.excerpts[place] = SourceExcerpt(source, line: 2)
        }
        #expect(report.html.contains("<mark>2  @property &lt;int&gt; price;</mark>"))
        #expect(!report.html.contains("4  more"))
        #expect(SourceExcerpt(source, line: 1)?.lines.map(\.number) == [1, 2])
        #expect(SourceExcerpt(source, line: 4)?.lines.map(\.number) == [3, 4])
        #expect(SourceExcerpt(source, line: 5) == nil && SourceExcerpt([], line: 1)?.lines.count == 1)
    }
}
