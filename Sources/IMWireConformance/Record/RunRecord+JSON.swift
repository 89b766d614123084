// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

// The JSON of a record (`Spec/report.schema.json`), whose objects have one description for writing and for reading.
extension RunRecord {
    /// The value of the member `kind` in the JSON.
    package static let kind = "conformance-run"
    /// The version of the format.
    private static let version = 1

    /// The record as JSON, with one case or result per line and an LF at the end.
    package var json: String {
        var head = JSONBuilder()
        head.add("kind", RunRecord.kind)
        head.add("report", RunRecord.version)
        head.add("suite", suite)
        head.add("selected", selected)
        head.add("shard", shard)
        head.add("requirementsTotal", SpecRequirement.all.count)
        head.breakLine()
        head.add("cases", RawJSON.array(lines: cases.map { RecordMember.json($0, CaseInfo.members).json }))
        head.breakLine()
        let byID = casesByID
        head.add("implementations", RawJSON.array(lines: implementations.map { $0.json(byID) }))
        return head.json.text + "\n"
    }

    /// Creates a record from its JSON.
    ///
    /// - Parameter file: the name of the file, for errors.
    /// - Throws: ``SuiteError`` if the bytes are not the JSON of a record.
    package init(parsing bytes: [UInt8], file: String) throws(SuiteError) {
        func failure(_ what: String) -> SuiteError { SuiteError("\(file): \(what)") }
        guard let json = RawJSON(line: bytes) else { throw failure("not JSON") }
        let root = JSONObject(json)
        guard root["kind"]?.string == RunRecord.kind else {
            throw failure("not a report of `imwire conform`: kind is not \(RunRecord.kind)")
        }
        guard root["report"]?.number?.int64 == Int64(RunRecord.version) else {
            throw failure("a report of another version than \(RunRecord.version)")
        }
        guard let suite = root["suite"]?.string, let cases = root["cases"]?.elements,
            let implementations = root["implementations"]?.elements
        else { throw failure("suite, cases or implementations is missing") }
        let selected = root["selected"]?.number?.int64.flatMap { Int(exactly: $0) } ?? cases.count
        self.init(suite: suite, selected: selected, shard: root["shard"]?.string, cases: [], implementations: [])
        for json in cases {
            var item = CaseInfo()
            guard RecordMember.read(json, into: &item, CaseInfo.members) else {
                throw failure("a case lacks id, area or level")
            }
            self.cases.append(item)
        }
        let known = Set(self.cases.map(\.id))
        for json in implementations {
            var one = Implementation(label: "")
            guard RecordMember.read(json, into: &one, Implementation.members), let results = json["results"]?.elements
            else { throw failure("an implementation lacks label or results") }
            one.repeats = max(1, one.repeats)
            for json in results {
                var result = CaseResult(id: "", verdict: .passed)
                guard RecordMember.read(json, into: &result, CaseResult.members) else {
                    throw failure("a result lacks case or verdict")
                }
                guard known.contains(result.id) else { throw failure("\(result.id) is a result without a case") }
                one.results.append(result)
            }
            self.implementations.append(one)
        }
        guard Set(self.implementations.map(\.label)).count == implementations.count else {
            throw failure("two implementations have the same label")
        }
    }
}

extension RunRecord.CaseInfo {
    fileprivate static let members: [RecordMember<RunRecord.CaseInfo>] = [
        .text("id", \.id, isRequired: true), .text("title", \.title), .text("area", \.area, isRequired: true),
        .value(
            "level", \.level, isRequired: true, write: { RawJSON($0.rawValue.uppercased()) },
            read: { $0.string.flatMap { SpecRequirement.Level(rawValue: $0.lowercased()) } }),
        .text("op", \.operation), .texts("requirements", \.requirements), .texts("tags", \.tags),
    ]
}

