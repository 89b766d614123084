// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A line or packet of a stream, with the results of its inspection.
package struct InspectedPart: Hashable, Sendable {
    /// The form of the part: `line`, `packet`, or `rest` for bytes that are not read.
    package var form: String
    /// The number of the part in the stream, counted from 1.
    package var number: Int
    /// The range of the part in the stream.
    package var range: Range<Int>
    /// A short description of the part.
    package var title = ""
    /// The annotations of the bytes, which cover the part.
    package var fields: [Annotation] = []
    /// The content of the part, if the stream contains it only in another form.
    package var hidden: HiddenBytes?
    /// The messages in the part.
    package var items: [Item] = []
    /// The findings in the part.
    package var findings: [InspectionFinding] = []

    package struct Item: Hashable, Sendable {
        /// The kind of the message, such as `login`.
        package var kind: String
        /// A description of the message in one line for human readers.
        package var text: String
        /// The index in a batch and the size of the batch; nil for a message that is not in a batch.
        package var place: ChatBatchPosition?
        /// The ids of the message's deviations.
        package var deviations: [String]
        /// The conversations to which the message, or the messages in it, belong.
        package var conversations: [InspectedConversation] = []
    }
}

/// A summary of the inspection of a stream.
package struct InspectionSummary: Hashable, Sendable {
    /// The number of bytes that were inspected.
    package var bytes = 0
    /// The number of lines or packets.
    package var parts = 0
    /// The number of messages and heartbeats.
    package var messages = 0
    /// The number of faults.
    package var faults = 0
    /// The number of deviations.
    package var deviations = 0
    /// The first fault, or nil if there is none.
    package var first: InspectionFinding?
    /// The number of the part with the first fault, or 0 if there is none.
    package var firstPart = 0
    /// Notes for the end of the output that are not faults.
    package var notes: [String] = []

    package init() {}

    mutating func add(_ part: InspectedPart) {
        parts += part.form == "rest" ? 0 : 1
        messages += part.items.count
        for finding in part.findings {
            switch finding.severity {
            case .fault: faults += 1
            case .deviation: deviations += 1
            }
            if first == nil, finding.severity == .fault { (first, firstPart) = (finding, part.number) }
        }
    }
}
