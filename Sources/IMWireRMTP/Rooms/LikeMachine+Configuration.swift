// SPDX-License-Identifier: Apache-2.0

import IMWire

extension LikeMachine {
    /// The configuration of a like merger, with the default of seed 000.
    ///
    /// ```swift
    /// var configuration = LikeMachine.Configuration()
    /// configuration.interval = 2_000
    /// var merger = LikeMachine(configuration)
    /// ```
    public struct Configuration: Hashable, Sendable {
        /// The length of a window in milliseconds, by default 1 s (CRM-060).
        public var interval: Int64 = 1_000

        /// Creates a configuration with the documented default.
        public init() {}
    }
}

extension LikeMachine.Configuration: MillisecondTimes, RangedConfiguration {
    package mutating func limit(_ check: inout RangeCheck) {
        check.limit("interval", &interval, 1...3_600_000)
    }

    /// Throws the error for the first value outside its range (SES-142).
    ///
    /// A machine that is created with such a value uses the nearest value of the range.
    public func validate() throws(SessionError) { try check() }
}
