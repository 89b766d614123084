// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

@Suite("Reports of runs")
struct ReportTests {
    /// A text that erases the screen, reverses the text direction and starts a line of its own.
    private static let nasty = "\u{1b}[2J\u{202e}\u{7}\n12 passed\r\u{9b}31m"

    @Test("Text from a testee is truncated and contains no control characters of a terminal (TST-108)")
    func hostile() throws {
        let nasty = Self.nasty
        let quoted = RawJSON(nasty).text
        let long = String(repeating: "n", count: 1 << 20)
        let line =
            #"{"id":1,"ok":{"name":\#(RawJSON(nasty + long).text),"version":\#(quoted),"language":\#(quoted),"#
            + #""protocol":1,"operations":["content.decode"]}}"#
        let hello = try TesteeHello(try RawJSON(text: line), id: 1)
        let item = try makeCase(
            "content.decode", input: #"{"objectName":"RC:TxtMsg","text":"{}","mode":"lenient"}"#,
            expect: #"[{"value":{}}]"#)
        let answers: [TesteeAnswer] = [
            .error(code: nasty, offset: 1, path: nasty), .skipped(nasty + long), .ok(RawJSON(nasty + long)),
            .crashed("signal 11"), .malformed(nasty),
        ]
        let verdicts = try answers.map { answer in
            var verdict = try verdict(item, try ScriptedTestee { _ in answer })
            verdict.failure?.stderr = nasty + long
            verdict.remark = nasty
            return verdict
        }
        var one = RunRecord.Implementation(label: hello.name)
        (one.name, one.version, one.language, one.rerun) = (hello.name, hello.version, hello.language, "again")
        one.fault = nasty
        one.results = verdicts.enumerated().map { index, verdict in
            var result = verdict
            result.id = "t\(index)"
            return result
        }
        let infos = one.results.map { result in
            var info = RunRecord.CaseInfo(item)
            info.id = result.id
            return info
        }
        let record = RunRecord(selected: 5, cases: infos, implementations: [one])
        let text = TextReport(record, color: false).text
        for scalar in text.unicodeScalars where scalar != "\n" {
            let category = scalar.properties.generalCategory
            #expect(category != .control && category != .format, "U+\(String(scalar.value, radix: 16))")
        }
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("12 passed") })
        #expect(text.utf8.count < 20_000)
        for form in ReportForm.allCases where form != .json {
            for scalar in form.text(record).unicodeScalars where scalar != "\n" {
                let category = scalar.properties.generalCategory
                #expect(category != .control && category != .format, "\(form): U+\(String(scalar.value, radix: 16))")
            }
        }
        // JSON keeps the values unchanged.
        let json = try RawJSON(text: record.json)
        #expect(json["implementations"]?.elements?.first?["version"]?.string == nasty)
    }

    @Test("A page with too many findings shows some of each area, and every link has a target")
    func many() throws {
        let item = try makeCase(
            "content.decode", input: #"{"objectName":"RC:TxtMsg","text":"{}"}"#, expect: #"[{"value":{}}]"#)
        var one = RunRecord.Implementation(label: "a")
        var infos: [RunRecord.CaseInfo] = []
        for (area, count) in [("json/a", 2_500), ("utf8/a", 3), ("limit/a", 700)] {
            for number in 0..<count {
                var info = RunRecord.CaseInfo(item)
                info.id = "\(area.prefix { $0 != "/" })-\(number)"
                info.area = area
                infos.append(info)
                one.results.append(CaseResult(id: info.id, verdict: .failed))
            }
        }
        let record = RunRecord(selected: infos.count, cases: infos, implementations: [one])
        let text = ReportForm.html.text(record)
        let ids = text.matches(of: /<details class="finding[^>]*id="([^"]+)"/).map { String($0.output.1) }
        #expect(ids.count > 900 && ids.count <= 1_000)
        for area in ["json", "utf8", "limit"] { #expect(ids.contains { $0.contains("\(area)-0") }) }
        let links = text.matches(of: /<td[^>]*><a href="#([^"]+)"/).map { String($0.output.1) }
        #expect(links.count == 5 && links.allSatisfy { ids.contains($0) }, "\(links)")
    }

    @Test("Findings with one requirement and one difference are one cause, and the largest cause comes first")
    func causes() throws {
        let item = try makeCase(
            "content.decode", input: #"{"objectName":"RC:TxtMsg","text":"{}"}"#, expect: #"[{"value":{}}]"#)
        var one = RunRecord.Implementation(label: "a")
        var infos: [RunRecord.CaseInfo] = []
        let reasons = [
            "the bytes differ from offset 7 on", "the value differs at /extra", "the value differs at /extra",
        ]
        for (number, reason) in (reasons + ["the bytes differ from offset 19 on", reasons[1]]).enumerated() {
            var info = RunRecord.CaseInfo(item)
            info.id = "case-\(number)"
            infos.append(info)
            var result = CaseResult(id: info.id, verdict: .failed)
            result.reason = reason
            one.results.append(result)
        }
        let record = RunRecord(selected: infos.count, cases: infos, implementations: [one])
        let lines = TextReport(record, color: false).text.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("FAILED ") }.map { $0.split(separator: " ")[1] } == ["case-1", "case-0"])
        #expect(lines.contains("  also      2 cases like it: case-2, case-4"))
        #expect(lines.contains("  also      1 case like it: case-3"))
        let groups = ReportForm.html.text(record).components(separatedBy: "<details class=\"group\"").dropFirst()
        #expect(groups.map { $0.components(separatedBy: "<details class=\"finding ").count - 1 } == [3, 2])
    }

    @Test("A badge states how many cases pass, and escapes names")
    func badge() throws {
        let item = try makeCase(
            "content.decode", input: #"{"objectName":"RC:TxtMsg","text":"{}"}"#, expect: #"[{"value":{}}]"#)
        var infos: [RunRecord.CaseInfo] = []
        var one = RunRecord.Implementation(label: "a")
        for number in 0..<1_200 {
            var info = RunRecord.CaseInfo(item)
            info.id = "case-\(number)"
            infos.append(info)
            one.results.append(CaseResult(id: info.id, verdict: .passed))
        }
        let all = ReportForm.badge.text(RunRecord(selected: 1_200, cases: infos, implementations: [one]))
        #expect(all.contains("<title>imwire 2.0.0: 1,200 passed</title>"))
        var other = one
        other.label = "<b>"
        other.results[0].verdict = .failed
        let both = ReportForm.badge.text(RunRecord(selected: 1_200, cases: infos, implementations: [one, other]))
        #expect(both.contains("<title>a: 1,200 passed; &lt;b&gt;: 1,199 of 1,200</title>"))
    }
}
