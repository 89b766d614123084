// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec

/// The results of a run, from which every report is made, and which can be read back from JSON
/// (`Spec/report.schema.json`).
package struct RunRecord: Sendable {
    /// The version of the suite whose cases and expectations were used.
    package var suite: String
    /// The number of selected cases, which is larger than the number of cases run if the run ended early.
    package var selected: Int
    /// The part of the selection that was run, such as `2/3`; nil for the whole selection.
    package var shard: String?
    /// The cases that were run, in the order of the suite.
    package var cases: [CaseInfo]
    /// The implementations that were tested.
    package var implementations: [Implementation]

    /// The properties of a case that reports contain.
    package struct CaseInfo: Hashable, Sendable {
        package var id = ""
        /// The title, which states what the case shows.
        package var title = ""
        /// The area that the case belongs to.
        package var area = ""
        package var level = SpecRequirement.Level.must
        /// The operation that the case asks for.
        package var operation = ""
        /// The ids of the requirements that the case exercises.
        package var requirements: [String] = []
        /// The tags, such as the class of a bug or a platform.
        package var tags: [String] = []

        /// The first word of the area, which names a row of the table.
        package var group: String { area.split(separator: "/").first.map(String.init) ?? area }

        /// Creates the properties of a case.
        package init(_ item: Case) {
            id = item.id
            title = item.title
            area = item.area
            level = item.level
            operation = item.operation.rawValue
            requirements = item.requirements
            tags = item.tags
        }

        init() {}
    }

    /// An implementation and the results of its cases.
    package struct Implementation: Sendable {
        /// The label of the implementation, which is unique in the run.
        package var label: String
        /// The name that the implementation reports; empty if it reports none.
        package var name = ""
        /// The version that the implementation reports; empty if it reports none.
        package var version = ""
        /// The programming language that the implementation reports; empty if it reports none.
        package var language = ""
        /// The command that starts the implementation; nil for the codec of this package.
        package var command: String?
        /// The command that asks a case again when the id of the case is appended.
        package var rerun = ""
        /// The duration of the run, in milliseconds.
        package var milliseconds = 0
        /// The peak memory of one of the implementation's processes in KiB; 0 if it is unknown.
        package var peakMemory = 0
        /// The reason why the implementation could not be asked any more; nil if it could.
        package var fault: String?
        /// The number of times each case was asked.
        package var repeats = 1
        /// The results, in the order of the cases; cases that were not begun are left out.
        package var results: [CaseResult] = []

        /// Creates an implementation without results.
        package init(label: String) {
            self.label = label
        }
    }

    /// Creates a record from its parts.
    package init(
        suite: String = Suite.version, selected: Int, shard: String? = nil, cases: [CaseInfo],
        implementations: [Implementation]
    ) {
        self.suite = suite
        self.selected = selected
        self.shard = shard
        self.cases = cases
        self.implementations = implementations
    }

    /// Sorts the results in the order of the cases, if the cases were asked in another order.
    package mutating func sortResults() {
        let places = Dictionary(cases.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { one, _ in one })
        for index in implementations.indices {
            implementations[index].results.sort { places[$0.id] ?? 0 < places[$1.id] ?? 0 }
        }
    }

    /// Changes each result with a closure, which also has the label of the implementation.
    mutating func updateResults(_ change: (inout CaseResult, _ label: String) -> Void) {
        for place in implementations.indices {
            for index in implementations[place].results.indices {
                change(&implementations[place].results[index], implementations[place].label)
            }
        }
    }

    /// The cases, keyed by id.
    package var casesByID: [String: CaseInfo] {
        Dictionary(cases.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    }
}
