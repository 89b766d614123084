// SPDX-License-Identifier: Apache-2.0

/// The handling of messages and recalls.
extension ChatServerMachine {
    /// Stores, answers and forwards a message from a user, in this order (SES-080).
    mutating func receive(_ message: ChatMessage, from user: ExactText, over connection: Int) {
        let key = self.key(of: message)
        let known = memory.users.read(user) { sender in key.flatMap { sender.answers[$0] } }
        if let answer = known ?? nil {
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
        guard known != nil || canKeepMoreUsers, memory.hasNextNumber else {
            refuse(message, SessionCode.full, over: connection)
            return
        }
        let passed = stamped(message, from: user)
        if !message.isForGroup, !recipients.allSatisfy({ hasRoom(for: $0, passed.bytes) }) {
            refuse(message, SessionCode.full, over: connection)
            return
        }
        let stored = store(passed, for: recipients, from: user)
        remember(key, ChatServerMemory.Answer(kind: .normalReceipt, messageID: stored.id), of: user)
        answer(message, .normalReceipt, messageID: stored.id, over: connection)
        write(passed, to: stored.recipients)
    }

    /// Stores and writes a message of the server itself (SES-086).
    mutating func post(_ message: ChatMessage) {
        switch message.kind(configuration.heartbeat) {
        case .normal, .validate, .system, .unknown: break
        case .login, .loginReceipt, .heartbeat, .normalReceipt, .invalidReceipt, .repeal, .repealReceipt: return
        }
        let recipients: [ExactText]
        if message.isForGroup {
            recipients = message.exactGroup.flatMap { groups[$0] } ?? []
        } else {
            recipients = message.exactRecipient.map { [$0] } ?? []
        }
        guard !recipients.isEmpty, memory.hasNextNumber else { return }  // SES-120
        let passed = stamped(message, from: nil)
        write(passed, to: store(passed, for: recipients, from: nil).recipients)
    }

    /// Handles a recall, which replaces its message and is stored after all other messages (SES-090, SES-092).
    mutating func recall(_ message: ChatMessage, from user: ExactText, over connection: Int) {
        let key = self.key(of: message)
        if let key, memory.users.read(user, { $0.answers.contains(key) }) ?? false {
            answer(message, .repealReceipt, messageID: message.exactID?.text, over: connection)  // SES-091
            return
        }
        guard let id = message.exactID, let sent = memory.sent[id], sent.sender == user else {
            refuse(message, SessionCode.parameter, over: connection)
            return
        }
        var named = message
        named.dropKept(["fromUserID"])
        named.senderID = user.text
        named.removeKey()
        let passed = EncodedChatMessage(named)
        let isSmall = passed.utf8.count <= ChatServerMachine.smallRecall
        guard sent.isRecalled || isSmall || sent.recipients.allSatisfy({ hasBytes(passed.bytes, for: $0) }) else {
            refuse(message, SessionCode.full, over: connection)
            return
        }
        remember(key, ChatServerMemory.Answer(kind: .repealReceipt, messageID: id.text), of: user)
        guard !sent.isRecalled else {
            answer(message, .repealReceipt, messageID: id.text, over: connection)
            return
        }
        memory.sent.change(id) { $0.isRecalled = true }
        for recipient in sent.recipients { remove(id, isRecall: false, for: recipient) }
        for recipient in sent.recipients { keep(passed, for: recipient) }
        answer(message, .repealReceipt, messageID: id.text, over: connection)
        write(passed, to: sent.recipients)
    }
}

// MARK: - Steps

extension ChatServerMachine {
    private enum Recipients {
        case users([ExactText])
        case refused(Int)
    }

    /// Returns the recipients of a user's message, or the code with which it is refused (SES-081).
    private func recipients(of message: ChatMessage, from user: ExactText) -> Recipients {
        if message.kind == .system { return .refused(SessionCode.parameter) }
        if message.isForGroup {
            guard let members = message.exactGroup.flatMap({ groups[$0] }), members.contains(user) else {
                return .refused(SessionCode.notInGroup)
            }
            return .users(members.filter { $0 != user })
        }
        guard let recipient = message.exactRecipient else { return .refused(SessionCode.parameter) }
        return .users([recipient])
    }

