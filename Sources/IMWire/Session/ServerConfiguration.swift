// SPDX-License-Identifier: Apache-2.0

/// How the server's sessions behave; times are in milliseconds.
public struct ServerConfiguration: Hashable, Sendable {
    /// Members of each group, by its id.
    public var groups: [String: [String]] = [:]
    /// Users who may not log in.
    public var blocked: [String] = []
    /// From `accepted` to the login; 10 s (SES-075).
    public var loginTimeout: Int64 = 10_000
    /// Between the ticks that look for heartbeats; 1 s (SES-073).
    public var beatInterval: Int64 = 1_000
    /// Ticks that may pass without a heartbeat; 3 (SES-073).
    public var beatMisses = 3
    /// The heartbeat's body.
    public var beatBody = "beatID"
    /// After this, what is unanswered is delivered again; 10 s, 0 for never (SES-085).
    public var redeliverAfter: Int64 = 10_000
    /// Messages of one batch; 1,000 (SES-070).
    public var batchLimit = 1_000
    /// Ids of messages are this and a number from 1.
    public var idPrefix = "m"
    /// Whether the sender's key is known: repeated in receipts, and recognised (SES-083).
    public var echoesKeys = true
    /// Keys that are remembered for each user; 10,000.
    public var keyLimit = 10_000
    /// Messages that are stored for each user; 10,000 (SES-081).
    public var offlineLimit = 10_000
    /// Messages that can be recalled; 100,000.
    public var recallLimit = 100_000
    /// Users for whom something is kept; 1,000,000.
    ///
    /// To one more a message is refused as to one whose store is full.
    public var userLimit = 1_000_000
    /// A mistake to make; for tests of the tests.
    package var fault: SessionFault?

    /// The documented defaults.
    public init() {}
}
