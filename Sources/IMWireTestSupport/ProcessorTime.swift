// SPDX-License-Identifier: Apache-2.0

import Platform

/// The processor time used by the current thread, which does not depend on other activity of the machine.
///
/// It is used to compare two amounts of work; no test asserts an absolute time.
package enum ProcessorTime {
    /// The processor time in seconds since the thread began.
    package static var seconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
