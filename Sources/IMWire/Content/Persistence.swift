// SPDX-License-Identifier: Apache-2.0

/// How the service and the clients keep a message: the flags of its type (CNT-100).
public struct Persistence: OptionSet, Hashable, Sendable {
    /// The number as platforms declare it.
    public let rawValue: Int

    /// Takes the flags as a number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Neither stored nor counted.
    public static let none: Persistence = []
    /// Stored by the client that receives it.
    public static let persisted = Persistence(rawValue: 1)
    /// Stored, and counted as unread: 3, because counted contains persisted (CNT-101).
    public static let counted = Persistence(rawValue: 3)
    /// Delivered to whoever is online, and kept nowhere.
    public static let status = Persistence(rawValue: 16)
}

extension Persistence: CustomStringConvertible {
    /// `none`, `persisted`, `persisted+counted`, `status`, or the number.
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
