// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import Platform

/// The history of cases, from `changes.json`, `retired.json`, and `errata.json` beside the folder of the cases.
package struct SuiteHistory: Sendable {
    /// A case that changed after its first release.
    package struct Change: Sendable {
        package let id: String
        /// The first version of the suite that has the change.
        package let since: SuiteVersion
        /// The former values of the changed members; null for a member that was absent.
        let before: RawJSON
        /// The reason for the change.
        package let why: String
    }

    /// A case that was removed or renamed.
    package struct Retirement: Sendable {
        /// The former id.
        package let id: String
        /// The first version of the suite without the id.
        package let since: SuiteVersion
        /// The id that replaces the former one, or nil if there is none.
        package let successor: String?
        /// The reason for the retirement.
        package let why: String
        /// The last form of the case and its area, for pinned suites; nil if the successor is the same case.
        let last: (area: String, item: RawJSON)?
    }

    /// The changes, in file order.
    package private(set) var changes: [Change] = []
    /// The retired ids, in file order.
    package private(set) var retired: [Retirement] = []
    /// The reasons why cases are disputed, keyed by the ids of the cases.
    package private(set) var errata: [String: String] = [:]

    /// Creates an empty history.
    package init() {}

    /// Creates a history from the files in a folder, where an absent file counts as empty.
    ///
    /// - Throws: ``SuiteError`` if a file cannot be read.
    package init(folder: URL) throws(SuiteError) {
        for entry in try SuiteHistory.list("changes.json", "changes", folder) {
            guard let id = entry["id"]?.string, let before = entry["before"], before.kind == .object else {
                throw SuiteError("changes.json: an entry lacks id or before")
            }
            let since = try SuiteHistory.version(entry, "changes.json: \(id)")
            changes.append(Change(id: id, since: since, before: before, why: entry["why"]?.string ?? ""))
        }
        for entry in try SuiteHistory.list("retired.json", "retired", folder) {
            let (id, why) = try SuiteHistory.reason(entry, "retired.json")
            let last = entry["case"].map { (area: entry["area"]?.string ?? "", item: $0) }
            retired.append(
                Retirement(
                    id: id, since: try SuiteHistory.version(entry, "retired.json: \(id)"),
                    successor: entry["to"]?.string, why: why, last: last))
        }
        for entry in try SuiteHistory.list("errata.json", "errata", folder) {
            let (id, why) = try SuiteHistory.reason(entry, "errata.json")
            errata[id] = why
        }
    }

    private static func reason(_ json: JSONObject, _ file: String) throws(SuiteError) -> (id: String, why: String) {
        guard let id = json["id"]?.string, let why = json["why"]?.string else {
            throw SuiteError("\(file): an entry lacks id or why")
        }
        return (id, why)
    }

    private static func list(_ file: String, _ member: String, _ folder: URL) throws(SuiteError) -> [JSONObject] {
        let url = folder.appending(path: file)
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        guard let data = try? Data(contentsOf: url), let list = RawJSON(line: Array(data))?[member]?.elements else {
            throw SuiteError("\(file): expected a JSON object with the list \(member)")
        }
        return list.map { JSONObject($0) }
    }

    private static func version(_ json: JSONObject, _ place: String) throws(SuiteError) -> SuiteVersion {
        guard let version = json["since"]?.string.flatMap({ SuiteVersion($0) }) else {
            throw SuiteError("\(place): expected since, a version of the suite")
        }
        return version
    }

    /// Returns the id that replaces a retired one, or nil if the id was not retired or has no successor.
    func successor(of id: String) -> String? {
        var present = id
        // Chains of renames are short, and the bound also ends a cycle.
        for _ in 0..<16 {
            guard let next = retired.first(where: { $0.id == present })?.successor else { break }
            present = next
        }
        return present == id ? nil : present
    }

    /// Returns a case as a version of the suite had it, or nil if that version did not have it.
    func item(_ json: RawJSON, in version: SuiteVersion) -> RawJSON? {
        let object = JSONObject(json)
        if let since = object["since"]?.string.flatMap({ SuiteVersion($0) }), !version.has(since) { return nil }
        guard let id = object["id"]?.string else { return json }
        var members = object.members
        // Undo the latest change first.
        let undone = changes.filter { $0.id == id && !version.has($0.since) }
            .sorted { $0.since != $1.since && $0.since.has($1.since) }
        for change in undone {
            for (name, value) in change.before.members ?? [] {
                members.removeAll { $0.name == name }
                if value.kind != .null { members.append((name, value)) }
            }
        }
        return undone.isEmpty ? json : .object(members)
    }

    /// Returns the cases that a version had and the current suite no longer has, with their areas.
    func lost(since version: SuiteVersion) -> [(area: String, item: RawJSON)] {
        retired.filter { !version.has($0.since) }.compactMap(\.last)
    }

    /// Changes the verdicts of findings in disputed cases to `erratum` (TST-128).
    package func mute(_ record: inout RunRecord) {
        record.updateResults { result, _ in
            guard result.verdict.isFinding, let reason = errata[result.id] else { return }
            result.verdict = .erratum
            result.muted = reason
        }
    }
}
