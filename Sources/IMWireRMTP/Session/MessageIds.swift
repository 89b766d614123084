// SPDX-License-Identifier: Apache-2.0

/// The ids that one side gives its packets: 1 to 65535 and round again, never one that still waits (RMTP-120, RMTP-123).
struct MessageIds: Sendable {
    private var last: UInt16

    /// Starts behind `last`; the first id is 1 unless the CONNACK says otherwise (RMTP-121).
    init(after last: UInt16 = 0) {
        self.last = last
    }

    /// The next id that does not wait for its answer; nil where all of them do.
    mutating func next(isWaiting: (UInt16) -> Bool) -> UInt16? {
        for _ in 0..<65_535 {
            last = last == .max ? 1 : last + 1
            if !isWaiting(last) { return last }
        }
        return nil
    }
}
