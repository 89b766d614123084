// SPDX-License-Identifier: Apache-2.0

/// What a chat message is for; it follows from `messageType` alone (CHT-003).
@nonexhaustive
public enum MessageKind: String, Hashable, Sendable, CaseIterable {
    /// Who is here; the first message of a connection.
    case login
    /// The login is accepted.
    case loginReceipt
    /// The connection is alive; no `messageType` says so, but the object or the unit as a whole (CHT-030, CHT-031).
    case heartbeat
    /// Somebody says something to a user or a group.
    case normal
    /// A message has arrived.
    case normalReceipt
    /// A message is refused.
    case invalidReceipt
    /// A message is recalled.
    case repeal
    /// The recall is done.
    case repealReceipt
    /// A request to become a friend or to join a group.
    case validate
    /// Somebody joined or left, and other news of the server.
    case system
    /// A kind that this version does not know.
    case unknown

    /// The kind that a `messageType` names, byte for byte; unknown for every other text and for none.
    public init(messageType: String?) {
        self = .unknown
        guard let messageType else { return }
        for kind in MessageKind.named where messageType.equals(kind.rawValue) { self = kind }
    }

    /// What the kind is called in `messageType`; nil for a heartbeat, and for what has no name here.
    public var messageType: String? {
        self == .heartbeat || self == .unknown ? nil : rawValue
    }

    /// Whether the message says that another one has come or not come through.
    public var isReceipt: Bool {
        switch self {
        case .loginReceipt, .normalReceipt, .invalidReceipt, .repealReceipt: true
        default: false
        }
    }

    private static let named = allCases.filter { $0.messageType != nil }
}
