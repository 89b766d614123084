// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

/// Returns the record of a run of selected cases on testees in this process.
func makeRecord(_ only: [String], _ testees: [(label: String, testee: ScriptedTestee)]) throws -> RunRecord {
    let cases = try library.get().select(only: only)
    let tested = testees.map { label, testee in
        var (one, testee) = (RunRecord.Implementation(label: label), testee)
        (one.name, one.version, one.language, one.rerun) = (label, "1", "Swift", "imwire conform --only")
        one.results = Runner(places: 4).conduct(cases, on: &testee).results
        return one
    }
    return RunRecord(
        selected: cases.count, cases: cases.map { RunRecord.CaseInfo($0) }, implementations: tested)
}

/// Returns a testee that answers as the codec does, with the changes that a closure makes.
func codecTestee(_ change: @escaping (TesteeRequest, TesteeAnswer) -> TesteeAnswer = { $1 }) throws -> ScriptedTestee {
    try ScriptedTestee(#""errorCodes":true,"deviations":true,"unknown":true,"canonical":true"#) { request in
        let line = CodecTestee().answer(line: request.line(id: 1).span)
        let answer = RawJSON(line: line).flatMap { TesteeAnswer($0, id: 1) } ?? .malformed("?")
        return change(request, answer)
    }
}

/// Rejects every content of files.
func refuseFiles(_ request: TesteeRequest, _ answer: TesteeAnswer) -> TesteeAnswer {
    request.member("objectName")?.string == "RC:FileMsg" ? .error(code: "x.y", offset: 3, path: "/size") : answer
}

@Suite("Records of runs")
struct RunRecordTests {
    private static let only = ["dev-39-*", "content/RC:TxtMsg", "framing/golden", "ses-recall-redelivered"]

    private func record() throws -> RunRecord {
        try makeRecord(
            Self.only,
            [
                ("right", try codecTestee()), ("wrong", try codecTestee(refuseFiles)),
                ("broken", try codecTestee { $0.operation == "session.run" ? .timedOut : $1 }),
            ])
    }

    @Test("A record survives a round trip through JSON (TST-122)")
    func roundtrip() throws {
        let record = try record()
        let json = record.json
        let again = try RunRecord(parsing: Array(json.utf8), file: "r.json")
        #expect(again.json == json)
        #expect(again.implementations.map(\.label) == ["right", "wrong", "broken"])
        #expect(throws: SuiteError.self) { try RunRecord(parsing: Array("{}".utf8), file: "r.json") }
        #expect(throws: SuiteError.self) { try RunRecord(parsing: Array("[".utf8), file: "r.json") }
    }

    @Test("The JSON has exactly the members of its schema (TST-122)")
    func schema() throws {
        let file = root.appending(path: "Spec/report.schema.json")
        let schema = try RawJSON(parsing: Array(try Data(contentsOf: file)).span)
        let record = try RawJSON(text: try record().json)
        var checked = 0
        try check(record, schema, schema, "", &checked)
        #expect(checked > 500)
    }

    /// Checks JSON against a schema's `type`, `properties`, `required`, `additionalProperties`, `items`, `enum` and
    /// `$ref`.
    private func check(_ json: RawJSON, _ rule: RawJSON, _ root: RawJSON, _ path: String, _ checked: inout Int) throws {
        checked += 1
        var rule = rule
        if let name = rule["$ref"]?.string?.split(separator: "/").last {
            rule = try #require(root["$defs"]?[String(name)], "\(path): \(name)")
        }
        if let words = rule["enum"]?.elements {
            #expect(words.contains { $0.string == json.string }, "\(path): \(json)")
        }
        if let type = rule["type"]?.string {
            let found =
                switch json.kind {
                case .null: "null"
                case .boolean: "boolean"
                case .number: "integer"
                case .string: "string"
                case .array: "array"
                case .object: "object"
                }
            #expect(found == type, "\(path): \(json)")
        }
        for name in rule["required"]?.elements?.compactMap(\.string) ?? [] {
            #expect(json[name] != nil, "\(path): \(name) is missing")
        }
        let properties = rule["properties"]
        for member in json.kind == .object && properties != nil ? json.members ?? [] : [] {
            guard let own = properties?[member.name] else {
                let other = rule["additionalProperties"]
                if let other, other.kind == .object {
                    try check(member.value, other, root, path + "/" + member.name, &checked)
                } else {
                    #expect(other?.boolean != false, "\(path)/\(member.name) is not in the schema")
                }
                continue
            }
            try check(member.value, own, root, path + "/" + member.name, &checked)
        }
        for (index, element) in (rule["items"] == nil ? [] : json.elements ?? []).enumerated() {
            try check(element, rule["items"] ?? .null, root, "\(path)/\(index)", &checked)
        }
    }

