// SPDX-License-Identifier: Apache-2.0

import IMWire

extension StreamPullMachine {
    /// The configuration of the pull of a stream message.
    ///
    /// ```swift
    /// var configuration = StreamPullMachine.Configuration()
    /// configuration.textBytes = 65_536
    /// try configuration.validate()
    /// ```
    public struct Configuration: Hashable, Sendable {
        /// Whether an earlier pull has synchronized the message (SES-130).
        public var isSynchronized = false
        /// The maximum size in bytes of the text of one pull, by default 4 MiB (SES-138).
        public var textBytes = 4 << 20
        /// The maximum number of chunks in one pull, by default 65,536 (SES-138).
        public var chunks = 65_536

        /// Creates a configuration with the documented defaults.
        public init() {}
    }
}

extension StreamPullMachine.Configuration: RangedConfiguration {
    package mutating func limit(_ check: inout RangeCheck) {
        check.limit("textBytes", &textBytes, 0...67_108_864)
        check.limit("chunks", &chunks, 0...1_048_576)
    }

    /// Throws the error for the first value outside its range (SES-142).
    ///
    /// A machine that is created with such a value uses the nearest value of the range.
    public func validate() throws(SessionError) { try check() }
}
