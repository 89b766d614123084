// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The limits on what a peer may make the body decoder read and store, each checked before anything is stored
/// (PRB-050).
///
/// ```swift
/// var limits = ProtobufLimits()
/// limits.bodyDepth = 8
/// let body = try RMTPBody.UpStreamMessage(protobuf: bytes, limits: limits)
/// ```
public struct ProtobufLimits: Hashable, Sendable {
    /// The maximum number of bytes of a body (PRB-051).
    public var bodyBytes = 16_777_216
    /// The maximum nesting depth of messages and groups, where the body is the first level (PRB-052).
    public var bodyDepth = 32
    /// The maximum number of elements in all repeated fields of a body (PRB-053).
    public var bodyItems = 16_384

    /// Creates the limits with their documented defaults.
    public init() {}

    /// Checks the limits that apply before any of the body is read.
    @inline(__always)
    func check(_ body: Span<UInt8>) throws(DecodeError) {
        if body.count > bodyBytes { throw DecodeError(.limitSize, offset: 0) }  // PRB-051
        if bodyDepth < 1 { throw DecodeError(.limitDepth, offset: 0) }  // PRB-052
    }
}
