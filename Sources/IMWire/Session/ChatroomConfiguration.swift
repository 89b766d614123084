// SPDX-License-Identifier: Apache-2.0

/// The rules of chatrooms, with the numbers of seed 000.
public struct ChatroomConfiguration: Hashable, Sendable {
    /// Ids of rooms that exist from the beginning.
    public var rooms: [String] = []
    /// Newest messages that a room keeps; 50 (CRM-023).
    public var kept = 50
    /// Messages that `messageCount` 0 stands for; 10 (CRM-011).
    public var joinCount = 10
    /// Members that a room may have; 0 for any number (CRM-012).
    public var capacity = 0
    /// Messages of one sender in one window; 5 (CRM-030).
    public var rate = 5
    /// The window in milliseconds; 1 s (CRM-030).
    public var rateWindow: Int64 = 1_000
    /// Types of low priority (CRM-040).
    public var lowTypes: [ObjectName] = []
    /// Load from which on messages of low priority are dropped; 80 (CRM-041).
    public var lowDrop = 80
    /// Load from which on all messages are dropped; 100 (CRM-041).
    public var highDrop = 100
    /// Rooms at once; 100,000.
    ///
    /// One more is not made by a join, which is refused as by a full room.
    public var roomLimit = 100_000
    /// Users on each list of a room (mutes, bans, whitelist, thrown out); 100,000, the oldest is forgotten first.
    public var listLimit = 100_000

    /// The documented defaults.
    public init() {}
}
