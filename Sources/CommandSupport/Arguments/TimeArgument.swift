// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// A duration, such as `500ms`, `60s`, `5m`, or `1.5h`; a number alone is seconds.
package struct TimeArgument: ExpressibleByArgument, CustomStringConvertible, Sendable {
    /// The duration, from 1 ms to 1000 hours.
    package let duration: Duration
    /// The argument.
    package let description: String

    /// Creates a duration of at least one second.
    package init(seconds: Int) {
        duration = .seconds(seconds)
        description = "\(seconds)s"
    }

    /// Reads an argument, or returns nil if it is no duration.
    package init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let factors = ["": 1_000.0, "ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000]
        guard let number = Double(digits), let factor = factors[String(argument.dropFirst(digits.count))],
            (1...3_600_000_000).contains(number * factor)
        else { return nil }
        duration = .milliseconds(Int64((number * factor).rounded()))
        description = argument
    }

    /// The duration in seconds.
    package var seconds: Double { duration / .seconds(1) }
}

#endif
