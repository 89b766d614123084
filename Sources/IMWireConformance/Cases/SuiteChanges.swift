// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

/// The differences between two versions of the suite.
package struct SuiteChanges: Sendable {
    private let from: SuiteVersion
    private let to: SuiteVersion
    private let added: [Case]
    private let changed: [SuiteHistory.Change]
    private let retired: [SuiteHistory.Retirement]

    /// Creates a comparison of two versions.
    ///
    /// - Parameter cases: the cases of the current suite.
    package init(_ cases: [Case], _ history: SuiteHistory, from: SuiteVersion, to: SuiteVersion) {
        self.from = from
        self.to = to
        func isBetween(_ version: SuiteVersion) -> Bool { to.has(version) && !from.has(version) }
        added = cases.filter { SuiteVersion($0.since).map(isBetween) ?? false }
        changed = history.changes.filter { isBetween($0.since) }
        retired = history.retired.filter { isBetween($0.since) }
    }

    /// The differences as text for human readers.
    package var text: String {
        var lines: [String] = []
        if !retired.isEmpty { lines.append("retired (\(retired.count))") }
        for entry in retired {
            lines.append("  \(entry.id)\(entry.successor.map { " -> \($0)" } ?? ""): \(DisplayText.safe(entry.why))")
        }
        if !changed.isEmpty { lines.append("changed (\(changed.count))") }
        for (why, entries) in grouped {
            lines.append("  \(DisplayText.safe(why))")
            lines += entries.map { "    \($0.id)" }
        }
        if !added.isEmpty { lines.append("added (\(added.count))") }
        for (area, cases) in Dictionary(grouping: added, by: \.area).sorted(by: { $0.key < $1.key }) {
            lines.append("  \(area)")
            lines += cases.map { "    \($0.id)  \(DisplayText.safe($0.title))" }
        }
        lines.append("\(from) to \(to): \(added.count) added, \(changed.count) changed, \(retired.count) retired")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The changes grouped by reason, in the order in which the reasons first occur.
    private var grouped: [(why: String, entries: [SuiteHistory.Change])] {
        var order: [String] = []
        var entries: [String: [SuiteHistory.Change]] = [:]
        for change in changed {
            if entries[change.why] == nil { order.append(change.why) }
            entries[change.why, default: []].append(change)
        }
        return order.map { ($0, entries[$0] ?? []) }
    }

    /// The differences as JSON for programs.
    package var json: String {
        let gone = retired.map { entry in
            RawJSON.object([
                ("id", RawJSON(entry.id)), ("to", entry.successor.map { RawJSON($0) } ?? .null),
                ("why", RawJSON(entry.why)),
            ])
        }
        let now = changed.map { RawJSON.object([("id", RawJSON($0.id)), ("why", RawJSON($0.why))]) }
        return RawJSON.object([
            ("from", RawJSON(from.description)), ("to", RawJSON(to.description)),
            ("added", .array(added.map { RawJSON($0.id) })), ("changed", .array(now)), ("retired", .array(gone)),
        ]).text + "\n"
    }
}
