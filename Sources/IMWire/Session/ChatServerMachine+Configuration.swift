// SPDX-License-Identifier: Apache-2.0

extension ChatServerMachine {
    /// The configuration of the server sessions, with times in milliseconds.
    ///
    /// ```swift
    /// var configuration = ChatServerMachine.Configuration()
    /// configuration.groups = ["g1": ["u1", "u2"]]
    /// configuration.offlineLimit = 500
    /// try configuration.validate()
    /// ```
    public struct Configuration: Hashable, Sendable {
        /// The members of each group, by its id.
        ///
        /// Where several ids are canonically equivalent, the dictionary has one of them; the sessions distinguish all.
        public var groups: [String: [String]] {
            get { Dictionary(exactGroups.map { ($0.key.text, $0.value) }) { one, _ in one } }
            set { exactGroups = Dictionary(uniqueKeysWithValues: newValue.map { (ExactText($0.key), $0.value) }) }
        }
        package var exactGroups: [ExactText: [String]] = [:]
        /// The users who may not log in.
        public var blocked: [String] = []
        /// The time from `accepted` to the login, by default 10 s (SES-075).
        public var loginTimeout: Int64 = 10_000
        /// The time between checks for heartbeats, by default 1 s (SES-073).
        public var beatInterval: Int64 = 1_000
        /// The number of checks that may pass without a heartbeat, by default 3 (SES-073).
        public var beatMisses = 3
        /// The heartbeat's body.
        public var heartbeat = ChatHeartbeatBody.standard
        /// The time after which unanswered messages are delivered again, by default 10 s, or 0 for never (SES-085).
        public var redeliverAfter: Int64 = 10_000
        /// The number of messages in one batch, by default 1,000 (SES-070).
        public var batchLimit = 1_000
        /// The prefix of message ids, which end in a number from 1.
        public var idPrefix = "m"
        /// Whether the server repeats the sender's keys in receipts and recognizes them (SES-083).
        public var echoesKeys = true
        /// The number of keys that are remembered for each user, by default 10,000.
        public var keyLimit = 10_000
        /// The number of messages that are stored for each user, by default 10,000 (SES-081).
        public var offlineLimit = 10_000
        /// The number of messages that can be recalled, by default 100,000.
        public var recallLimit = 100_000
        /// The number of users for whom data is stored, by default 1,000,000.
        ///
        /// A message to or from a further user is refused as if a store were full.
        public var userLimit = 1_000_000
        /// The number of bytes that are stored for all users together, by default 1 GiB.
        ///
        /// A user's store is also full when its size reaches one sixteenth of the free bytes, so that no user can fill
        /// the stores of others. Keys and recallable messages are removed by the same rule, the oldest first.
        public var storeBytes = 1 << 30

        /// Creates a configuration with the documented defaults.
        public init() {}
    }
}

extension ChatServerMachine.Configuration: MillisecondTimes, RangedConfiguration {
    package mutating func limit(_ check: inout RangeCheck) {
        check.limit("loginTimeout", &loginTimeout, SessionRange.duration)
        check.limit("beatInterval", &beatInterval, SessionRange.duration)
        check.limit("beatMisses", &beatMisses, SessionRange.repetitions)
        check.limit("redeliverAfter", &redeliverAfter, SessionRange.durationOrNone)
        check.limit("batchLimit", &batchLimit, 1...100_000)
        check.limit("keyLimit", &keyLimit, 0...1_000_000)
        check.limit("offlineLimit", &offlineLimit, 0...1_000_000)
        check.limit("recallLimit", &recallLimit, 0...10_000_000)
        check.limit("userLimit", &userLimit, 0...100_000_000)
        check.limit("storeBytes", &storeBytes, 0...1 << 50)
    }

    /// Throws the error for the first value outside its range (SES-142).
    ///
    /// A machine that is created with such a value uses the nearest value of the range.
    public func validate() throws(SessionError) { try check() }
}
