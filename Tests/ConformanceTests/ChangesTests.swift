// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

@Suite("The list of changed cases")
struct ChangesTests {
    /// The members of a case that may change.
    private static let members: Set = [
        "title", "requirements", "level", "op", "input", "expect", "tags", "provenance", "observed",
    ]

    /// Returns the cases as JSON, by id.
    private static func cases() throws -> [String: RawJSON] {
        let folder = root.appending(path: "Fixtures/cases")
        let walker = try #require(FileManager.default.enumerator(atPath: folder.path))
        var cases: [String: RawJSON] = [:]
        for file in walker.compactMap({ $0 as? String }).filter({ $0.hasSuffix(".json") }) {
            let json = try RawJSON(parsing: Array(try Data(contentsOf: folder.appending(path: file))).span)
            for item in json["cases"]?.elements ?? [] {
                cases[try #require(item["id"]?.string, "\(file)")] = item
            }
        }
        return cases
    }

    @Test("Each entry names a changed case, its previous values, the reason and the version")
    func entries() throws {
        let file = root.appending(path: "Fixtures/changes.json")
        let json = try RawJSON(parsing: Array(try Data(contentsOf: file)).span)
        #expect(json.members?.map(\.name) == ["changes"])
        let entries = try #require(json["changes"]?.elements)
        let cases = try Self.cases()
        var last = ""
        for entry in entries {
            let members = try #require(entry.members)
            #expect(Set(members.map(\.name)) == ["id", "since", "before", "why"], "\(entry)")
            #expect(members.count == 4, "\(entry)")
            let id = try #require(entry["id"]?.string, "\(entry)")
            #expect(last < id, "\(id) stands behind \(last)")
            last = id
            let since = try #require(entry["since"]?.string, "\(id)")
            #expect(since.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil, "\(id)")
            #expect(entry["why"]?.string?.isEmpty == false, "\(id)")
            guard let item = cases[id] else {
                Issue.record("\(id) is no case")
                continue
            }
            // A case that was added in this version or later has not changed in it.
            #expect(item["since"] == nil || item["since"]?.string != since, "\(id) is as old as its change")
            let before = try #require(entry["before"]?.members, "\(id)")
            #expect(!before.isEmpty, "\(id)")
            for (name, value) in before {
                #expect(Self.members.contains(name), "\(id): \(name)")
                let present = item[name] ?? RawJSON.built("null")
                #expect(JSONEquality.difference(value, present, spelling: true) != nil, "\(id): \(name) did not change")
            }
        }
    }
}
