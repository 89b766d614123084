// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import Platform

/// The clock of the machine.
enum WallClock {
    /// The current time, in milliseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

#endif