    private func hasRoom(for user: ExactText, _ bytes: Int) -> Bool {
        let held = memory.users.read(user) { (count: $0.store.count, bytes: $0.store.bytes) }
        return (held != nil || canKeepMoreUsers) && held?.count ?? 0 < configuration.offlineLimit
            && storeLimit.admits((held?.bytes ?? 0) + bytes, of: memory.bytes + bytes)
    }

    private func hasBytes(_ bytes: Int, for user: ExactText) -> Bool {
        let held = memory.users.read(user) { $0.store.bytes } ?? 0
        return storeLimit.admits(held + bytes, of: memory.bytes + bytes)
    }

    /// The size in bytes up to which a recall is stored even if a store is full (SES-090).
    private static var smallRecall: Int { 1_024 }

    /// Whether data can be stored for a user for whom none is stored.
    private var canKeepMoreUsers: Bool { memory.users.count < configuration.userLimit }

    /// Returns a message with the next id and its sender, and without the sender's key (SES-080, SES-082).
    private func stamped(_ message: ChatMessage, from sender: ExactText?) -> EncodedChatMessage {
        var message = message
        message.dropKept(["messageID"])
        message.messageID = configuration.idPrefix + String(memory.lastNumber + 1)
        if let sender {
            message.dropKept(["fromUserID"])
            message.senderID = sender.text
        }
        message.removeKey()
        return EncodedChatMessage(message)
    }

    /// Stores a message with the next id for the recipients whose stores are not full.
    private mutating func store(
        _ message: EncodedChatMessage, for recipients: [ExactText], from sender: ExactText?
    ) -> (id: String, recipients: [ExactText]) {
        memory.lastNumber += 1
        let id = message.messageID ?? ""
        var kept: [ExactText] = []
        for recipient in recipients {
            if hasRoom(for: recipient, message.bytes) {
                keep(message, for: recipient)
                kept.append(recipient)
            } else {
                emit(.overflow(user: recipient.text, messageID: id))
            }
        }
        memory.sent.remember(
            ExactText(id), ChatServerMemory.Sent(sender: sender, recipients: kept), limit: configuration.recallLimit)
        while !storeLimit.admits(memory.sent.bytes, of: memory.bytes), memory.sent.removeFirst() {}
        return (id, kept)
    }

    private mutating func keep(_ message: EncodedChatMessage, for user: ExactText) {
        memory.users.change(user, initial: ChatServerMemory.User()) { $0.store.append(message) }
        emit(.store(user: user.text, message))
    }

    /// Returns the key of a message if the server recognizes keys (SES-083).
    private func key(of message: ChatMessage) -> ExactText? {
        configuration.echoesKeys ? message.exactKey : nil
    }

    private mutating func remember(_ key: ExactText?, _ answer: ChatServerMemory.Answer, of user: ExactText) {
        guard let key else { return }
        let (limit, storeLimit, used) = (configuration.keyLimit, storeLimit, memory.bytes + key.bytes)
        memory.users.change(user, initial: ChatServerMemory.User()) { user in
            user.answers.remember(key, answer, limit: limit)
            while !storeLimit.admits(user.answers.bytes, of: used), user.answers.removeFirst() {}
        }
    }

    private mutating func refuse(_ message: ChatMessage, _ code: Int, over connection: Int) {
        // Only a recall has an id that the server knows (SES-060).
        let id = message.kind == .repeal ? message.exactID?.text : nil
        answer(message, .invalidReceipt, messageID: id, code: code, over: connection)
    }

    /// Writes a receipt for a message of a user.
    private mutating func answer(
        _ message: ChatMessage, _ kind: ChatMessageKind, messageID: String?, code: Int? = nil,
        over connection: Int
    ) {
        var receipt = ChatMessage(kind, messageID: messageID)
        receipt.sendTime = message.exactTime
        if configuration.echoesKeys { receipt.clientMessageID = message.exactKey?.text }
        receipt.code = code.map { JSONNumber($0) }
        write(receipt, over: connection)
    }
}
