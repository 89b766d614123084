// SPDX-License-Identifier: Apache-2.0

/// How much a peer may make the decoder of bodies read and keep; each is checked before anything is kept (PRB-050).
public struct ProtobufLimits: Hashable, Sendable {
    /// Bytes of one body (PRB-051).
    public var bodyBytes = 16_777_216
    /// Messages and groups within each other, the body itself the first (PRB-052).
    public var bodyDepth = 32
    /// Elements of all repeated fields of a body together (PRB-053).
    public var bodyItems = 16_384

    /// The documented defaults.
    public init() {}
}
