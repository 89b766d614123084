// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import Platform

/// The clock of the service, in milliseconds since 1970; each time is issued once, so that times order messages.
struct ServiceTime {
    private var last: Int64 = 0
    private var number: UInt64 = UInt64.random(in: 0..<(1 << 20))
    private static let letters = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")

    /// The current time, in milliseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Returns a time that no message has yet.
    mutating func next() -> Int64 {
        last = max(last + 1, ServiceTime.now)
        return last
    }

    /// Records a time from an earlier memory, so that later times exceed it.
    mutating func pass(_ time: Int64) {
        last = max(last, time)
    }

    /// Returns an id for a message, in the form `BS45-NPH4-HV87-10LM`.
    mutating func id(_ time: Int64) -> String {
        number = (number + 1) & 0xf_ffff
        let groups = [UInt64(bitPattern: time) >> 20 & 0xf_ffff, UInt64(bitPattern: time) & 0xf_ffff, number, 0xbeef]
        return groups.map { group in
            String([15, 10, 5, 0].map { ServiceTime.letters[Int(group >> UInt64($0) & 31)] })
        }.joined(separator: "-")
    }
}

#endif
