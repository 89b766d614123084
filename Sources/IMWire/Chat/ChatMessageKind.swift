// SPDX-License-Identifier: Apache-2.0

/// The kind of a chat message, which follows from `messageType` alone (CHT-003).
@nonexhaustive
public enum ChatMessageKind: String, Hashable, Sendable, CaseIterable {
    /// A login, which identifies the user and is the first message of a connection.
    case login
    /// A receipt for an accepted login.
    case loginReceipt
    /// A heartbeat, which shows that the connection is alive.
    ///
    /// It is recognized by the object or the unit as a whole and not by a `messageType` (CHT-030, CHT-031).
    case heartbeat
    /// A message to a user or a group.
    case normal
    /// A receipt for a message that has arrived.
    case normalReceipt
    /// A receipt for a rejected message.
    case invalidReceipt
    /// The recall of a message.
    case repeal
    /// A receipt for a completed recall.
    case repealReceipt
    /// A request to become a friend or to join a group.
    case validate
    /// News from the server, for example that a user joined or left.
    case system
    /// A kind that this version does not know.
    case unknown

    /// Creates the kind that a `messageType` names, compared byte for byte; any other text and nil are unknown.
    public init(messageType: String?) {
        self = .unknown
        guard let messageType, let first = messageType.utf8.first else { return }
        let candidate: ChatMessageKind
        switch (first, messageType.utf8.count) {
        case (UInt8(ascii: "l"), 5): candidate = .login
        case (UInt8(ascii: "l"), 12): candidate = .loginReceipt
        case (UInt8(ascii: "n"), 6): candidate = .normal
        case (UInt8(ascii: "n"), 13): candidate = .normalReceipt
        case (UInt8(ascii: "i"), 14): candidate = .invalidReceipt
        case (UInt8(ascii: "r"), 6): candidate = .repeal
        case (UInt8(ascii: "r"), 13): candidate = .repealReceipt
        case (UInt8(ascii: "v"), 8): candidate = .validate
        case (UInt8(ascii: "s"), 6): candidate = .system
        default: return
        }
        if messageType.equals(candidate.rawValue) { self = candidate }
    }

    /// The `messageType` of the kind, or nil for a heartbeat and for the unknown kind.
    public var messageType: String? {
        self == .heartbeat || self == .unknown ? nil : rawValue
    }

    /// Whether the message is a receipt, which reports that another message has been accepted or rejected.
    public var isReceipt: Bool {
        switch self {
        case .loginReceipt, .normalReceipt, .invalidReceipt, .repealReceipt: true
        default: false
        }
    }
}
