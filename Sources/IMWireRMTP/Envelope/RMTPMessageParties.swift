// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The sender and the conversation of a delivered message, as its reader sees them (RMTP-302 to RMTP-304).
struct RMTPMessageParties {
    let targetID: String?
    /// The sender, or nil for this user if its id is not known.
    let senderID: String?
    /// Whether this user sent or received the message.
    let direction: MessageDirection

    /// Reads the parties from the fields of a body.
    ///
    /// - Parameter ownID: the id of this user, or nil if the reader does not know it.
    @inline(__always)
    init(kind: Int32, _ direction: Int32?, groupID: String?, from: String?, ownID: String?) {
        let isOwn = ownID.isSame(as: from)
        let isGroup = RMTPMessageParties.isGroup(kind)
        // A message to oneself is received, unless `direction` says otherwise.
        let isToSelf = !isGroup && (groupID == nil || ownID.isSame(as: groupID))
        let isSent = direction == 1 || isOwn && !isToSelf
        targetID = isGroup || isOwn ? groupID ?? from : from
        senderID = isSent ? ownID ?? (isGroup ? from : nil) : from
        self.direction = isSent ? .send : .receive
    }

    /// Returns whether `groupID` of a message is its conversation, whoever has sent it (RMTP-303).
    static func isGroup(_ kind: Int32) -> Bool { (2...4).contains(kind) }
}

extension String? {
    /// Returns whether both are present and equal byte for byte.
    fileprivate func isSame(as other: String?) -> Bool {
        guard let self, let other else { return false }
        return self.utf8.span.equals(other.utf8.span)
    }
}
