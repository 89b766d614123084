// SPDX-License-Identifier: Apache-2.0

/// The handling of messages and recalls.
extension ServerSessions {
    /// Stores, answers and forwards a message from a user, in this order (SES-080).
    mutating func take(_ message: SessionMessage, from user: ExactText, over connection: Int) {
        let key = self.key(of: message)
        if let key, let answer = memory.users[user]?.answers[key] {
            self.answer(message, answer.kind, messageID: answer.messageID, over: connection)  // SES-083
            return
        }
        let recipients: [ExactText]
        switch self.recipients(of: message, from: user) {
        case .refused(let code):
            refuse(message, code, over: connection)
            return
        case .users(let users):
            recipients = users
        }
        guard canKeep(for: user), memory.hasNextNumber else {
            refuse(message, SessionCode.full, over: connection)
            return
        }
        var passed = message
        passed.senderID = user.text
        let stored = store(&passed, for: recipients, from: user)
        remember(key, ServerMemory.Answer(kind: .normalReceipt, messageID: stored.id), of: user)
        answer(message, .normalReceipt, messageID: stored.id, over: connection)
        passOn(passed, to: stored.recipients)
    }

    /// Stores and writes a message of the server itself (SES-086).
    mutating func post(_ message: SessionMessage) {
        switch message.kind {
        case .normal, .validate, .system, .unknown: break
        case .login, .loginReceipt, .heartbeat, .normalReceipt, .invalidReceipt, .repeal, .repealReceipt: return
        }
        let recipients: [ExactText]
        if message.isForGroup {
            recipients = ExactText(message.groupID).flatMap { groups[$0] } ?? []
        } else {
            recipients = ExactText(message.recipientID).map { [$0] } ?? []
        }
        guard !recipients.isEmpty, memory.hasNextNumber else { return }  // SES-120
        var passed = message
        let stored = store(&passed, for: recipients, from: nil)
        passOn(passed, to: stored.recipients)
    }

    /// Handles a recall, which replaces its message and is stored after all other messages (SES-090, SES-092).
    mutating func recall(_ message: SessionMessage, from user: ExactText, over connection: Int) {
        let key = self.key(of: message)
        if let key, memory.users[user]?.answers.contains(key) ?? false {
            answer(message, .repealReceipt, messageID: message.messageID, over: connection)  // SES-091
            return
        }
        guard let id = ExactText(message.messageID), let sent = memory.sent[id], sent.sender == user else {
            refuse(message, SessionCode.parameter, over: connection)
            return
        }
        var passed = message
        passed.senderID = user.text
        passed.removeKey()
        let bytes = passed.bytes
        let isSmall = bytes <= ServerSessions.smallRecall
        guard sent.isRecalled || isSmall || sent.recipients.allSatisfy({ hasBytes(bytes, for: $0) }) else {
            refuse(message, SessionCode.full, over: connection)
            return
        }
        remember(key, ServerMemory.Answer(kind: .repealReceipt, messageID: id.text), of: user)
        if !sent.isRecalled {
            memory.sent.change(id) { $0.isRecalled = true }
            for recipient in sent.recipients { remove(id, isRecall: false, for: recipient) }
            for recipient in sent.recipients { keep(passed, for: recipient) }
            answer(message, .repealReceipt, messageID: id.text, over: connection)
            for recipient in sent.recipients { write(passed, to: recipient) }
        } else {
            answer(message, .repealReceipt, messageID: id.text, over: connection)
        }
    }
}

// MARK: - Steps

extension ServerSessions {
    private enum Recipients {
        case users([ExactText])
        case refused(Int)
    }

    /// Returns the recipients of a user's message, or the code with which it is refused (SES-081).
    private func recipients(of message: SessionMessage, from user: ExactText) -> Recipients {
        if message.kind == .system { return .refused(SessionCode.parameter) }
        if message.isForGroup {
            guard let members = ExactText(message.groupID).flatMap({ groups[$0] }), members.contains(user) else {
                return .refused(SessionCode.notInGroup)
            }
            return .users(members.filter { $0 != user })
        }
        guard let recipient = ExactText(message.recipientID) else { return .refused(SessionCode.parameter) }
        return hasRoom(for: recipient, message.bytes) ? .users([recipient]) : .refused(SessionCode.full)
    }

