// SPDX-License-Identifier: Apache-2.0

extension ChatMessage {
    /// The message's canonical bytes (CHT-070).
    public func encoded() -> [UInt8] {
        var writer = ContentWriter()
        encode(to: &writer)
        return writer.bytes
    }

    /// The message with all that arrived, local state included: to be shown, not to be sent.
    public func encodedForDisplay() -> [UInt8] {
        var buffer: [UInt8] = []
        encodeForDisplay(into: &buffer)
        return buffer
    }

    /// Writes the message with all that arrived into a buffer, in place of what it holds: to be shown, not to be sent.
    public func encodeForDisplay(into buffer: inout [UInt8]) {
        var writer = ContentWriter(reusing: &buffer)
        if foreignMembers.isEmpty {
            encode(to: &writer, unknownMembers)
        } else {
            var members = unknownMembers
            for (name, value) in foreignMembers.members { members.append(name, value) }
            encode(to: &writer, members)
        }
        buffer = writer.take()
    }

    /// Writes the canonical bytes into a buffer in place of what it holds; allocates only where it is too small.
    public func encode(into buffer: inout [UInt8]) {
        var writer = ContentWriter(reusing: &buffer)
        encode(to: &writer)
        buffer = writer.take()
    }

    /// Writes the message in its canonical form, without what does not belong on the wire (CHT-015, CHT-016).
    public func encode(to writer: inout ContentWriter) {
        encode(to: &writer, unknownMembers)
    }

    private func encode(to writer: inout ContentWriter, _ unknown: UnknownMembers) {
        writer.open(unknown)
        writer.member("messageType", messageType)
        writer.member("messageID", messageID)
        writer.member("clientMessageID", clientMessageID)
        writer.member("fromUserID", senderID)
        writer.member("toUserID", recipientID)
        writer.member("groupID", groupID)
        writer.member("chatType", chatType?.rawValue)
        writer.member("contenType", contentType?.rawValue)
        writer.member("objectName", objectName?.rawValue)
        writer.member("content", content)
        writer.member("atToUserIDs", mentionedUserIDs)
        writer.member("nickName", nickname)
        writer.member("fromPortrait", senderPortrait)
        writer.member("toPortrait", recipientPortrait)
        writer.member("groupName", groupName)
        writer.member("noDisturb", notificationSetting?.rawValue)
        writer.member("deviceType", deviceType)
        writer.member("versionCode", versionCode)
        writer.member("sendTime", sendTime)
        writer.member("code", code)
        if messageType == nil && senderID == nil { writer.member("beatID", beatID) }
        writer.close(unknown)
    }
}
