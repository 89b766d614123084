// SPDX-License-Identifier: Apache-2.0

/// The sending of the application's messages, and the handling of their receipts.
extension ChatClientMachine {
    mutating func send(_ key: String, _ message: ChatMessage, isRecall: Bool) {
        guard isKeeping else {
            emit(.failed(key: key, .offline))
            return
        }
        let name = ExactText(key)
        // This check comes first, because a second message with a key must not make the first one appear failed
        // (SES-040).
        guard !outbox.contains(name) else { return }
        guard !outbox.isFull else {
            emit(.failed(key: key, .full))
            return
        }
        guard let stamped = stamp(message, key, isRecall) else {
            emit(.failed(key: key, .kind))
            return
        }
        outbox.append(Outbox.Entry(key: key, message: EncodedChatMessage(stamped), sendTime: stamped.sendTime))
        if state == .online { writeAnew(name) }
    }

    /// Returns the message as it is written (SES-042), or nil if applications cannot send its kind.
    private mutating func stamp(_ message: ChatMessage, _ key: String, _ isRecall: Bool) -> ChatMessage? {
        if message.isHeartbeat(configuration.heartbeat), !isRecall { return nil }
        var message = message
        message.dropKept(ChatClientMachine.stampedNames)
        if isRecall {
            message.messageType = ChatMessageKind.repeal.rawValue
        } else if !message.hasType {
            message.messageType = ChatMessageKind.normal.rawValue
        }
        switch message.kind {
        case .normal, .validate, .unknown: break
        case .repeal: if !isRecall { return nil }
        case .login, .loginReceipt, .heartbeat, .normalReceipt, .invalidReceipt, .repealReceipt, .system: return nil
        }
        message.clientMessageID = key
        message.senderID = configuration.user
        message.deviceType = configuration.deviceType
        message.versionCode = configuration.versionCode
        // A client's own times are unique, so that a receipt without a key can be matched to its message.
        let time = max(0, configuration.epoch.later(by: now))  // digits only (CHT-013)
        lastSendTime = max(time, lastSendTime.later(by: 1))
        message.sendTime = String(lastSendTime)
        return message
    }

    /// The names of the members that the machine sets.
    private static let stampedNames = ["clientMessageID", "fromUserID", "deviceType", "versionCode", "sendTime"]

    /// Writes a message for the first time over this connection.
    mutating func writeAnew(_ key: ExactText) {
        guard let entry = outbox[key] else { return }
        outbox.startCount(key)
        emit(.write(entry.message))
        setTimer(.receipt(key), after: configuration.receiptTimeout)
    }

    /// Writes an unanswered message again, unchanged, or gives it up (SES-043).
    mutating func sendAgain(_ key: ExactText) {
        guard let entry = outbox[key] else { return }
        guard outbox.countResend(key, limit: configuration.resendLimit) else {
            outbox.remove(key)
            emit(.failed(key: entry.key, .timeout))
            return
        }
        emit(.write(entry.message))
        setTimer(.receipt(key), after: configuration.receiptTimeout)
    }

    /// Handles a receipt for a message or recall (SES-062, SES-063, SES-064).
    mutating func settle(_ receipt: ChatMessage) {
        guard let key = match(receipt), let entry = outbox.remove(key) else { return }
        cancelTimer(.receipt(key))
        switch receipt.kind {
        case .normalReceipt:
            emit(.sent(key: entry.key, messageID: receipt.exactID?.text))
        case .invalidReceipt:
            emit(.failed(key: entry.key, .invalid, code: receipt.code?.int))
        case .repealReceipt:
            let messageID = entry.message.messageID ?? ""
            inbox.recall(messageID)
            emit(.recalled(messageID: messageID, by: configuration.user, key: entry.key))
        case .login, .loginReceipt, .heartbeat, .normal, .repeal, .validate, .system, .unknown:
            break
        }
    }

    /// Returns the key of the waiting message that a receipt is for.
    ///
    /// A receipt without a key that is matched by its time is a deviation.
    private mutating func match(_ receipt: ChatMessage) -> ExactText? {
        if let key = receipt.exactKey {
            return outbox[key]?.isAnswered(by: receipt.kind) ?? false ? key : nil
        }
        if receipt.kind == .repealReceipt { return outbox.recallKey(of: receipt.exactID) }
        guard let key = outbox.key(sentAt: receipt.exactTime, answeredBy: receipt.kind) else { return nil }
        emit(.deviation(id: "DEV-123"))
        return key
    }
}
