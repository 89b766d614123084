// SPDX-License-Identifier: Apache-2.0

/// What a client's session is told beforehand; times in milliseconds.
public struct RMTPClientConfiguration: Hashable, Sendable {
    /// When to ask whether the service is there.
    public var heartbeat = RMTPHeartbeat.web5
    /// How long the CONNACK is awaited (RMTP-191).
    public var connAckPatience: Int64 = 5_000
    /// How long a PUBACK or QUERYACK is awaited (RMTP-133).
    public var answerPatience: Int64 = 30_000
    /// How often to pull without being told to; nil for never (RMTP-142).
    public var pullInterval: Int64?
    /// Up to when the messages of others have been received: the `syncTime` kept from before (RMTP-197).
    public var inboxTime: Int64 = 0
    /// Up to when the user's own messages are known.
    public var outboxTime: Int64 = 0
    /// How many messages a pull of a chatroom asks for, 0 to 50 (RMTP-198).
    public var roomPullCount: Int32 = 10
    /// Whether the navigation answer has `kvStorage`: keys of chatrooms are asked for (RMTP-199).
    public var hasRoomKeys = false
    /// How many synced messages may wait for their PUBACK; beyond that the oldest is given out without it.
    public var syncedLimit = 256
    /// How many keys of one chatroom are kept; the service allows 100.
    public var roomKeyLimit = 1_024

    /// Web SDK 5's times, from the beginning of time.
    public init() {}
}
