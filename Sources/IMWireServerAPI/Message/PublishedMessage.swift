// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A message that a service has sent: its id, and the user, group or room to which it was sent (API-086).
public struct PublishedMessage: Hashable, Sendable {
    /// The id of the message.
    public var messageUID: String
    /// The recipient of a private or system message.
    public var userID: String?
    /// The group to which the message was sent.
    public var groupID: String?
    /// The room to which the message was sent.
    public var chatroomID: String?

    /// Creates an entry.
    public init(messageUID: String, userID: String? = nil, groupID: String? = nil, chatroomID: String? = nil) {
        self.messageUID = messageUID
        self.userID = userID
        self.groupID = groupID
        self.chatroomID = chatroomID
    }

    /// Creates an entry from an element of a list, or returns nil if the element has no id.
    ///
    /// Older answers list the ids alone.
    init?(_ json: RawJSON) {
        guard let id = json.string ?? json["messageUID"]?.string else { return nil }
        self.init(
            messageUID: id, userID: json["userId"]?.string, groupID: json["groupId"]?.string,
            chatroomID: json["chatroomId"]?.string)
    }

    /// Returns the list with an object for each id that arrived alone; other values are unchanged.
    static func canonical(_ list: RawJSON) -> RawJSON {
        guard let elements = list.elements else { return list }
        return elements.map { $0.kind == .string ? RawJSON.object(["messageUID": $0]) : $0 }.json
    }

    /// The entry as JSON.
    var json: RawJSON {
        .object(["userId": userID, "groupId": groupID, "chatroomId": chatroomID, "messageUID": messageUID])
    }
}
