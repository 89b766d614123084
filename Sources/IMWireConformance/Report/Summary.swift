// SPDX-License-Identifier: Apache-2.0

import IMWireSpec

/// How many cases came out how.
public struct Tally: Sendable {
    /// Cases by outcome.
    public private(set) var counts: [Verdict.Outcome: Int] = [:]

    /// Counts one more.
    mutating func add(_ outcome: Verdict.Outcome) {
        counts[outcome, default: 0] += 1
    }

    /// All cases.
    public var total: Int { counts.values.reduce(0, +) }

    /// Cases of one outcome.
    public subscript(_ outcome: Verdict.Outcome) -> Int { counts[outcome] ?? 0 }

    /// Cases that count against the testee.
    public var findings: Int { counts.filter { $0.key.isFinding }.values.reduce(0, +) }
}

/// A run, counted.
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

    /// Counts verdicts.
    public init(_ verdicts: [Verdict]) {
        var areas: [String: Tally] = [:]
        var levels: [SpecRequirement.Level: Tally] = [:]
        var requirements: Set<String> = []
        for verdict in verdicts {
            total.add(verdict.outcome)
            let area = verdict.item.area.split(separator: "/").first.map(String.init) ?? verdict.item.area
            areas[area, default: Tally()].add(verdict.outcome)
            levels[verdict.item.level, default: Tally()].add(verdict.outcome)
            requirements.formUnion(verdict.item.requirements)
            if verdict.item.isDerived { derived += 1 }
        }
        self.areas = areas.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        self.levels = SpecRequirement.Level.allCases.compactMap { level in levels[level].map { (level, $0) } }
        self.requirements = requirements.count
    }
}
