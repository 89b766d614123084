// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

@Suite("Selections, shards and versions of the suite")
struct SelectionTests {
    private func ids(_ change: (inout CaseSelection) -> Void) throws -> [Case] {
        var selection = CaseSelection()
        change(&selection)
        return try library.get().select(selection)
    }

    @Test("Each option selects its cases, and options of different kinds are combined (TST-123)")
    func kinds() throws {
        #expect(try ids { $0.only = ["framing"] }.allSatisfy { $0.area.hasPrefix("framing/") })
        #expect(try ids { $0.only = ["rmtp"] }.allSatisfy { $0.area.hasPrefix("rmtp/") })
        #expect(try ids { $0.requirements = ["CNT-032"] }.allSatisfy { $0.requirements.contains("CNT-032") })
        let bodies = try ids { $0.operations = ["rmtp.body.*"] }
        #expect(bodies.allSatisfy { $0.operation.rawValue.hasPrefix("rmtp.body.") })
        #expect(try ids { $0.levels = ["should"] }.allSatisfy { $0.level == .should })
        #expect(try ids { $0.tags = ["captured"] }.allSatisfy { $0.tags.contains("captured") })
        #expect(try ids { $0.platforms = ["flutter"] }.allSatisfy { $0.tags.contains("flutter") })
        let deviating = try ids { $0.deviations = ["DEV-39"] }
        #expect(!deviating.isEmpty && deviating.contains { $0.id == "dev-39-lenient-size" })
        let both = try ids { selection in
            selection.only = ["deviation"]
            selection.levels = ["MUST"]
            selection.except = ["dev-08-*"]
        }
        #expect(both.allSatisfy { $0.area.hasPrefix("deviation/") && $0.level == .must && !$0.id.hasPrefix("dev-08-") })
    }

    @Test("An option without a match is an error that names it (TST-123)")
    func nothing() throws {
        func fault(_ name: String, _ change: (inout CaseSelection) -> Void) {
            let error = #expect(throws: SuiteError.self) { try ids(change) }
            #expect(error?.description.contains(name) == true, "\(error?.description ?? "")")
        }
        fault("no-such") { $0.only = ["framing", "no-such"] }
        fault("--except no-such") { $0.except = ["no-such"] }
        fault("--requirement CNT-999") { $0.requirements = ["CNT-032", "CNT-999"] }
        fault("--deviation DEV-99") { $0.deviations = ["DEV-99"] }
        fault("--operation content.recode") { $0.operations = ["content.recode"] }
        fault("--level SHALL") { $0.levels = ["SHALL"] }
        fault("--tag no-such") { $0.tags = ["no-such"] }
        fault("--platform vax") { $0.platforms = ["vax"] }
        fault("all options together") { selection in
            selection.only = ["framing"]
            selection.operations = ["frame.*"]
            selection.except = ["framing"]
        }
    }

    @Test("Areas and ids are found with any escapes and any order of members in a file (TST-123)")
    func spellings() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let data = try Data(contentsOf: root.appending(path: "Fixtures/cases/content/RC-TxtMsg.json"))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let text = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        #expect(text.contains(#"content\/RC:TxtMsg"#))
        let escaped = text.replacing(#""c-rc-txtmsg-seed""#, with: "\t\n\"\\u0063-rc-txtmsg-seed\"")
        #expect(escaped != text)
        try Data(escaped.utf8).write(to: folder.appending(path: "cases.json"))
        for pattern in ["content/RC:TxtMsg", "content", "c-rc-txtmsg-seed"] {
            var selection = CaseSelection()
            selection.only = [pattern]
            #expect(try !CaseLibrary(folder: folder, selection: selection).cases.isEmpty, "\(pattern)")
        }
    }

    @Test("Shards are disjoint and complete, and the order by coverage keeps every case (TST-124)")
    func parts() throws {
        let cases = try library.get().cases
        let shards = (1...7).map { CaseOrder.shard(cases, $0, of: 7).map(\.id) }
        #expect(shards.joined().count == cases.count && Set(shards.joined()).count == cases.count)
        let ordered = CaseOrder.coveringFirst(cases)
        #expect(Set(ordered.map(\.id)) == Set(cases.map(\.id)) && ordered.count == cases.count)
        let all = Set(cases.flatMap(\.requirements))
        #expect(Set(ordered.prefix(all.count).flatMap(\.requirements)) == all)
        func count(_ cases: [Case]) -> Int { Set(cases.prefix(200).flatMap(\.requirements)).count }
        #expect(count(ordered) > count(cases))
    }

