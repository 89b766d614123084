// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The differences between two runs, by implementation (TST-126).
package struct RunDifference: Sendable {
    /// A case whose result differs.
    package struct Entry: Sendable {
        package var label: String
        package var id: String
        /// The earlier verdict; nil if the case was not run.
        package var before: Verdict?
        /// The later verdict; nil if the case was not run.
        package var after: Verdict?
        /// The reason for the later verdict.
        package var reason: String?

        /// The kind of the difference, as a word of a report.
        package var kind: Kind {
            switch (before, after) {
            case (nil, _): .added
            case (_, nil): .gone
            case (let before?, let after?):
                before.isFinding == after.isFinding ? .changed : after.isFinding ? .worse : .better
            }
        }
    }

    /// A kind of difference.
    package enum Kind: String, Sendable, CaseIterable {
        /// The case became a finding.
        case worse
        /// The case is no longer a finding.
        case better
        /// The verdict changed, but the case is still a finding, or still not one.
        case changed
        /// The case was not run before.
        case added
        /// The case is no longer run.
        case gone

        /// The word of a report for people.
        var title: String { self == .added ? "new" : rawValue }
    }

    /// All differences, by implementation and in the order of the suite.
    package private(set) var entries: [Entry] = []
    /// The labels that only one of the runs has, and whether it is the new one.
    package private(set) var alone: [(label: String, isNew: Bool)] = []

    /// Creates a comparison of two runs.
    package init(from old: RunRecord, to new: RunRecord) {
        let former = Dictionary(old.implementations.map { ($0.label, $0) }, uniquingKeysWith: { one, _ in one })
        for one in new.implementations {
            guard let before = former[one.label] else {
                alone.append((one.label, true))
                continue
            }
            let earlier = Dictionary(before.results.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
            for result in one.results where earlier[result.id]?.verdict != result.verdict {
                entries.append(
                    Entry(
                        label: one.label, id: result.id, before: earlier[result.id]?.verdict, after: result.verdict,
                        reason: result.reason))
            }
            let present = Set(one.results.map(\.id))
            for result in before.results where !present.contains(result.id) {
                entries.append(Entry(label: one.label, id: result.id, before: result.verdict, after: nil))
            }
        }
        let present = Set(new.implementations.map(\.label))
        for one in old.implementations where !present.contains(one.label) { alone.append((one.label, false)) }
    }

    /// Returns the number of entries of a kind.
    package func count(_ kind: Kind) -> Int { entries.count { $0.kind == kind } }

    /// Whether the later run has a new finding.
    package var isWorse: Bool {
        entries.contains { $0.kind == .worse || $0.kind == .added && $0.after?.isFinding == true }
    }

    /// The differences as text for human readers, with new findings first.
    package var text: String {
        var lines: [String] = []
        for kind in Kind.allCases {
            let those = entries.filter { $0.kind == kind }
            if those.isEmpty { continue }
            lines.append("\(kind.title) (\(those.count))")
            for entry in those.prefix(200) {
                let verdicts = "\(entry.before?.rawValue ?? "not run") -> \(entry.after?.rawValue ?? "not run")"
                let reason = entry.reason.map { "  \(TextReport.shortened($0, 200))" } ?? ""
                lines.append("  \(TextReport.shortened(entry.label, 40))  \(entry.id)  \(verdicts)\(reason)")
            }
            if those.count > 200 { lines.append("  … and \(those.count - 200) more") }
        }
        for (label, isNew) in alone {
            lines.append("\(TextReport.shortened(label, 40)) is in the \(isNew ? "new" : "old") report only")
        }
        lines.append(Kind.allCases.map { "\(count($0)) \($0.title)" }.joined(separator: ", "))
        return lines.joined(separator: "\n") + "\n"
    }

    /// The differences as JSON for programs.
    package var json: String {
        let list = entries.map { entry -> RawJSON in
            .object([
                "implementation": entry.label, "case": entry.id, "kind": entry.kind.rawValue,
                "before": entry.before.map { RawJSON($0.rawValue) } ?? RawJSON.null,
                "after": entry.after.map { RawJSON($0.rawValue) } ?? RawJSON.null, "reason": entry.reason,
            ])
        }
        let counts = Kind.allCases.map { (name: $0.rawValue, value: RawJSON.integer(count($0))) }
        return RawJSON.object([
            ("kind", "conformance-difference"), ("counts", .object(counts)), ("entries", .array(list)),
        ]).text + "\n"
    }
}
