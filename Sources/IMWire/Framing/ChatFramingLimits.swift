// SPDX-License-Identifier: Apache-2.0

/// The limits on what a peer can make a stream decoder read and keep, each checked before anything is kept (FRM-080).
///
/// ```swift
/// var limits = ChatFramingLimits()
/// limits.packetBytes = 65_536
/// let decoder = ChatStreamDecoder(.packets, limits: limits)
/// ```
public struct ChatFramingLimits: Hashable, Sendable {
    /// The maximum size of a line without its delimiter, in bytes (FRM-014).
    public var lineBytes = 1_048_576
    /// The maximum size of a packet's payload, in bytes (FRM-038).
    public var packetBytes = 1_048_576
    /// The maximum size of one message, in bytes (FRM-069).
    public var messageBytes = 262_144
    /// The maximum number of messages in a batch or array (FRM-068).
    public var batchMessages = 1_000
    /// The maximum inflated size of a deflated unit, in bytes (FRM-061).
    public var inflatedBytes = 4_194_304
    /// The maximum number of inflated bytes for each byte of the zlib stream (FRM-061).
    public var inflateRatio = 100
    /// The number of inflated bytes that is allowed at any ratio (FRM-061).
    public var inflateFloor = 65_536
    /// The maximum number of open fragment sets (FRM-057).
    public var openFragments = 16
    /// The maximum number of fragments in one set (FRM-057).
    public var fragmentCount = 4_096
    /// The maximum sum of the totals of all open sets, in bytes (FRM-057).
    public var fragmentBytes = 4_194_304
    /// The maximum age of an open set, in milliseconds (FRM-058).
    public var fragmentAge: Int64 = 30_000

    /// Creates the limits with their documented defaults.
    public init() {}

    /// Returns whether a zlib stream of `deflated` bytes may contain a unit of `inflated` bytes (FRM-061).
    @inline(__always)
    func allowsRatio(inflated: Int, deflated: Int) -> Bool {
        if inflated <= inflateFloor { return true }
        let (allowed, isHuge) = deflated.multipliedReportingOverflow(by: inflateRatio)
        return isHuge || inflated <= allowed
    }
}
