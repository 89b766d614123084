// SPDX-License-Identifier: Apache-2.0

/// The type of recipient of a chat message, an open enumeration like all enumerations of the wire (CNT-037).
public struct ChatType: RawRepresentable, Hashable, Sendable {
    /// The value on the wire.
    public let rawValue: String

    /// Creates a value from its raw value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The message is sent to a user.
    public static let user = ChatType(rawValue: "userChat")
    /// The message is sent to a group.
    public static let group = ChatType(rawValue: "groupChat")
}

/// The kind of a chat message's content, `contenType` on the wire (CHT-020); an open enumeration.
public struct ChatContentType: RawRepresentable, Hashable, Sendable {
    /// The value on the wire.
    public let rawValue: String

    /// Creates a value from its raw value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Text, in which emoticons are words in brackets.
    public static let text = ChatContentType(rawValue: "text")
    /// A recording.
    public static let audio = ChatContentType(rawValue: "audio")
    /// A small picture and the address of the large one.
    public static let picture = ChatContentType(rawValue: "picture")
    /// A video, whose first frame is the picture.
    public static let video = ChatContentType(rawValue: "video")
    /// A file.
    public static let file = ChatContentType(rawValue: "file")
    /// A line of the conversation that has no author.
    public static let tip = ChatContentType(rawValue: "tip")
    /// A tip in place of a recalled message; it does not recall anything itself (CHT-024).
    public static let repeal = ChatContentType(rawValue: "repeal")
    /// A tip in place of a recalled message that has not been shown yet.
    public static let firstRepeal = ChatContentType(rawValue: "firstRepeal")

    /// The kinds whose content is a ``ChatContent``.
    public static let all: [ChatContentType] = [text, audio, picture, video, file, tip, repeal, firstRepeal]

    /// Whether the kind is one of ``all``, compared byte for byte.
    public var isKnown: Bool {
        ChatContentType.all.contains { $0.rawValue.equals(rawValue) }
    }

    /// Whether content of the kind requires a text (CHT-020).
    var requiresText: Bool {
        self == .text || self == .tip
    }
}

/// The recipient's notification setting for a conversation, `noDisturb` on the wire; an open enumeration.
public struct NotificationSetting: RawRepresentable, Hashable, Sendable {
    /// The number on the wire, as it is spelled.
    public let rawValue: JSONNumber

    /// Creates a value from its raw value, known or not.
    public init(rawValue: JSONNumber) {
        self.rawValue = rawValue
    }

    /// Every message is announced.
    public static let normal = NotificationSetting(rawValue: 1)
    /// Messages arrive without a sound.
    public static let muted = NotificationSetting(rawValue: 2)
    /// Messages are not wanted.
    public static let blocked = NotificationSetting(rawValue: 3)
}
