// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A count of the stored values that the service visits, which is the measure of its work.
///
/// Stores hand out their values only through types that count, so that a query that visits more values than it answers
/// shows in a test and in the fuzzer.
package final class ServiceWork: Sendable {
    private let count = Atomic<Int>(0)

    package init() {}

    /// The number of values visited so far.
    package var steps: Int { count.load(ordering: .relaxed) }

    func add(_ steps: Int = 1) {
        count.wrappingAdd(steps, ordering: .relaxed)
    }
}