extension RunRecord.Implementation {
    fileprivate static let members: [RecordMember<RunRecord.Implementation>] = [
        .text("label", \.label, isRequired: true), .text("name", \.name), .text("version", \.version),
        .text("language", \.language), .text("command", \.command), .text("rerun", \.rerun),
        .integer("milliseconds", \.milliseconds), .integer("peakMemoryKiB", \.peakMemory),
        .integer("repeats", \.repeats), .text("fault", \.fault),
    ]

    /// Returns the implementation with its results and their tallies, which are not read back.
    fileprivate func json(_ cases: [String: RunRecord.CaseInfo]) -> RawJSON {
        let summary = Summary(self, cases)
        var builder = RecordMember.json(self, RunRecord.Implementation.members)
        builder.add("total", summary.total.json)
        builder.add("derived", summary.derived)
        builder.add("requirements", summary.requirements)
        builder.add("areas", RawJSON.object(summary.areas.map { ($0.name, $0.tally.json) }))
        builder.add("levels", RawJSON.object(summary.levels.map { ($0.level.rawValue.uppercased(), $0.tally.json) }))
        builder.breakLine()
        builder.add("results", RawJSON.array(lines: results.map { RecordMember.json($0, CaseResult.members).json }))
        return builder.json
    }
}

extension Tally {
    fileprivate var json: RawJSON {
        .object(
            [("cases", .integer(total)), ("accepted", .integer(accepted))]
                + Verdict.allCases.map { (name: $0.rawValue, value: .integer(self[$0])) })
    }
}

extension CaseResult {
    fileprivate static let members: [RecordMember<CaseResult>] = [
        .text("case", \.id, isRequired: true),
        .value(
            "verdict", \.verdict, isRequired: true, write: { RawJSON($0.rawValue) },
            read: { $0.string.flatMap(Verdict.init(rawValue:)) }),
        .integer("microseconds", \.microseconds), .text("reason", \.reason), .text("code", \.code),
        .text("remark", \.remark), .text("muted", \.muted),
        .value(
            "steadiness", \.steadiness, write: { $0.map { RawJSON($0.rawValue) } },
            read: { $0.string.flatMap(Steadiness.init(rawValue:)) }),
        .value("counts", \.counts, write: CaseResult.countsJSON, read: CaseResult.readCounts),
        .value(
            "failure", \.failure, write: { $0.map { RecordMember.json($0, Failure.members).json } },
            read: { json in
                var failure = Failure()
                return RecordMember.read(json, into: &failure, Failure.members) ? failure : nil
            }),
        .value(
            "wire", \.wire, write: { $0.isEmpty ? nil : .array($0.map(\.json)) },
            read: { $0.elements?.compactMap { try? WireEvent(Array($0.text.utf8).span) } }),
    ]

    private static func countsJSON(_ counts: [Verdict: Int]) -> RawJSON? {
        let members = Verdict.allCases.compactMap { verdict in
            counts[verdict].map { (name: verdict.rawValue, value: RawJSON.integer($0)) }
        }
        return members.isEmpty ? nil : .object(members)
    }

    private static func readCounts(_ json: RawJSON) -> [Verdict: Int] {
        var counts: [Verdict: Int] = [:]
        for (name, count) in json.members ?? [] {
            if let verdict = Verdict(rawValue: name) { counts[verdict] = count.number?.int64.map { Int($0) } ?? 0 }
        }
        return counts
    }
}

extension CaseResult.Failure {
    fileprivate static let members: [RecordMember<CaseResult.Failure>] = [
        .text("about", \.about), .text("mode", \.mode), .text("manner", \.manner), .texts("input", \.input),
        .text("request", \.request),
        .value("expected", \.expected, write: { .array($0.map(JSONLine.onOneLine)) }, read: \.elements),
        .value("allowsMore", \.allowsMore, write: { $0 ? .boolean(true) : nil }, read: \.boolean),
        .value("answered", \.answered, write: { $0.map(JSONLine.onOneLine) }, read: { $0 }),
        .text("line", \.line),
        .value("stderr", \.stderr, write: { $0.isEmpty ? nil : RawJSON($0) }, read: \.string),
    ]
}
