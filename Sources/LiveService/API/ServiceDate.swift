// SPDX-License-Identifier: Apache-2.0

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
