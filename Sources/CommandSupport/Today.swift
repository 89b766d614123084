// SPDX-License-Identifier: Apache-2.0

import Platform

/// The current day in UTC, in the form that baselines use.
package enum Today {
    /// The current day.
    package static var text: String { after(days: 0) }

    /// Returns the day `days` days from now.
    package static func after(days: Int) -> String {
        var seconds = time(nil) + days * 86_400
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    }
}
