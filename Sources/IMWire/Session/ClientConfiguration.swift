// SPDX-License-Identifier: Apache-2.0

/// How a client's session behaves; times are in milliseconds.
public struct ClientConfiguration: Hashable, Sendable {
    /// The user.
    public var user: String
    /// Goes into logins and messages.
    public var deviceType = "iOS"
    /// Goes into logins and messages.
    public var versionCode = "1.0"
    /// Milliseconds since 1970 at time 0, for `sendTime`.
    public var epoch: Int64 = 0
    /// Whether the connection is secured before the login.
    public var usesTLS = true
    /// From the action `connect` to the login's receipt; 10 s (SES-014).
    public var loginTimeout: Int64 = 10_000
    /// Between heartbeats; 1 s (SES-020).
    public var beatInterval: Int64 = 1_000
    /// Heartbeats that may be unanswered; 3 (SES-021).
    public var beatMisses = 3
    /// The heartbeat's body.
    public var beatBody = "beatID"
    /// Attempts to reconnect in a row; 3 (SES-030).
    public var reconnectLimit = 3
    /// Before the first, second, … attempt; the last one repeats (SES-030).
    public var backoff: [Int64] = [0, 1_000, 3_000]
    /// From writing a message to sending it again; 10 s (SES-043).
    public var receiptTimeout: Int64 = 10_000
    /// How often a message is sent again over one connection; 3 (SES-043).
    public var resendLimit = 3
    /// Messages that may wait for their receipts; 1,000 (SES-040).
    public var outgoingLimit = 1_000
    /// Ids of received messages that are remembered; 10,000 (SES-065).
    public var seenLimit = 10_000
    /// Ids remembered from an earlier run, oldest first.
    public var seen: [String] = []
    /// A mistake to make; for tests of the tests.
    package var fault: SessionFault?

    /// The documented defaults for a user.
    public init(user: String) {
        self.user = user
    }
}
