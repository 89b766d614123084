// SPDX-License-Identifier: Apache-2.0

/// The clock of the service, in milliseconds since 1970; each time is issued once, so that times order messages.
struct ServiceTime {
    private let clock: () -> Int64
    private var last: Int64 = 0
    private var number: UInt64 = UInt64.random(in: 0..<(1 << 20))
    private static let letters = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")

    init(_ clock: @escaping () -> Int64) {
        self.clock = clock
    }

    /// The current time, in milliseconds since 1970.
    var now: Int64 { clock() }

    /// Returns a time that no message has yet.
    mutating func next() -> Int64 {
        last = max(last < .max ? last + 1 : last, now)
        return last
    }

    /// The times that a stored message may have: up to the year 9999, after which they have no usual form.
    static let range: ClosedRange<Int64> = 0...253_402_300_799_999

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
