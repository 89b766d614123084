// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

@Suite("Baselines of runs")
struct RunBaselineTests {
    private static let day = "2026-11-22"

    private func entry(_ pattern: String, _ more: String = "", expires: String = "2027-01-31") -> String {
        #"{"case":"\#(pattern)","verdict":"fail"\#(more),"reason":"known","owner":"me","expires":"\#(expires)"}"#
    }

    private func baseline(_ entries: String...) throws -> RunBaseline {
        let text = #"{"baseline":1,"entries":["# + entries.joined(separator: ",") + "]}"
        return try RunBaseline(parsing: Array(text.utf8), file: "b.json")
    }

    private func wrong() throws -> RunRecord {
        try makeRecord(["dev-39-*", "content/RC:TxtMsg"], [("a", try codecTestee(refuseFiles))])
    }

    private func review(_ record: inout RunRecord, _ baseline: RunBaseline) throws -> BaselineReview {
        let known = Set(try library.get().cases.map(\.id))
        return BaselineReview(&record, baseline, on: Self.day, known: known)
    }

    @Test("A written baseline accepts exactly the findings of its run (TST-120, TST-121)")
    func life() throws {
        var record = try wrong()
        let open = record.implementations[0].results.filter(\.isOpen)
        #expect(open.count > 1)
        let written = RunBaseline.accepting(record, expires: "2027-01-31")
        let read = try RunBaseline(parsing: Array(written.json.utf8), file: "b.json")
        #expect(read.entries == written.entries && read.entries.count == open.count)
        #expect(read.entries.allSatisfy { $0.code == "x.y" && $0.verdict == .failed })
        let accepted = try review(&record, read)
        #expect(accepted.open.isEmpty && accepted.faults.isEmpty && accepted.accepted == open.count)
        #expect(!record.implementations[0].results.contains { $0.isOpen })
        #expect(record.implementations[0].results.count { $0.isAccepted } == open.count)
        // One bug is corrected: its entry passes unexpectedly.
        var better = try wrong()
        let fixed = try #require(better.implementations[0].results.firstIndex { $0.isOpen })
        let id = better.implementations[0].results[fixed].id
        better.implementations[0].results[fixed] = CaseResult(id: id, verdict: .passed)
        let faults = try review(&better, read).faults
        #expect(faults.map(\.kind) == ["unexpected-pass"] && faults[0].entry.pattern == id)
    }

    @Test("Expired, stale, unbounded and unknown entries are reported separately (TST-121)")
    func faults() throws {
        let first = try #require(try wrong().implementations[0].results.first { $0.isOpen }).id
        func kinds(_ entries: String...) throws -> [String] {
            var record = try wrong()
            let text = #"{"baseline":1,"entries":["# + entries.joined(separator: ",") + "]}"
            return try review(&record, try RunBaseline(parsing: Array(text.utf8), file: "b.json")).faults.map(\.kind)
        }
        #expect(try kinds(entry(first)).isEmpty)
        #expect(try kinds(entry(first, expires: "2026-11-22")).isEmpty)
        #expect(try kinds(entry(first, expires: "2026-11-21")) == ["expired"])
        #expect(try kinds(entry("no-such-case")) == ["matches-nothing"])
        #expect(try kinds(entry(first, #","code":"field.type""#)) == ["stale"])
        #expect(try kinds(entry("dev-39-*", #","most":1"#)).contains("covers-too-many"))
        // A case that did not run does not affect its entry.
        #expect(try kinds(entry("dev-08-lenient-icon")).isEmpty)
        #expect(try kinds(entry(first, #","implementation":"b""#)).isEmpty)
    }

    @Test("An accepted finding that changes is open again")
    func pinned() throws {
        var record = try wrong()
        let id = try #require(record.implementations[0].results.first { $0.isOpen }).id
        let pinned = try baseline(entry(id, #","code":"field.type""#))
        let seen = try review(&record, pinned)
        #expect(seen.open.contains { $0.result.id == id })
        #expect(seen.faults.map(\.kind) == ["stale"] && seen.held.isEmpty)
    }

    @Test(
        "An invalid baseline is reported with its location (TST-120)",
        arguments: [
            ("{}", "baseline"), (#"{"baseline":2,"entries":[]}"#, "baseline"),
            (#"{"baseline":1,"entries":[{"case":"a"}]}"#, "/entries/0/verdict"),
            (#"{"baseline":1,"entries":[{"case":"a*","verdict":"fail",REST}]}"#, "/entries/0/most"),
            (#"{"baseline":1,"entries":[{"case":"**","most":9,"verdict":"fail",REST}]}"#, "/entries/0/case"),
            (
                #"{"baseline":1,"entries":[{"case":"a","verdict":"fail","owner":"o","expires":"2027-01-31","reason":""}]}"#,
                "/entries/0/reason"
            ),
            (#"{"baseline":1,"entries":[{"case":"a","verdict":"fail",REST2}]}"#, "/entries/0/expires"),
            (#"{"baseline":1,"entries":[{"case":"a","verdict":"pass",REST}]}"#, "/entries/0/verdict"),
            (#"{"baseline":1,"entries":[{"case":"a","x":1}]}"#, "/entries/0: unknown member x"),
        ])
    func unreadable(text: String, place: String) throws {
        let rest = #""reason":"r","owner":"o","expires":"2027-0"#
        let text = text.replacing("REST2", with: rest + #"2-30""#).replacing("REST", with: rest + #"1-31""#)
        let error = #expect(throws: SuiteError.self) { try RunBaseline(parsing: Array(text.utf8), file: "b.json") }
        #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
    }
}
