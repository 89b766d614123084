// SPDX-License-Identifier: Apache-2.0

/// The members that determine how a message is read, collected before it is read because they may occur in any order.
///
/// If the text is malformed, the outline ends there; reading the message fails at the same offset or before it.
struct MessageOutline {
    private typealias Slot = ChatMessage.Slot

    /// The members whose value is not null, one bit each (CHT-031).
    private var present: UInt64 = 0
    private var messageType: String?
    private var chatType: String?
    private var ownContentType: String?
    private var otherContentType: String?
    private var beatID: String?

    /// Creates an outline by scanning the message at the position of `reader`.
    init(of reader: borrowing ContentDecoder) {
        var scanner = JSONScanner(reader.scanner.text, limits: .unbounded, isStrict: false)
        scanner.position = reader.scanner.position
        do { try scan(&scanner) } catch { return }
    }

    /// Returns whether the member is present and not null.
    func has(_ slot: ChatMessage.Slot) -> Bool { present & slot.bit != 0 }

    /// The kind of the content, under either spelling (CHT-011).
    var contentType: ChatContentType? {
        (has(.contentType) ? ownContentType : otherContentType).map(ChatContentType.init(rawValue:))
    }

    /// Returns the kind of the message (CHT-003, CHT-031, CHT-040).
    func kind(_ body: ChatHeartbeatBody) -> ChatMessageKind {
        if has(.messageType) { return ChatMessageKind(messageType: messageType) }
        if !has(.senderID), body.equals(beatID) { return .heartbeat }
        let needed = Slot.senderID.bit | Slot.deviceType.bit | Slot.versionCode.bit
        let addressed = Slot.messageID.bit | Slot.recipientID.bit | Slot.groupID.bit | Slot.chatType.bit
        let sent = Slot.contentType.bit | Slot.objectName.bit | Slot.content.bit
        let isLogin = present & needed == needed && present & (addressed | sent) == 0 && otherContentType == nil
        return isLogin ? .login : .unknown
    }

    /// Returns the members that a message of the kind requires (CHT-014).
    func required(_ kind: ChatMessageKind) -> UInt64 {
        let type = Slot.messageType.bit
        switch kind {
        case .heartbeat: return 0
        case .login: return type | Slot.senderID.bit | Slot.deviceType.bit | Slot.versionCode.bit
        case .normalReceipt, .repealReceipt: return type | Slot.messageID.bit
        case .repeal: return type | Slot.messageID.bit | Slot.senderID.bit
        case .validate: return type | Slot.senderID.bit
        case .normal: break
        default: return type
        }
        var required = type | Slot.senderID.bit | Slot.chatType.bit | Slot.content.bit | Slot.sendTime.bit
        if chatType == ChatType.user.rawValue { required |= Slot.recipientID.bit }
        if chatType == ChatType.group.rawValue { required |= Slot.groupID.bit }
        if !has(.objectName) { required |= Slot.contentType.bit }
        return required
    }
}

extension MessageOutline {
    private mutating func scan(_ scanner: inout JSONScanner) throws(DecodeError) {
        guard scanner.nextToken() == .openBrace else { return }
        try scanner.open()
        var isFirst = true
        var hint = 0
        while try scanner.movesToPart(before: .closeBrace, isFirst: &isFirst) {
            let name = try scanner.memberName()
            let start = scanner.position
            _ = try scanner.skipValue()
            guard let index = ChatMessage.memberTable.find(name, in: scanner, hint: hint) else { continue }
            hint = index + 1
            record(ChatMessage.memberTable.entries[index], scanner, start)
        }
    }

    /// Records the value of a member; the last of several occurrences counts, and null counts as absent.
    private mutating func record(_ entry: MemberTable.Entry, _ scanner: borrowing JSONScanner, _ start: Int) {
        guard let slot = ChatMessage.Slot(rawValue: entry.slot) else { return }
        let isNull = scanner.text.byte(at: start) == UInt8(ascii: "n")
        if entry.rank > 0 {
            otherContentType = isNull ? nil : scanner.plainText(start) ?? ""
            return
        }
        if isNull { present &= ~slot.bit } else { present |= slot.bit }
        switch slot {
        case .messageType: messageType = scanner.plainText(start)
        case .chatType: chatType = scanner.plainText(start)
        case .contentType: ownContentType = scanner.plainText(start)
        case .beatID: beatID = isNull ? nil : scanner.plainText(start)
        default: break
        }
    }
}

extension JSONScanner {
    /// Returns the text of the value that begins at `start`, as lenient mode reads a string, or nil for an array or
    /// object.
    fileprivate func plainText(_ start: Int) -> String? {
        switch text.byte(at: start) {
        case .quote:
            var inner = JSONScanner(text, limits: limits, isStrict: false)
            inner.position = start
            guard let token = try? inner.string() else { return nil }
            return inner.text(of: token)
        case .openBrace, .openBracket: return nil
        default: return text.string(start, position)
        }
    }
}

extension MemberTable {
    /// Returns the index of the entry for a name that has been scanned, with its escapes resolved (CNT-018).
    fileprivate func find(_ name: StringToken, in scanner: borrowing JSONScanner, hint: Int) -> Int? {
        if !name.isEscaped {
            return find(NameKey(scanner.text, name.start, name.end), scanner.text, name.start, hint: hint)
        }
        if name.loneSurrogate >= 0 { return nil }
        let text = scanner.text(of: name)
        let bytes = text.utf8.span
        return find(NameKey(bytes, 0, bytes.count), bytes, 0, hint: hint)
    }
}
