// SPDX-License-Identifier: Apache-2.0

/// The direction of a packet.
public enum RMTPDirection: String, Hashable, Sendable, CaseIterable {
    /// From the client to the service.
    case up
    /// From the service to the client.
    case down
}

/// The protocol version that both sides have agreed on outside the packets.
@nonexhaustive
public enum RMTPVersion: Int, Hashable, Sendable, CaseIterable {
    /// The oldest form, in which a PUBLISH down has no `targetID`.
    case two = 2
    /// The form of all releases that were run, except 0.9.10.
    case three = 3
    /// The form in which flags state which members a CONNACK has.
    case four = 4
}

/// The direction and the version, which must be known to read or write a packet because its bytes do not state them
/// (RMTP-001).
///
/// ```swift
/// let decoder = RMTPMessageDecoder(RMTPFormat(.down, .four))   // what the service sends to a client of version 4
/// ```
public struct RMTPFormat: Hashable, Sendable {
    /// The direction of the packet.
    public var direction: RMTPDirection
    /// The version agreed with the peer.
    public var version: RMTPVersion

    /// Creates a format from a direction and a version.
    public init(_ direction: RMTPDirection, _ version: RMTPVersion = .three) {
        self.direction = direction
        self.version = version
    }
}

/// The limits on what a peer may send at once.
///
/// ```swift
/// var limits = RMTPLimits()
/// limits.packetBytes = 65_536
/// let decoder = RMTPMessageDecoder(RMTPFormat(.down), limits: limits)
/// ```
public struct RMTPLimits: Hashable, Sendable {
    /// The maximum number of bytes of a body, or in polling of a reply (RMTP-052, RMTP-085, RMTP-097).
    public var packetBytes = 16_777_216
    /// The maximum number of packets in the reply to a poll (RMTP-097).
    public var batchMessages = 1_000

    /// Creates the limits with their documented defaults.
    public init() {}
}
