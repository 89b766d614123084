// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

extension RunRecord {
    /// The value of the member `kind` in the JSON.
    package static let kind = "conformance-run"
    /// The version of the format.
    static let version = 1

    /// The record as JSON, with one case or result per line and an LF at the end (`Spec/report.schema.json`).
    package var json: String {
        var text = "{\"kind\":\(RawJSON(RunRecord.kind).text),\"report\":\(RunRecord.version),"
        text += "\"suite\":\(RawJSON(suite).text),\"selected\":\(selected),"
        if let shard { text += "\"shard\":\(RawJSON(shard).text)," }
        text += "\"requirementsTotal\":\(SpecRequirement.all.count),\n\"cases\":"
        text += RunRecord.lines(cases.map(RunRecord.json)) + ",\n\"implementations\":[\n"
        let byID = casesByID
        text += implementations.map { RunRecord.json($0, byID) }.joined(separator: ",\n")
        return text + "\n]}\n"
    }

    private static func lines(_ values: [RawJSON]) -> String {
        values.isEmpty ? "[]" : "[\n" + values.map(\.text).joined(separator: ",\n") + "\n]"
    }

    private static func strings(_ texts: [String]) -> RawJSON { .array(texts.map { RawJSON($0) }) }

    private static func json(_ item: CaseInfo) -> RawJSON {
        .object([
            ("id", RawJSON(item.id)), ("title", RawJSON(item.title)), ("area", RawJSON(item.area)),
            ("level", RawJSON(item.level.rawValue.uppercased())), ("op", RawJSON(item.operation)),
            ("requirements", strings(item.requirements)), ("tags", strings(item.tags)),
        ])
    }

    private static func json(_ one: Implementation, _ cases: [String: CaseInfo]) -> String {
        let summary = Summary(one, cases)
        var members: [(name: String, value: RawJSON)] = [
            ("label", RawJSON(one.label)), ("name", RawJSON(one.name)), ("version", RawJSON(one.version)),
            ("language", RawJSON(one.language)),
        ]
        if let command = one.command { members.append(("command", RawJSON(command))) }
        members += [
            ("rerun", RawJSON(one.rerun)), ("milliseconds", .integer(one.milliseconds)),
            ("peakMemoryKiB", .integer(one.peakMemory)), ("repeats", .integer(one.repeats)),
        ]
        if let fault = one.fault { members.append(("fault", RawJSON(fault))) }
        members += [
            ("total", tally(summary.total)), ("derived", .integer(summary.derived)),
            ("requirements", .integer(summary.requirements)),
            ("areas", .object(summary.areas.map { ($0.name, tally($0.tally)) })),
            ("levels", .object(summary.levels.map { ($0.level.rawValue.uppercased(), tally($0.tally)) })),
        ]
        let head = RawJSON.object(members).text.dropLast()
        return "\(head),\n\"results\":\(lines(one.results.map(json)))}"
    }

    static func tally(_ tally: Tally) -> RawJSON {
        .object(
            [("cases", .integer(tally.total)), ("accepted", .integer(tally.accepted))]
                + Verdict.allCases.map { (name: $0.rawValue, value: .integer(tally[$0])) })
    }

    private static func json(_ result: CaseResult) -> RawJSON {
        var members: [(name: String, value: RawJSON)] = [
            ("case", RawJSON(result.id)), ("verdict", RawJSON(result.verdict.rawValue)),
            ("microseconds", .integer(result.microseconds)),
        ]
        func add(_ name: String, _ text: String?) {
            if let text { members.append((name, RawJSON(text))) }
        }
        add("reason", result.reason)
        add("code", result.code)
        add("remark", result.remark)
        add("muted", result.muted)
        add("steadiness", result.steadiness?.rawValue)
        if !result.counts.isEmpty {
            let counts = Verdict.allCases.compactMap { outcome in
                result.counts[outcome].map { (name: outcome.rawValue, value: RawJSON.integer($0)) }
            }
            members.append(("counts", .object(counts)))
        }
        if let failure = result.failure { members.append(("failure", json(failure))) }
        if !result.wire.isEmpty { members.append(("wire", .array(result.wire.map(\.json)))) }
        return .object(members)
    }

    private static func json(_ failure: CaseResult.Failure) -> RawJSON {
        var members: [(name: String, value: RawJSON)] = [("about", RawJSON(failure.about))]
        if let mode = failure.mode { members.append(("mode", RawJSON(mode))) }
        if let manner = failure.manner { members.append(("manner", RawJSON(manner))) }
        members += [
            ("input", strings(failure.input)), ("request", RawJSON(failure.request)),
            ("expected", .array(failure.expected.map(JSONLine.onOneLine))),
        ]
        if failure.allowsMore { members.append(("allowsMore", .boolean(true))) }
        if let answered = failure.answered { members.append(("answered", JSONLine.onOneLine(answered))) }
        if let line = failure.line { members.append(("line", RawJSON(line))) }
        if !failure.stderr.isEmpty { members.append(("stderr", RawJSON(failure.stderr))) }
        return .object(members)
    }
}