    // MARK: History

    private func history(_ files: [String: String]) throws -> SuiteHistory {
        let folder = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        return try SuiteHistory(folder: folder)
    }

    @Test("A pinned suite has the cases and expectations of its version (TST-127)")
    func pinned() throws {
        let folder = root.appending(path: "Fixtures")
        let history = try SuiteHistory(folder: folder)
        let version = try #require(SuiteVersion("1.0"))
        let old = try CaseLibrary(folder: folder.appending(path: "cases"), history: history, version: version).cases
        let new = try library.get().cases
        #expect(old.count == new.count { $0.since == "1.0.0" } + history.retired.count { $0.successor == nil })
        let changed = try #require(old.first { $0.id == "b64-buffer-object" })
        #expect(changed.expectations.map(\.error?.code) == ["field.type"])
        let present = try #require(new.first { $0.id == "b64-buffer-object" })
        #expect(present.expectations.first?.error?.code != "field.type")
        #expect(SuiteVersion("1.x") == nil && SuiteVersion("") == nil && SuiteVersion("1.2.3.4") == nil)
        let differences = SuiteChanges(new, history, from: version, to: try #require(SuiteVersion("2.0")))
        let added = new.count { $0.since == "2.0.0" }
        #expect(differences.text.contains("\(added) added, \(history.changes.count) changed"))
    }

    @Test("A retired id selects its successor, and its last form is part of older suites (TST-127)")
    func retired() throws {
        let last =
            #"{"id":"old-gone","title":"t","requirements":["TST-070"],"level":"MUST","op":"content.decode","#
            + #""input":{"objectName":"RC:TxtMsg","text":"{}","mode":"lenient"},"expect":[{"value":{}}],"#
            + #""provenance":"p"}"#
        let history = try history([
            "retired.json":
                #"{"retired":[{"id":"old-size","since":"2.0.0","to":"dev-39-lenient-size","why":"renamed"},"#
                + #"{"id":"old-gone","since":"2.0.0","why":"said nothing","area":"json/old","case":\#(last)}]}"#
        ])
        let folder = root.appending(path: "Fixtures/cases")
        let selection = CaseSelection(only: ["old-size"])
        let now = try CaseLibrary(folder: folder, selection: selection, history: history)
        #expect(try now.select(selection, history: history).map(\.id) == ["dev-39-lenient-size"])
        let version = try #require(SuiteVersion("1.0"))
        let gone = CaseSelection(only: ["old-gone"])
        let old = try CaseLibrary(folder: folder, selection: gone, history: history, version: version)
        #expect(old.cases.map(\.id) == ["old-gone"])
        var record = try makeRecord(["dev-39-lenient-size"], [("a", try codecTestee(refuseFiles))])
        let entry = #"{"case":"old-size","verdict":"fail","reason":"r","owner":"o","expires":"2027-01-31"}"#
        let text = #"{"baseline":1,"entries":["# + entry + "]}"
        let baseline = try RunBaseline(parsing: Array(text.utf8), file: "b.json")
        let review = BaselineReview(
            &record, baseline, on: "2026-11-22", known: ["dev-39-lenient-size"], history: history)
        #expect(review.faults.isEmpty && review.accepted == 1)
    }

    @Test("An erratum suppresses only the findings of its case (TST-128)")
    func errata() throws {
        let history = try history(["errata.json": #"{"errata":[{"id":"dev-39-lenient-size","why":"disputed"}]}"#])
        var record = try makeRecord(["dev-39-*"], [("a", try codecTestee(refuseFiles)), ("b", try codecTestee())])
        let open = record.implementations[0].results.count { $0.isOpen }
        history.mute(&record)
        #expect(record.implementations[0].results.count { $0.isOpen } == open - 1)
        let muted = try #require(record.implementations[0].results.first { $0.verdict == .erratum })
        #expect(muted.id == "dev-39-lenient-size" && muted.muted == "disputed")
        #expect(record.implementations[1].results.allSatisfy { $0.verdict == .passed })
    }

    @Test("The files of the suite's history parse and name cases")
    func files() throws {
        let history = try SuiteHistory(folder: root.appending(path: "Fixtures"))
        let ids = Set(try library.get().cases.map(\.id))
        for id in history.errata.keys { #expect(ids.contains(id), "\(id)") }
        for entry in history.retired {
            #expect(!ids.contains(entry.id), "\(entry.id) is a case")
            if let successor = entry.successor { #expect(ids.contains(successor), "\(entry.id)") }
        }
    }
}
