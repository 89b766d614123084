// SPDX-License-Identifier: Apache-2.0

import IMWireSpec
import TextSupport

/// The numbers of cases by outcome.
package struct Tally: Sendable {
    /// The number of cases with each outcome.
    package private(set) var counts: [Verdict: Int] = [:]

    /// The number of findings that a baseline accepts, which are not counted under their outcomes.
    package private(set) var accepted = 0

    /// Adds a result.
    mutating func add(_ result: CaseResult) {
        if result.isAccepted {
            accepted += 1
        } else {
            counts[result.verdict, default: 0] += 1
        }
    }

    /// The number of all cases.
    package var total: Int { counts.values.reduce(accepted, +) }

    /// The number of cases with an outcome.
    package subscript(_ outcome: Verdict) -> Int { counts[outcome] ?? 0 }

    /// The number of cases that count against the testee.
    package var findings: Int { counts.filter { $0.key.isFinding }.values.reduce(0, +) }

    /// The counts that a matrix shows beside the passed cases, with the words that a screen reader says for the signs.
    var signs: [(sign: String, count: Int, words: String)] {
        [
            ("✗", findings, Words.count(findings, "finding")), ("○", self[.skipped], "\(self[.skipped]) skipped"),
            ("~", self[.erratum], "\(self[.erratum]) disputed"),
        ].filter { $0.1 > 0 }
    }
}

/// The tallies of the results of one implementation.
package struct Summary: Sendable {
    package private(set) var total = Tally()
    /// The tallies by the first word of the area.
    package private(set) var areas: [(name: String, tally: Tally)] = []
    package private(set) var levels: [(level: SpecRequirement.Level, tally: Tally)] = []
    /// The number of cases that were generated from a schema; the others are handwritten.
    package private(set) var derived = 0
    /// The number of requirements that at least one case exercises.
    package private(set) var requirements = 0

    /// Creates a summary of an implementation's results, with the cases keyed by id.
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
