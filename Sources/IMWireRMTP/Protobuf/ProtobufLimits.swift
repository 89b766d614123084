// SPDX-License-Identifier: Apache-2.0

import IMWire

/// How much a peer may make the decoder of bodies read and keep; each is checked before anything is kept (PRB-050).
public struct ProtobufLimits: Hashable, Sendable {
    /// Bytes of one body (PRB-051).
    public var bodyBytes = 16_777_216
    /// Messages and groups within each other, the body itself the first (PRB-052).
    public var bodyDepth = 32
    /// Elements of all repeated fields of a body together (PRB-053).
    public var bodyItems = 16_384

    /// Creates the limits with their documented defaults.
    public init() {}

    /// Refuses a body before any of it is read.
    @inline(__always)
    func check(_ body: Span<UInt8>) throws(DecodeError) {
        if body.count > bodyBytes { throw DecodeError(.limitSize, offset: 0) }  // PRB-051
        if bodyDepth < 1 { throw DecodeError(.limitDepth, offset: 0) }  // PRB-052
    }
}
