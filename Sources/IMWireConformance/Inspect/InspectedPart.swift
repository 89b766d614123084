// SPDX-License-Identifier: Apache-2.0

import IMWire

/// One line or packet of a stream, with everything that is to be said about it.
package struct InspectedPart: Hashable, Sendable {
    /// What it is called: `line`, `packet`, or `rest` for what nobody reads.
    package var form: String
    /// Its number among those of the stream, from 1.
    package var number: Int
    /// Where it lies in the stream.
    package var range: Range<Int>
    /// What it is, in a few words.
    package var title = ""
    /// What its bytes mean; they cover it.
    package var fields: [Annotation] = []
    /// What it holds, where the stream shows that in another form only.
    package var hidden: HiddenBytes?
    /// The messages that it brings.
    package var items: [Item] = []
    /// What is wrong with it.
    package var findings: [Finding] = []

    /// A message.
    package struct Item: Hashable, Sendable {
        /// Its kind, such as `login`.
        package var kind: String
        /// What it is, in a line for people.
        package var text: String
        /// Its index and how many came together; nil for one that came alone.
        package var place: ChatItem.Place?
        /// The ids of its deviations.
        package var deviations: [String]
    }
}

/// What a whole stream came to.
package struct InspectionSummary: Hashable, Sendable {
    /// The bytes that were looked at.
    package var bytes = 0
    /// How many lines or packets there are.
    package var parts = 0
    /// How many messages and heartbeats.
    package var messages = 0
    /// How many faults.
    package var faults = 0
    /// How many deviations.
    package var deviations = 0
    /// The first fault or, where there is none, nil.
    package var first: Finding?
    /// What is worth knowing at the end, and no fault.
    package var notes: [String] = []

    mutating func add(_ part: InspectedPart) {
        parts += part.form == "rest" ? 0 : 1
        messages += part.items.count
        for finding in part.findings {
            switch finding.severity {
            case .fault: faults += 1
            case .deviation: deviations += 1
            }
            if first == nil, finding.severity == .fault { first = finding }
        }
    }
}
