// SPDX-License-Identifier: Apache-2.0

import CAllocations

/// `memory`: the bytes that an execution requests from the allocator stay within a limit per byte of input.
///
/// The oracle adds up all requests, including memory that is released again. The sum is at least the peak, so an
/// execution that passes has a peak below the limit. Without glibc, or with a sanitizer, nothing is counted or checked.
struct MemoryOracle {
    private let before = imwire_allocated_bytes()

    /// Starts counting.
    init() {}

    /// Checks the bytes requested since the oracle was created.
    func check(_ place: String, input: Int, factor: Int, base: Int, _ observation: inout Observation) {
        let used = Int(truncatingIfNeeded: imwire_allocated_bytes() &- before)
        let allowed = base + input * factor
        if used > allowed {
            observation.violate(.memory, at: place, "\(used) bytes asked for, \(allowed) allowed for \(input) of input")
        }
    }
}
