// SPDX-License-Identifier: Apache-2.0

import Platform

/// What the current thread has used of a processor, so that whatever else the machine does counts for nothing.
///
/// For comparing two amounts of work with each other; no test asserts a time.
package enum ProcessorTime {
    /// Seconds since the thread began.
    package static var seconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
