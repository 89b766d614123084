// SPDX-License-Identifier: Apache-2.0

import IMWireConformance

/// The numbers of questions by operation, with the skips apart (FUZ-104).
package struct QuestionCounts: Sendable {
    /// The numbers of one operation.
    package struct Count: Sendable {
        package var asked = 0
        /// Those that both sides skipped, because they cannot be understood (TST-101).
        package var skippedByBoth = 0
        /// Those that the testee alone skipped.
        package var skipped = 0

        /// Those that a side answered.
        package var answered: Int { asked - skippedByBoth - skipped }

        mutating func add(_ other: Count) {
            asked += other.asked
            skippedByBoth += other.skippedByBoth
            skipped += other.skipped
        }
    }

    package private(set) var byOperation: [String: Count] = [:]

    /// Creates counts without questions.
    package init() {}

    /// The numbers of all operations together.
    package var total: Count {
        byOperation.values.reduce(into: Count()) { $0.add($1) }
    }

    mutating func add(_ operation: String, _ ours: TesteeAnswer, _ theirs: TesteeAnswer) {
        byOperation[operation, default: Count()].asked += 1
        switch (ours, theirs) {
        case (.skipped, .skipped): byOperation[operation]?.skippedByBoth += 1
        case (_, .skipped): byOperation[operation]?.skipped += 1
        default: break
        }
    }
}