    @Test("A finding contains request, expectation, answer and input, and for a session all events")
    func failure() throws {
        let record = try record()
        let wrong = record.implementations[1].results.filter(\.isOpen)
        #expect(!wrong.isEmpty)
        for result in wrong {
            let failure = try #require(result.failure)
            #expect(RawJSON(line: Array(failure.request.utf8))?["op"]?.string?.hasPrefix("content.") == true)
            #expect(!failure.expected.isEmpty && failure.answered?["error"]?["code"]?.string == "x.y")
            #expect(result.code == "x.y")
            #expect(!failure.input.isEmpty)
        }
        let session = try #require(record.implementations[2].results.first { $0.id == "ses-recall-redelivered" })
        #expect(session.verdict == .timedOut)
        let item = try #require(try library.get().cases.first { $0.id == "ses-recall-redelivered" })
        #expect(session.failure?.input.count == item.input.member("events")?.elements?.count)
    }

    @Test("A finding's text shows both sides, the first difference and a command that repeats the case")
    func text() throws {
        let record = try makeRecord(
            ["dev-39-lenient-size"],
            [
                (
                    "wrong",
                    try codecTestee { _, answer in
                        guard case .ok(let ok) = answer else { return answer }
                        return .ok(RawJSON.built(ok.text.replacing("190184", with: "\"190184\"")))
                    }
                )
            ])
        var report = TextReport(record, color: false)
        report.showsRequest = true
        let lines = report.text.split(separator: "\n").map(String.init)
        let marked = lines.filter { $0.hasPrefix("  > ") }
        #expect(marked.count == 1 && marked[0].contains(#""size": 190184"#) && marked[0].contains(#""190184""#))
        #expect(lines.contains("  again     imwire conform --only dev-39-lenient-size"))
        #expect(lines.contains { $0.hasPrefix(#"  request   {"id":2,"op":"content.decode""#) })
        #expect(lines.contains { $0.hasPrefix(#"  line      {"id":2,"ok""#) })
    }

    @Test("JUnit, TAP, Markdown and HTML contain every finding and no passed case as a finding")
    func forms() throws {
        let record = try record()
        let findings = record.implementations.flatMap { $0.results.filter(\.isOpen) }
        let total = record.implementations.map(\.results.count).reduce(0, +)
        let junit = ReportForm.junit.text(record)
        #expect(junit.components(separatedBy: "<testcase ").count - 1 == total)
        let told = ["<failure ", "<error "].map { junit.components(separatedBy: $0).count - 1 }
        #expect(told.reduce(0, +) == findings.count)
        let tap = ReportForm.tap.text(record).split(separator: "\n")
        #expect(tap.first == "TAP version 14" && tap.contains("1..3"))
        #expect(tap.filter { $0.hasPrefix("    not ok ") }.count == findings.count)
        #expect(tap.filter { $0.hasPrefix("    ok ") }.count == total - findings.count)
        #expect(tap.filter { $0.hasPrefix("not ok ") }.count == 2)
        let html = ReportForm.html.text(record)
        #expect(html.components(separatedBy: "<details class=\"finding ").count - 1 == findings.count)
        // The page loads nothing: the data of cases is text, and links stay within the page.
        for tag in ["<script src", "<link", "<img", "<iframe", "url(", "@import", "href=\"h"] {
            #expect(!html.contains(tag), "\(tag)")
        }
        for result in findings { #expect(ReportForm.markdown.text(record).contains(result.id)) }
    }

    @Test("Shards together form the whole run, and a difference reports regressions (TST-125, TST-126)")
    func merging() throws {
        let cases = try library.get().select(only: Self.only)
        func run(_ cases: [Case], _ testee: ScriptedTestee) -> RunRecord {
            var (one, testee) = (RunRecord.Implementation(label: "a"), testee)
            one.results = Runner(places: nil).conduct(cases, on: &testee).results
            return RunRecord(
                selected: cases.count, cases: cases.map { RunRecord.CaseInfo($0) }, implementations: [one])
        }
        let shards = try (1...3).map { number in
            var record = run(CaseOrder.shard(cases, number, of: 3), try codecTestee(refuseFiles))
            record.shard = "\(number)/3"
            return record
        }
        // All shards of a run have its order, in whatever order they are given.
        let merged = try RunRecord.merged([shards[2], shards[0], shards[1]])
        let whole = run(cases, try codecTestee(refuseFiles))
        #expect(merged.selected == cases.count)
        #expect(merged.cases.map(\.id) == cases.map(\.id))
        #expect(merged.implementations[0].results.map(\.id) == whole.implementations[0].results.map(\.id))
        let two = try RunRecord.merged([shards[2], shards[0]])
        #expect(two.cases.map(\.id) == shards[2].cases.map(\.id) + shards[0].cases.map(\.id))
        #expect(RunDifference(from: whole, to: merged).entries.isEmpty)
        let right = run(cases, try codecTestee())
        let worse = RunDifference(from: right, to: whole)
        #expect(worse.isWorse && worse.count(.worse) == whole.implementations[0].results.count { $0.isOpen })
        let better = RunDifference(from: whole, to: right)
        #expect(!better.isWorse && better.count(.better) == worse.count(.worse))
        // If two reports have the same case, the worse verdict counts and a remark says so.
        let both = try RunRecord.merged([right, whole])
        let result = try #require(both.implementations[0].results.first { $0.isOpen })
        #expect(result.remark == "passed in one report, failed in another")
        var old = whole
        old.suite = "0.9"
        #expect(throws: SuiteError.self) { try RunRecord.merged([old, whole]) }
    }
}
