// SPDX-License-Identifier: Apache-2.0

import IMWireSpec

/// How many cases came out how.
public struct Tally: Sendable {
    /// Cases by outcome.
    public private(set) var counts: [Verdict.Outcome: Int] = [:]

    /// Findings that a baseline accepts; they are in no other count.
    public private(set) var accepted = 0

    /// Counts one more.
    mutating func add(_ result: CaseResult) {
        if result.isAccepted {
            accepted += 1
        } else {
            counts[result.verdict, default: 0] += 1
        }
    }

    /// All cases.
    public var total: Int { counts.values.reduce(accepted, +) }

    /// Cases of one outcome.
    public subscript(_ outcome: Verdict.Outcome) -> Int { counts[outcome] ?? 0 }

    /// Cases that count against the testee.
    public var findings: Int { counts.filter { $0.key.isFinding }.values.reduce(0, +) }
}

/// The results of one implementation, counted.
public struct Summary: Sendable {
    /// All cases.
    public private(set) var total = Tally()
    /// Cases by the first word of their area.
    public private(set) var areas: [(name: String, tally: Tally)] = []
    /// Cases by how binding they are.
    public private(set) var levels: [(level: SpecRequirement.Level, tally: Tally)] = []
    /// Cases that a program derived from a schema; the others were written.
    public private(set) var derived = 0
    /// Requirements that at least one case exercises.
    public private(set) var requirements = 0

    /// Counts the results of an implementation.
    public init(_ implementation: RunRecord.Implementation, in record: RunRecord) {
        self.init(implementation, record.casesByID)
    }

    init(_ implementation: RunRecord.Implementation, _ cases: [String: RunRecord.CaseInfo]) {
        var areas: [String: Tally] = [:]
        var levels: [SpecRequirement.Level: Tally] = [:]
        var requirements: Set<String> = []
        for result in implementation.results {
            guard let item = cases[result.id] else { continue }
            total.add(result)
            areas[item.group, default: Tally()].add(result)
            levels[item.level, default: Tally()].add(result)
            requirements.formUnion(item.requirements)
            if item.tags.contains("derived") { derived += 1 }
        }
        self.areas = areas.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        self.levels = SpecRequirement.Level.allCases.compactMap { level in levels[level].map { (level, $0) } }
        self.requirements = requirements.count
    }
}
