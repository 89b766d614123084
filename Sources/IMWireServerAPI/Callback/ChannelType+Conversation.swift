// SPDX-License-Identifier: Apache-2.0

import IMWire

extension ChannelType {
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
