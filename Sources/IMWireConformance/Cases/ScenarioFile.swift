// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import Platform

/// A scenario of a session, which is read as a case of `session.run` in the area `scenario`.
///
/// The folder `scenarios` beside the folder of the cases has one scenario per file. A file combines the input and the
/// outcome: `machine`, `config`, and `events`, and `actions` with `only`.
enum ScenarioFile {
    private static let folder = "scenarios"
    private static let members: Set = [
        "title", "story", "requirements", "since", "machine", "config", "events", "only", "actions", "live",
    ]

    /// Returns the scenario files of the suite whose cases are in a folder.
    static func files(beside folder: URL) -> [(name: String, url: URL)] {
        guard folder.lastPathComponent == "cases" else { return [] }
        let scenarios = folder.deletingLastPathComponent().appending(path: self.folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: scenarios.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted()
            .map { ("\(self.folder)/\($0)", scenarios.appending(path: $0)) }
    }

    static func isOne(_ name: String) -> Bool { name.hasPrefix("\(folder)/") }

    /// Returns a scenario as the text of a case file with one case, whose id is derived from the file name.
    static func cases(_ bytes: [UInt8], _ file: String) throws(SuiteError) -> String {
        let json: RawJSON
        do {
            json = try RawJSON(parsing: bytes.span)
        } catch {
            throw SuiteError("\(file): \(error)")
        }
        func failure(_ what: String) -> SuiteError { SuiteError("\(file): \(what)") }
        guard let all = json.members else { throw failure("not an object") }
        if let stranger = all.first(where: { !members.contains($0.name) }) {
            throw failure("unknown member \(stranger.name) of a scenario")
        }
        for name in ["title", "story", "requirements", "machine", "events", "actions"] where json[name] == nil {
            throw failure("\(name) is missing")
        }
        func part(_ names: [String]) -> RawJSON { .object(all.filter { names.contains($0.name) }) }
        var item: [(name: String, value: RawJSON)] = [
            ("id", RawJSON("scenario-\(file.dropFirst(folder.count + 1).dropLast(5))"))
        ]
        item += all.filter { ["title", "requirements", "since", "live"].contains($0.name) }
        item += [
            ("level", "MUST"), ("op", "session.run"), ("input", part(["machine", "config", "events"])),
            ("expect", .array([part(["only", "actions"])])), ("tags", .array(["story"])),
            ("provenance", "a scenario of the suite, derived from the requirements"),
        ]
        return RawJSON.object([("area", "scenario"), ("cases", .array([.object(item)]))]).text
    }
}
