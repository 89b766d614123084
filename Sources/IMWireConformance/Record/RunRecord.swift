// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec

/// What a run has shown: every report is a function of it, and it can be read back from its JSON (`Spec/report.schema.json`).
public struct RunRecord: Sendable {
    /// The version of the suite whose cases and expectations were used.
    public var suite: String
    /// How many cases were selected; more than were run where the run ended early.
    public var selected: Int
    /// The part of the selection that was run, such as `2/3`; nil for all of it.
    public var shard: String?
    /// The cases that were run, in the order of the suite.
    public var cases: [CaseInfo]
    /// What was tested.
    public var implementations: [Implementation]

    /// A case, as far as reports tell it.
    public struct CaseInfo: Hashable, Sendable {
        /// Its id.
        public var id: String
        /// What it shows.
        public var title: String
        /// What it is about.
        public var area: String
        /// How binding it is.
        public var level: SpecRequirement.Level
        /// What is asked.
        public var operation: String
        /// The requirements that it exercises.
        public var requirements: [String]
        /// Class of the bug, platform and the like.
        public var tags: [String]

        /// The first word of the area: a row of the table.
        public var group: String { area.split(separator: "/").first.map(String.init) ?? area }

        /// Takes what a report tells of a case.
        public init(_ item: Case) {
            id = item.id
            title = item.title
            area = item.area
            level = item.level
            operation = item.operation.rawValue
            requirements = item.requirements
            tags = item.tags
        }

        init(
            id: String, title: String, area: String, level: SpecRequirement.Level, operation: String,
            requirements: [String], tags: [String]
        ) {
            self.id = id
            self.title = title
            self.area = area
            self.level = level
            self.operation = operation
            self.requirements = requirements
            self.tags = tags
        }
    }

    /// An implementation, and what became of the cases.
    public struct Implementation: Sendable {
        /// What it is called in this run; no other one is called so.
        public var label: String
        /// Its name, version and language, as it says them itself; empty where it said nothing.
        public var name = ""
        /// Its version.
        public var version = ""
        /// The language that it is written in.
        public var language = ""
        /// The command that starts it; nil for the codec of this package.
        public var command: String?
        /// The command that a case's id is appended to, to ask that case again.
        public var rerun = ""
        /// How long the run took.
        public var milliseconds = 0
        /// The most memory that one of its processes took, in KiB; 0 where it is not known.
        public var peakMemory = 0
        /// Why it could not be asked any more; nil where it could.
        public var fault: String?
        /// How often each case was asked.
        public var repeats = 1
        /// What became of the cases, in their order; cases that were not begun are left out.
        public var results: [CaseResult] = []

        /// Begins without results.
        public init(label: String) {
            self.label = label
        }
    }

    /// Creates a value from its parts.
    public init(
        suite: String = Suite.version, selected: Int, shard: String? = nil, cases: [CaseInfo],
        implementations: [Implementation]
    ) {
        self.suite = suite
        self.selected = selected
        self.shard = shard
        self.cases = cases
        self.implementations = implementations
    }

    /// The version of the suite that this package has.
    public static var presentSuite: String { Suite.version }

    /// Puts the results into the order of the cases, where they were asked in another one.
    public mutating func sortResults() {
        let places = Dictionary(cases.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { one, _ in one })
        for index in implementations.indices {
            implementations[index].results.sort { places[$0.id] ?? 0 < places[$1.id] ?? 0 }
        }
    }

    /// The cases by their ids.
    public var casesByID: [String: CaseInfo] {
        Dictionary(cases.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    }
}
