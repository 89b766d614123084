// SPDX-License-Identifier: Apache-2.0

/// The flags of a message type, which determine how the service and the clients keep its messages (CNT-100).
public struct Persistence: OptionSet, Hashable, Sendable {
    /// The number that platforms declare.
    public let rawValue: Int

    /// Creates flags from their number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The message is neither stored nor counted.
    public static let none: Persistence = []
    /// The message is stored by the receiving client.
    public static let persisted = Persistence(rawValue: 1)
    /// The message is stored and counted as unread; the value is 3 because counted contains persisted (CNT-101).
    public static let counted = Persistence(rawValue: 3)
    /// The message is delivered to clients that are online and is not stored.
    public static let status = Persistence(rawValue: 16)
}

extension Persistence: CustomStringConvertible {
    /// The flags in words: `none`, `persisted`, `counted only`, `persisted+counted`, `status`, or `flags` and the
    /// number.
    public var description: String {
        switch rawValue {
        case 0: "none"
        case 1: "persisted"
        case 2: "counted only"
        case 3: "persisted+counted"
        case 16: "status"
        default: "flags \(rawValue)"
        }
    }
}
