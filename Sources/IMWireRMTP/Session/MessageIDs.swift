// SPDX-License-Identifier: Apache-2.0

/// A counter for message ids from 1 to 65535, which wraps to 1 and skips ids still in use (RMTP-120, RMTP-123).
struct MessageIDs: Sendable {
    private var last: UInt16
    private let largest: UInt16

    /// Creates a counter that continues after `last`; the first id is 1 unless the CONNACK states otherwise (RMTP-121).
    ///
    /// - Parameter largest: the id that is followed by 1.
    init(after last: UInt16 = 0, largest: UInt16 = .max) {
        self.last = last
        self.largest = max(largest, 1)
    }

    /// Returns the next id that is not waiting for its answer, or nil if all of them are.
    mutating func next(isWaiting: (UInt16) -> Bool) -> UInt16? {
        for _ in 0..<largest {
            last = last >= largest ? 1 : last + 1
            if !isWaiting(last) { return last }
        }
        return nil
    }
}
