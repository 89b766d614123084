// SPDX-License-Identifier: Apache-2.0

import IMWireSpec

/// The coverage of each numbered requirement of `Spec/` by cases, or by registered tests if no case can show it.
package struct RequirementLedger: Sendable {
    /// A requirement and its coverage.
    package struct Entry: Sendable {
        package let requirement: SpecRequirement
        /// The ids of the cases that cite the requirement, in the order of the suite.
        package let cases: [String]
        package let tests: [LedgerRegistry.NamedTest]

        /// Whether a case or a registered test covers the requirement.
        package var isCovered: Bool { !cases.isEmpty || !tests.isEmpty }
        /// The letters before the number in the requirement's id, such as `CNT`.
        package var family: String { String(requirement.id.prefix { $0 != "-" }) }
    }

    /// The numbers of requirements of a family, by coverage.
    package struct Totals: Sendable {
        /// The number of all requirements.
        package var requirements = 0
        /// The number of requirements that a case covers.
        package var cases = 0
        /// The number of requirements that only a registered test covers.
        package var tests = 0
        /// The number of uncovered requirements of the level MUST.
        package var uncoveredMusts = 0
        /// The number of uncovered requirements of the other levels.
        package var uncoveredOthers = 0

        mutating func count(_ entry: Entry) {
            requirements += 1
            if !entry.cases.isEmpty {
                cases += 1
            } else if !entry.tests.isEmpty {
                tests += 1
            } else if entry.requirement.level == .must {
                uncoveredMusts += 1
            } else {
                uncoveredOthers += 1
            }
        }
    }

    /// All requirements, ordered by id.
    package let entries: [Entry]

    /// Creates a ledger of cases and registered tests.
    package init(_ cases: [Case], _ registry: LedgerRegistry) {
        var citing: [String: [String]] = [:]
        for item in cases {
            for id in item.requirements { citing[id, default: []].append(item.id) }
        }
        entries = SpecRequirement.all.sorted { $0.id < $1.id }.map { requirement in
            Entry(
                requirement: requirement, cases: citing[requirement.id] ?? [],
                tests: registry.tests[requirement.id] ?? [])
        }
    }

    /// The totals of all families.
    package var total: Totals {
        entries.reduce(into: Totals()) { $0.count($1) }
    }

    /// The totals of each family, ordered by name.
    package var families: [(name: String, totals: Totals)] {
        var families: [String: Totals] = [:]
        for entry in entries { families[entry.family, default: Totals()].count(entry) }
        return families.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
