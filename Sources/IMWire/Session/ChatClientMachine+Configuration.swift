// SPDX-License-Identifier: Apache-2.0

extension ChatClientMachine {
    /// The configuration of a client session, with times in milliseconds.
    ///
    /// ```swift
    /// var configuration = ChatClientMachine.Configuration(user: "u1")
    /// configuration[\.loginTimeout] = .seconds(5)
    /// try configuration.validate()
    /// ```
    public struct Configuration: Hashable, Sendable {
        /// The id of the user.
        public var user: String
        /// The `deviceType` of logins and messages.
        public var deviceType = "iOS"
        /// The `versionCode` of logins and messages.
        public var versionCode = "1.0"
        /// The milliseconds since 1970 at time 0, for `sendTime`.
        public var epoch: Int64 = 0
        /// Whether the connection is secured before the login.
        public var usesTLS = true
        /// The time from the action `connect` to the login's receipt, by default 10 s (SES-014).
        public var loginTimeout: Int64 = 10_000
        /// The time between heartbeats, by default 1 s (SES-020).
        public var beatInterval: Int64 = 1_000
        /// The number of heartbeats that may be unanswered, by default 3 (SES-021).
        public var beatMisses = 3
        /// The heartbeat's body.
        public var heartbeat = ChatHeartbeatBody.standard
        /// The number of consecutive attempts to reconnect, by default 3 (SES-030).
        public var reconnectLimit = 3
        /// The delays before the first, second and later attempts, of which the last one repeats (SES-030).
        public var backoff: [Int64] = [0, 1_000, 3_000]
        /// The time from writing a message to sending it again, by default 10 s (SES-043).
        public var receiptTimeout: Int64 = 10_000
        /// The number of times that a message is sent again over one connection, by default 3 (SES-043).
        public var resendLimit = 3
        /// The number of messages that may wait for their receipts, by default 1,000 (SES-040).
        public var outgoingLimit = 1_000
        /// The number of ids of received messages that are remembered, by default 10,000 (SES-065).
        public var seenLimit = 10_000
        /// The ids remembered from an earlier run, oldest first.
        public var seen: [String] = []

        /// Creates a configuration for a user with the documented defaults.
        public init(user: String) {
            self.user = user
        }
    }
}

extension ChatClientMachine.Configuration: MillisecondTimes, RangedConfiguration {
    package mutating func limit(_ check: inout RangeCheck) {
        check.limit("epoch", &epoch, SessionRange.epoch)
        check.limit("loginTimeout", &loginTimeout, SessionRange.duration)
        check.limit("beatInterval", &beatInterval, SessionRange.duration)
        check.limit("beatMisses", &beatMisses, SessionRange.repetitions)
        check.limit("reconnectLimit", &reconnectLimit, SessionRange.repetitions)
        check.limit("backoff", &backoff, SessionRange.durationOrNone, count: 100)
        check.limit("receiptTimeout", &receiptTimeout, SessionRange.duration)
        check.limit("resendLimit", &resendLimit, SessionRange.repetitions)
        check.limit("outgoingLimit", &outgoingLimit, 0...100_000)
        check.limit("seenLimit", &seenLimit, 0...1_000_000)
    }

    /// Throws the error for the first value outside its range (SES-142).
    ///
    /// A machine that is created with such a value uses the nearest value of the range.
    public func validate() throws(SessionError) { try check() }
}
