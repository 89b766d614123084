// SPDX-License-Identifier: Apache-2.0

import IMWire

extension ChatroomMachine {
    /// The configuration of chatrooms, with the defaults of seed 000.
    ///
    /// ```swift
    /// var configuration = ChatroomMachine.Configuration()
    /// configuration.rooms = ["live-1"]
    /// configuration.capacity = 500
    /// try configuration.validate()
    /// ```
    public struct Configuration: Hashable, Sendable {
        /// The ids of the rooms that exist from the beginning.
        public var rooms: [String] = []
        /// The number of newest messages that a room keeps, by default 50 (CRM-023).
        public var kept = 50
        /// The number of messages that a `messageCount` of 0 stands for, by default 10 (CRM-011).
        public var joinCount = 10
        /// The maximum number of members of a room, or 0 for no limit (CRM-012).
        public var capacity = 0
        /// The maximum number of messages from one sender in one window, by default 5 (CRM-030).
        public var rate = 5
        /// The length of the window in milliseconds, by default 1 s (CRM-030).
        public var rateWindow: Int64 = 1_000
        /// The message types of low priority (CRM-040).
        public var lowTypes: [ObjectName] = []
        /// The load at which messages of low priority are dropped, by default 80 (CRM-041).
        public var lowDrop = 80
        /// The load at which all messages are dropped, by default 100 (CRM-041).
        public var highDrop = 100
        /// The maximum number of rooms at a time, by default 100,000.
        ///
        /// A join that would create another room is refused like a join of a full room.
        public var roomLimit = 100_000
        /// The maximum number of users on each list of a room, by default 100,000.
        ///
        /// The lists are those of mutes, bans, whitelisted users and removed users. The oldest entry is removed first.
        public var listLimit = 100_000

        /// Creates a configuration with the documented defaults.
        public init() {}
    }
}

extension ChatroomMachine.Configuration: MillisecondTimes, RangedConfiguration {
    package mutating func limit(_ check: inout RangeCheck) {
        check.limit("kept", &kept, 0...1_000)
        check.limit("joinCount", &joinCount, 0...1_000)
        check.limit("capacity", &capacity, 0...1_000_000)
        check.limit("rate", &rate, 0...1_000)
        check.limit("rateWindow", &rateWindow, SessionRange.duration)
        check.limit("lowDrop", &lowDrop, 0...1_000)
        check.limit("highDrop", &highDrop, 0...1_000)
        check.limit("roomLimit", &roomLimit, 0...1_000_000)
        check.limit("listLimit", &listLimit, 0...1_000_000)
    }

    /// Throws the error for the first value outside its range (SES-142).
    ///
    /// A machine that is created with such a value uses the nearest value of the range.
    public func validate() throws(SessionError) { try check() }
}
