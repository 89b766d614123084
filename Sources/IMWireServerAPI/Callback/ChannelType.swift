// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The conversation type in callbacks, which is a word instead of the number used elsewhere (API-072).
public struct ChannelType: RawRepresentable, Hashable, Sendable {
    /// The word on the wire.
    public let rawValue: String

    /// Creates a value from its raw value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A private conversation between two users.
    public static let person = ChannelType(rawValue: "PERSON")
    /// A discussion.
    public static let persons = ChannelType(rawValue: "PERSONS")
    /// A group.
    public static let group = ChannelType(rawValue: "GROUP")
    /// A chatroom.
    public static let temporaryGroup = ChannelType(rawValue: "TEMPGROUP")
    /// A customer service.
    public static let customerService = ChannelType(rawValue: "CUSTOMERSERVICE")
    /// A system conversation.
    public static let notify = ChannelType(rawValue: "NOTIFY")
    /// A public service of this application.
    public static let applicationService = ChannelType(rawValue: "MC")
    /// A public service shared by applications.
    public static let publicService = ChannelType(rawValue: "MP")

    private static let known: [(ChannelType, ConversationType)] = [
        (person, .private), (persons, .discussion), (group, .group), (temporaryGroup, .chatroom),
        (customerService, .customerService), (notify, .system), (applicationService, .appPublicService),
        (publicService, .publicService),
    ]

    /// The corresponding conversation type, or nil if the word is unknown.
    public var conversationType: ConversationType? {
        ChannelType.known.first { $0.0 == self }?.1
    }
}
