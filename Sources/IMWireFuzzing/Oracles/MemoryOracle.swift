// SPDX-License-Identifier: Apache-2.0

import CAllocations

/// `memory`: what an execution asks the allocator for stays within so many bytes for each byte of input.
///
/// All requests are added up, whether given back or not: more than the peak, so what passes has a peak below it. Without
/// glibc, or under a sanitizer, nothing is counted and nothing is judged.
package struct MemoryOracle {
    private let before = imwire_allocated_bytes()

    /// Begins to count.
    package init() {}

    /// Judges what was asked for since.
    package func judge(_ place: String, input: Int, factor: Int, base: Int, _ observation: inout Observation) {
        let used = Int(truncatingIfNeeded: imwire_allocated_bytes() &- before)
        let allowed = base + input * factor
        if used > allowed {
            observation.violate(.memory, at: place, "\(used) bytes asked for, \(allowed) allowed for \(input) of input")
        }
    }
}
