// SPDX-License-Identifier: Apache-2.0

/// Where a chat message goes; open, as all enumerations of the wire (CNT-037).
public struct ChatType: RawRepresentable, Hashable, Sendable {
    /// The value on the wire.
    public let rawValue: String

    /// Creates a value from its raw value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// To a user.
    public static let user = ChatType(rawValue: "userChat")
    /// To a group.
    public static let group = ChatType(rawValue: "groupChat")
}

/// The kind of a chat message's content, under `contenType` on the wire (CHT-020); open.
public struct ChatContentType: RawRepresentable, Hashable, Sendable {
    /// The value on the wire.
    public let rawValue: String

    /// Creates a value from its raw value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Text, with faces as words in brackets.
    public static let text = ChatContentType(rawValue: "text")
    /// A recording.
    public static let audio = ChatContentType(rawValue: "audio")
    /// A small picture; the large one has an address.
    public static let picture = ChatContentType(rawValue: "picture")
    /// A film; its first frame is the picture.
    public static let video = ChatContentType(rawValue: "video")
    /// A file.
    public static let file = ChatContentType(rawValue: "file")
    /// A line of the conversation, said by nobody.
    public static let tip = ChatContentType(rawValue: "tip")
    /// A tip in place of a recalled message; it recalls nothing (CHT-024).
    public static let repeal = ChatContentType(rawValue: "repeal")
    /// The same, before it has been shown.
    public static let firstRepeal = ChatContentType(rawValue: "firstRepeal")

    /// Those whose content is a ``ChatContent``.
    public static let all: [ChatContentType] = [text, audio, picture, video, file, tip, repeal, firstRepeal]

    /// Whether the kind is one of ``all``, byte for byte.
    public var isKnown: Bool {
        ChatContentType.all.contains { $0.rawValue.equals(rawValue) }
    }

    /// Whether a content of the kind is nothing without its text (CHT-020).
    var requiresText: Bool {
        self == .text || self == .tip
    }
}

/// How the recipient wants to hear of a conversation, under `noDisturb` on the wire; open.
public struct NotificationSetting: RawRepresentable, Hashable, Sendable {
    /// The number on the wire, as it is spelled.
    public let rawValue: JSONNumber

    /// Creates a value from its raw value, known or not.
    public init(rawValue: JSONNumber) {
        self.rawValue = rawValue
    }

    /// Every message is told.
    public static let normal = NotificationSetting(rawValue: 1)
    /// Messages come without a sound.
    public static let muted = NotificationSetting(rawValue: 2)
    /// No message is wanted.
    public static let blocked = NotificationSetting(rawValue: 3)
}
