// SPDX-License-Identifier: Apache-2.0

/// The limits on what a peer can make the decoder read and keep, each checked before anything is kept (CNT-090).
///
/// ```swift
/// var limits = DecodingLimits()
/// limits.depth = 8
/// let validator = ContentValidator(limits: limits)
/// ```
public struct DecodingLimits: Hashable, Sendable {
    /// The maximum size of one content in bytes, by default the service's own limit of 128 KiB (CNT-091).
    public var contentBytes = 131_072
    /// The maximum nesting of objects and arrays, including the content's own object (CNT-092).
    public var depth = 32
    /// The maximum number of members in one object (CNT-093).
    public var members = 1_024
    /// The maximum size in bytes of one string as written between its quotes, and of a number kept as text (CNT-094).
    public var stringBytes = 131_072
    /// The maximum number of elements in one list (CNT-095).
    public var items = 4_096
    /// The maximum number of characters in one number that is the value of a known member (CNT-096).
    public var numberBytes = 128
    /// The maximum size in bytes of all unknown members of one object, each counted as `"name":value` (CNT-097).
    public var unknownBytes = 65_536

    /// Creates the limits with their documented defaults.
    public init() {}
}
