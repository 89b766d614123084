// SPDX-License-Identifier: Apache-2.0

extension ChatMessage {
    /// Returns the canonical bytes of the message (CHT-070).
    public func encoded() -> [UInt8] {
        var writer = ContentEncoder()
        encode(to: &writer)
        return writer.bytes
    }

    /// Returns the message with everything that arrived, including local state, for display and not for sending.
    public func encodedForDisplay() -> [UInt8] {
        var buffer: [UInt8] = []
        encodeForDisplay(into: &buffer)
        return buffer
    }

    /// Replaces the contents of `buffer` with everything that arrived in the message, for display and not for sending.
    public func encodeForDisplay(into buffer: inout [UInt8]) {
        buffer.removeAll(keepingCapacity: true)
        appendForDisplay(to: &buffer)
    }

    /// Appends everything that arrived in the message to `buffer`, for display and not for sending.
    package func appendForDisplay(to buffer: inout [UInt8]) {
        var writer = ContentEncoder(continuing: &buffer)
        if foreignMembers.isEmpty {
            encode(to: &writer, unknownMembers)
        } else {
            var members = unknownMembers
            for (name, value) in foreignMembers.members { members.append(name, value) }
            encode(to: &writer, members)
        }
        buffer = writer.finish()
    }

    /// Replaces the contents of `buffer` with the canonical bytes, allocating memory only if the buffer is too small.
    public func encode(into buffer: inout [UInt8]) {
        var writer = ContentEncoder(reusing: &buffer)
        encode(to: &writer)
        buffer = writer.finish()
    }

    /// Writes the message in its canonical form, without members that do not belong on the wire (CHT-015, CHT-016).
    public func encode(to writer: inout ContentEncoder) {
        encode(to: &writer, unknownMembers)
    }

    private func encode(to writer: inout ContentEncoder, _ unknown: UnknownMembers) {
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
