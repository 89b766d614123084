// SPDX-License-Identifier: Apache-2.0

import IMWire

extension RMTPClientMachine {
    /// The configuration of a client session; times are in milliseconds.
    ///
    /// ```swift
    /// var configuration = RMTPClientMachine.Configuration()
    /// configuration.heartbeat = .web3
    /// configuration.inboxTime = 1_700_000_000_000   // the time of the newest message that is stored
    /// try configuration.validate()
    /// ```
    public struct Configuration: Hashable, Sendable {
        /// The times of the heartbeat (RMTP-140).
        public var heartbeat = RMTPHeartbeat.web5
        /// The time to wait for the CONNACK (RMTP-191).
        public var connAckTimeout: Int64 = 5_000
        /// The time to wait for a PUBACK or QUERYACK (RMTP-133).
        public var answerTimeout: Int64 = 30_000
        /// The time between pulls without a notification, or nil for no such pulls (RMTP-142).
        public var pullInterval: Int64?
        /// The time up to which messages of others were received in an earlier session (RMTP-197).
        public var inboxTime: Int64 = 0
        /// The time up to which the user's own messages were known in an earlier session.
        public var outboxTime: Int64 = 0
        /// The number of messages that a pull of a chatroom asks for, 0 to 50 (RMTP-394).
        public var roomPullCount: Int32 = 10
        /// Whether the client asks for the keys of chatrooms, as `kvStorage` in the navigation answer says (RMTP-199).
        public var hasRoomKeys = false
        /// The number of synced messages that may wait for their PUBACK; beyond it, the oldest is delivered without one.
        public var syncedLimit = 256
        /// The maximum number of keys kept for one chatroom; the service allows 100.
        public var roomKeyLimit = 1_024
        /// The message id that is followed by 1 (RMTP-120); a smaller value makes the counter wrap sooner.
        public var largestID = UInt16.max

        /// Creates a configuration with the times of web SDK 5 and without an earlier session.
        public init() {}
    }
}

extension RMTPClientMachine.Configuration: MillisecondTimes, RangedConfiguration {
    package mutating func limit(_ check: inout RangeCheck) {
        heartbeat.limit(&check)
        check.limit("connAckTimeout", &connAckTimeout, SessionRange.duration)
        check.limit("answerTimeout", &answerTimeout, SessionRange.duration)
        check.limit("pullInterval", &pullInterval, SessionRange.duration)
        check.limit("inboxTime", &inboxTime, SessionRange.epoch)
        check.limit("outboxTime", &outboxTime, SessionRange.epoch)
        check.limit("roomPullCount", &roomPullCount, 0...50)
        check.limit("syncedLimit", &syncedLimit, 0...10_000)
        check.limit("largestId", &largestID, 1...65_535)
        check.limit("roomKeyLimit", &roomKeyLimit, 0...100_000)
    }

    /// Throws for the first value outside its range (SES-142); a machine created with it uses the nearest value inside.
    public func validate() throws(SessionError) { try check() }
}
