// SPDX-License-Identifier: Apache-2.0

/// The flags of a packet, which describe its payload (FRM-036).
public struct ChatPacketFlags: OptionSet, Hashable, Sendable {
    /// The sixteen bits as they travel.
    public var rawValue: UInt16

    /// Creates flags from their bits.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The unit is deflated (FRM-060).
    public static let deflate = ChatPacketFlags(rawValue: 1)
    /// The payload is a part of a unit (FRM-051).
    public static let fragment = ChatPacketFlags(rawValue: 2)
    /// The unit is a batch of messages with their lengths (FRM-066).
    public static let batch = ChatPacketFlags(rawValue: 4)
    /// The sender waits for a receipt (FRM-071).
    public static let wantsReceipt = ChatPacketFlags(rawValue: 8)

    /// All flags that have a meaning.
    public static let known: ChatPacketFlags = [.deflate, .fragment, .batch, .wantsReceipt]
}
