// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The kind of conversation as callbacks name it: a word where everything else has a number (API-072).
public struct ChannelType: RawRepresentable, Hashable, Sendable {
    /// The word.
    public let rawValue: String

    /// Creates a value from its raw value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// One user with another.
    public static let person = ChannelType(rawValue: "PERSON")
    /// A discussion.
    public static let persons = ChannelType(rawValue: "PERSONS")
    /// A group.
    public static let group = ChannelType(rawValue: "GROUP")
    /// A chatroom.
    public static let temporaryGroup = ChannelType(rawValue: "TEMPGROUP")
    /// A customer service.
    public static let customerService = ChannelType(rawValue: "CUSTOMERSERVICE")
    /// Messages of the system.
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

    /// The number that the wire has for it; nil where the word is not known.
    public var conversationType: ConversationType? {
        ChannelType.known.first { $0.0 == self }?.1
    }
}
