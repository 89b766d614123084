// SPDX-License-Identifier: Apache-2.0

/// How much a peer may make the decoder read and keep; each is checked before anything is kept (CNT-090).
public struct DecodingLimits: Hashable, Sendable {
    /// Bytes of one content; the service's own limit is 128 KiB (CNT-091).
    public var contentBytes = 131_072
    /// Objects and arrays within each other, the content's own object included (CNT-092).
    public var depth = 32
    /// Members of one object (CNT-093).
    public var members = 1_024
    /// Bytes of one string as it is written, between its quotes; also characters of a number that is kept as text
    /// (CNT-094).
    public var stringBytes = 131_072
    /// Elements of one list (CNT-095).
    public var items = 4_096
    /// Characters of one number that is read as a known member's value (CNT-096).
    public var numberBytes = 128
    /// Bytes of all unknown members of one object, `"name":value` each (CNT-097).
    public var unknownBytes = 65_536

    /// Creates the limits with their documented defaults.
    public init() {}
}
