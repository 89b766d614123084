// SPDX-License-Identifier: Apache-2.0

/// The clock of the service, in milliseconds since 1970; each time is issued once, so that times order messages.
struct ServiceTime {
    private let clock: () -> Int64
    private var last: Int64 = 0
    private var number: UInt64 = UInt64.random(in: 0..<(1 << 20))
    private static let letters = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)

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
        var id: [UInt8] = []
        id.reserveCapacity(19)
        for group in groups {
            if !id.isEmpty { id.append(UInt8(ascii: "-")) }
            for shift in stride(from: UInt64(15), through: 0, by: -5) {
                id.append(ServiceTime.letters[Int(group >> shift & 31)])
            }
        }
        return String(decoding: id, as: UTF8.self)
    }
}

/// A time as the server API's answers write it: `2014-01-01 01:01:01`, here in UTC (API-057).
enum ServiceDate {
    static func text(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds / 1_000)
        let (days, rest) = (seconds / 86_400, seconds % 86_400)
        // Years begin in March, so that a leap day is the last one; 719_468 days lie between 0000-03-01 and 1970.
        let shifted = days + 719_468
        let (era, day) = (shifted / 146_097, shifted % 146_097)
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let yearDay = day - (365 * year + year / 4 - year / 100)
        let month = (5 * yearDay + 2) / 153
        let monthDay = yearDay - (153 * month + 2) / 5 + 1
        let calendarMonth = month < 10 ? month + 3 : month - 9
        let calendarYear = year + era * 400 + (calendarMonth <= 2 ? 1 : 0)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(calendarYear)-\(two(calendarMonth))-\(two(monthDay)) "
            + "\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
    }
}
