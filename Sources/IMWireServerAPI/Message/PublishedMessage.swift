// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A message that a service has sent: its id, and the user, group or room to which it was sent (API-086).
public struct PublishedMessage: Hashable, Sendable {
    /// The id of the message.
    public var messageUID: String
    /// The recipient of a private or system message.
    public var userId: String?
    /// The group to which the message was sent.
    public var groupId: String?
    /// The room to which the message was sent.
    public var chatroomId: String?

    /// Creates an entry.
    public init(messageUID: String, userId: String? = nil, groupId: String? = nil, chatroomId: String? = nil) {
        self.messageUID = messageUID
        self.userId = userId
        self.groupId = groupId
        self.chatroomId = chatroomId
    }

    /// Creates an entry from an element of a list, or returns nil if the element has no id.
    ///
    /// Older answers list the ids alone.
    init?(_ json: RawJSON) {
        guard let id = json.string ?? json["messageUID"]?.string else { return nil }
        self.init(
            messageUID: id, userId: json["userId"]?.string, groupId: json["groupId"]?.string,
            chatroomId: json["chatroomId"]?.string)
    }

    /// Returns the list with an object for each id that arrived alone; other values are unchanged.
    static func canonical(_ list: RawJSON) -> String {
        guard let elements = list.elements else { return list.text }
        let texts = elements.map { $0.kind == .string ? "{\"messageUID\":\($0.text)}" : $0.text }
        return "[\(texts.joined(separator: ","))]"
    }

    /// The JSON text of the entry.
    var text: String {
        let target = [("userId", userId), ("groupId", groupId), ("chatroomId", chatroomId)].compactMap { name, id in
            id.map { "\"\(name)\":\(RawJSON($0).text)," }
        }
        return "{\(target.joined())\"messageUID\":\(RawJSON(messageUID).text)}"
    }
}