    private func hasRoom(for user: ExactText, _ bytes: Int) -> Bool {
        canKeep(for: user) && (memory.users[user]?.store.count ?? 0) < configuration.offlineLimit
            && hasBytes(bytes, for: user)
    }

    private func hasBytes(_ bytes: Int, for user: ExactText) -> Bool {
        storeLimit.admits((memory.users[user]?.store.bytes ?? 0) + bytes, of: memory.bytes + bytes)
    }

    /// The size in bytes up to which a recall is stored even if a store is full (SES-090).
    private static var smallRecall: Int { 1_024 }

    private func canKeep(for user: ExactText) -> Bool {
        memory.users[user] != nil || memory.users.count < configuration.userLimit
    }

    /// Assigns an id to the message and stores it for the recipients whose stores are not full (SES-080, SES-082).
    private mutating func store(
        _ message: inout SessionMessage, for recipients: [ExactText], from sender: ExactText?
    ) -> (id: String, recipients: [ExactText]) {
        memory.lastNumber += 1
        let id = configuration.idPrefix + String(memory.lastNumber)
        message.messageID = id
        message.removeKey()
        var kept: [ExactText] = []
        let bytes = message.bytes
        for recipient in recipients {
            if hasRoom(for: recipient, bytes) {
                keep(message, for: recipient)
                kept.append(recipient)
            } else {
                emit(.overflow(user: recipient.text, messageID: id))
            }
        }
        memory.sent.remember(
            ExactText(id), ServerMemory.Sent(sender: sender, recipients: kept), limit: configuration.recallLimit)
        while !storeLimit.admits(memory.sent.bytes, of: memory.bytes), memory.sent.removeFirst() {}
        return (id, kept)
    }

    private mutating func keep(_ message: SessionMessage, for user: ExactText) {
        memory.users.change(user, initial: ServerMemory.User()) { $0.store.append(message) }
        emit(.store(user: user.text, message))
    }

    /// Writes a stored message to the recipients who are online.
    private mutating func passOn(_ message: SessionMessage, to recipients: [ExactText]) {
        for recipient in recipients { write(message, to: recipient) }
    }

    /// Returns the key of a message if the server recognises keys (SES-083).
    private func key(of message: SessionMessage) -> ExactText? {
        configuration.echoesKeys ? ExactText(message.clientMessageID) : nil
    }

    private mutating func remember(_ key: ExactText?, _ answer: ServerMemory.Answer, of user: ExactText) {
        guard let key else { return }
        let (limit, storeLimit, used) = (configuration.keyLimit, storeLimit, memory.bytes + key.bytes)
        memory.users.change(user, initial: ServerMemory.User()) { user in
            user.answers.remember(key, answer, limit: limit)
            while !storeLimit.admits(user.answers.bytes, of: used), user.answers.removeFirst() {}
        }
    }

    private mutating func refuse(_ message: SessionMessage, _ code: Int, over connection: Int) {
        // Only a recall has an id that the server knows (SES-060).
        let id = message.kind == .repeal ? message.messageID : nil
        answer(message, .invalidReceipt, messageID: id, code: code, over: connection)
    }

    /// Writes a receipt for a message of a user.
    private mutating func answer(
        _ message: SessionMessage, _ kind: MessageKind, messageID: String?, code: Int? = nil,
        over connection: Int
    ) {
        // An empty id or key counts as absent (SES-153).
        var receipt = SessionMessage(kind, messageID: ExactText(messageID)?.text)
        receipt.sendTime = message.sendTime
        if configuration.echoesKeys { receipt.clientMessageID = ExactText(message.clientMessageID)?.text }
        receipt.code = code
        emit(.write(connection: connection, [receipt]))
    }
}
