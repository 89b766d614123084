// SPDX-License-Identifier: Apache-2.0

/// Who sends a packet to whom.
public enum RMTPDirection: String, Hashable, Sendable, CaseIterable {
    /// From the client to the service.
    case up
    /// From the service to the client.
    case down
}

/// What both sides have agreed on outside the packets.
@nonexhaustive
public enum RMTPVersion: Int, Hashable, Sendable, CaseIterable {
    /// The oldest form: a PUBLISH down has no `targetId`.
    case two = 2
    /// The form of all releases that were run.
    case three = 3
    /// The form in which a CONNACK says by flags what it has.
    case four = 4
}

/// What has to be known before a packet can be read or written, since its bytes do not say it (RMTP-001).
public struct RMTPFormat: Hashable, Sendable {
    /// Who sends to whom.
    public var direction: RMTPDirection
    /// The version that was agreed on.
    public var version: RMTPVersion

    /// Names the direction and the version.
    public init(_ direction: RMTPDirection, _ version: RMTPVersion = .three) {
        self.direction = direction
        self.version = version
    }
}

/// How much a peer may send at once.
public struct RMTPLimits: Hashable, Sendable {
    /// Bytes of a body, in polling of a reply (RMTP-052, RMTP-085, RMTP-097).
    public var packetBytes = 16_777_216
    /// Packets in a reply to a poll (RMTP-097).
    public var batchMessages = 1_000

    /// Creates the limits with their documented defaults.
    public init() {}
}
