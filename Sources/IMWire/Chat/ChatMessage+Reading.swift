// SPDX-License-Identifier: Apache-2.0

extension ChatMessage {
    /// Creates a message by decoding the object at the position of `reader` as the kind that `outline` has determined.
    init(decoding reader: inout ContentDecoder, _ outline: MessageOutline, _ kind: ChatMessageKind) throws(DecodeError)
    {
        self.init()
        try decodeMembers(&reader, outline, kind)
    }

    private mutating func decodeMembers(
        _ reader: inout ContentDecoder, _ outline: MessageOutline, _ kind: ChatMessageKind
    ) throws(DecodeError) {
        let isBareLogin = kind == .login && !outline.has(.messageType)
        try reader.open(isBareLogin ? Self.loginTable : Self.memberTable)
        reader.frame.required = outline.required(kind)
        reader.frame.isTolerant = kind == .unknown
        // A beatID belongs in heartbeats and must not turn a message into one (CHT-016, CHT-031).
        let isForeignBeat = outline.has(.messageType) || outline.has(.senderID)
        var foreignBeat: RawJSON?
        while let number = try reader.next(), let slot = Slot(rawValue: number) {
            switch slot {
            case .content: content = try ChatMessage.payload(&reader, outline, kind)
            case .beatID where isForeignBeat: foreignBeat = try reader.foreignValue()
            default: try read(slot, &reader)
            }
        }
        (unknownMembers, foreignMembers) = reader.dividedUnknown()
        if let foreignBeat { foreignMembers.append("beatID", foreignBeat) }
        if isBareLogin { messageType = kind.messageType }
    }

    private mutating func read(_ slot: Slot, _ reader: inout ContentDecoder) throws(DecodeError) {
        switch slot {
        case .messageType: messageType = try reader.string()
        case .messageID: messageID = try reader.string()
        case .clientMessageID: clientMessageID = try reader.string()
        case .senderID: senderID = try reader.string()
        case .recipientID: recipientID = try reader.string()
        case .groupID: groupID = try reader.string()
        case .chatType: chatType = try reader.string().map(ChatType.init(rawValue:))
        case .contentType: contentType = try reader.string().map(ChatContentType.init(rawValue:))
        case .objectName: objectName = try reader.string().map(ObjectName.init(rawValue:))
        case .content: content = try reader.any().map(ChatPayload.other)
        case .mentionedUserIDs: mentionedUserIDs = try reader.mentionedUsers()
        case .nickname: nickname = try reader.string()
        case .senderPortrait: senderPortrait = try reader.string()
        case .recipientPortrait: recipientPortrait = try reader.string()
        case .groupName: groupName = try reader.string()
        case .notificationSetting:
            notificationSetting = try reader.integer().map(NotificationSetting.init(rawValue:))
        case .deviceType: deviceType = try reader.string()
        case .versionCode: versionCode = try reader.string()
        case .sendTime: sendTime = try reader.sendTime()
        case .code: code = try reader.integer()
        case .beatID: beatID = try reader.string()
        }
    }

    /// Reads `content`.
    ///
    /// The content of a message of unknown kind is not parsed (CHT-004). An objectName takes precedence over the
    /// content's own kind (CHT-025).
    private static func payload(
        _ reader: inout ContentDecoder, _ outline: MessageOutline, _ kind: ChatMessageKind
    ) throws(DecodeError) -> ChatPayload? {
        if kind != .unknown {
            if outline.has(.objectName) { return try reader.rongCloudContent().map(ChatPayload.rongCloud) }
            if let type = outline.contentType, type.isKnown {
                return try reader.chatContent(requiresText: type.requiresText).map(ChatPayload.content)
            }
        }
        return try reader.any().map(ChatPayload.other)
    }
}

extension ContentDecoder {
    /// Returns and reports the value of a known member that does not belong in this message, whatever its type
    /// (CHT-016).
    @_lifetime(self: copy self)
    mutating func foreignValue() throws(DecodeError) -> RawJSON {
        try deviate(.beatInMessage, .fieldForeign, at: frame.nameStart)
        _ = scanner.nextToken()
        let start = scanner.position
        let loneSurrogate = try scanner.skipValue()
        if loneSurrogate >= 0 { try deviate(.loneSurrogate, .jsonSurrogate, at: loneSurrogate) }
        return RawJSON(scanned: scanner.text.string(start, scanner.position))
    }
}
