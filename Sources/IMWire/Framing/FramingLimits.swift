// SPDX-License-Identifier: Apache-2.0

/// How much a peer may make a decoder of streams read and keep; each is checked before anything is kept (FRM-080).
public struct FramingLimits: Hashable, Sendable {
    /// Bytes of a line without its delimiter (FRM-014).
    public var lineBytes = 1_048_576
    /// Bytes of a packet's payload (FRM-038).
    public var packetBytes = 1_048_576
    /// Bytes of one message (FRM-069).
    public var messageBytes = 262_144
    /// Messages of a batch or array (FRM-068).
    public var batchMessages = 1_000
    /// Bytes of a deflated unit, inflated (FRM-061).
    public var inflatedBytes = 4_194_304
    /// Inflated bytes for each byte of the zlib stream (FRM-061).
    public var inflateRatio = 100
    /// Inflated bytes that are allowed at any ratio (FRM-061).
    public var inflateFloor = 65_536
    /// Fragment sets that are open at once (FRM-057).
    public var openFragments = 16
    /// Fragments of one set (FRM-057).
    public var fragmentCount = 4_096
    /// Totals of all open sets together (FRM-057).
    public var fragmentBytes = 4_194_304
    /// Milliseconds that a set may stay open (FRM-058).
    public var fragmentAge: Int64 = 30_000

    /// Creates the limits with their documented defaults.
    public init() {}

    /// Whether a zlib stream of so many bytes may hold a unit of so many (FRM-061).
    @inline(__always)
    func allowsRatio(inflated: Int, deflated: Int) -> Bool {
        if inflated <= inflateFloor { return true }
        let (allowed, isHuge) = deflated.multipliedReportingOverflow(by: inflateRatio)
        return isHuge || inflated <= allowed
    }
}
