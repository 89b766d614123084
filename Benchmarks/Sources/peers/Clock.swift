// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The processor time of the thread, which excludes time in which the machine runs something else.
enum Clock {
    /// Returns the nanoseconds that `body` uses.
    static func nanoseconds(_ body: () -> Void) -> Double {
        let start = now
        body()
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// Prevents the optimizer from removing the measured code.
@inline(never)
func keep<Value>(_ value: borrowing Value) {}
