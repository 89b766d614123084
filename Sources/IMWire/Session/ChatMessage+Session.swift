// SPDX-License-Identifier: Apache-2.0

/// The members of a message as the session machines read them.
///
/// A string that arrived with a lone surrogate is absent for a machine, and stays in the message as it arrived
/// (SES-160). An empty id counts as absent (SES-153).
extension ChatMessage {
    /// The id that the server has given the message.
    var exactID: ExactText? { exact("messageID", messageID) }
    /// The sender's key for the message.
    var exactKey: ExactText? { exact("clientMessageID", clientMessageID) }
    /// The user who sends the message.
    var exactSender: ExactText? { exact("fromUserID", senderID) }
    /// The user who receives the message.
    var exactRecipient: ExactText? { exact("toUserID", recipientID) }
    /// The group that receives the message.
    var exactGroup: ExactText? { exact("groupID", groupID) }
    /// The text of the sender, which may be empty.
    var exactSenderText: String? { unknownMembers.hasLoneSurrogate("fromUserID", in: senderID) ? nil : senderID }
    /// The time by the sender's clock.
    var exactTime: String? { unknownMembers.hasLoneSurrogate("sendTime", in: sendTime) ? nil : sendTime }
    /// Whether the recipient is a group (SES-081).
    var isForGroup: Bool { chatType == .group }
    /// Whether the message names its kind.
    package var hasType: Bool { messageType != nil && !unknownMembers.hasLoneSurrogate("messageType", in: messageType) }

    private func exact(_ name: String, _ value: String?) -> ExactText? {
        guard let id = ExactText(value), !unknownMembers.hasLoneSurrogate(name, in: value) else { return nil }
        return id
    }

    /// Returns the kind of the message on a connection with this heartbeat (CHT-031).
    func kind(_ heartbeat: ChatHeartbeatBody) -> ChatMessageKind {
        isHeartbeat(heartbeat) ? .heartbeat : kind
    }

    /// Removes the sender's key, also one that no machine can read (SES-082).
    mutating func removeKey() {
        clientMessageID = nil
        unknownMembers.remove("clientMessageID")
    }

    /// Drops the bytes kept for members that a machine is about to set.
    mutating func dropKept(_ names: [String]) {
        for name in names { unknownMembers.dropKept(name) }
    }
}
