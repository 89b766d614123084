// SPDX-License-Identifier: Apache-2.0

/// The ids that one side gives its packets: 1 to 65535 and round again, never one that still waits (RMTP-120, RMTP-123).
struct MessageIds: Sendable {
    private var last: UInt16
    private let largest: UInt16

    /// Starts behind `last`; the first id is 1 unless the CONNACK says otherwise (RMTP-121).
    ///
    /// - Parameter largest: the id that is followed by 1.
    init(after last: UInt16 = 0, largest: UInt16 = .max) {
        self.last = last
        self.largest = max(largest, 1)
    }

    /// The next id that does not wait for its answer; nil where all of them do.
    mutating func next(isWaiting: (UInt16) -> Bool) -> UInt16? {
        for _ in 0..<largest {
            last = last >= largest ? 1 : last + 1
            if !isWaiting(last) { return last }
        }
        return nil
    }
}
