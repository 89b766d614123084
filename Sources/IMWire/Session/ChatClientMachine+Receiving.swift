// SPDX-License-Identifier: Apache-2.0

/// The handling of received messages.
extension ChatClientMachine {
    /// Handles one message or a batch.
    ///
    /// Messages that control the session come first, in their order, and messages for the application follow.
    mutating func receive(_ messages: [ChatMessage]) {
        guard isReceiving else { return }
        var contents: [ChatMessage] = []
        for index in messages.indices {
            switch messages[index].kind(configuration.heartbeat) {
            case .loginReceipt:
                loggedIn()
            case .heartbeat:
                heartbeatReceived()
            case .invalidReceipt:
                // The earlier messages of this batch have not been answered and will be sent again (SES-013).
                if refused(messages[index].code?.int) { return }
                settle(messages[index])
            case .normalReceipt, .repealReceipt:
                settle(messages[index])
            case .system where messages[index].code?.int == SessionCode.kicked:
                kicked(SessionCode.kicked)
                return
            case .normal, .repeal, .validate, .system, .unknown:
                contents.append(messages[index])
            case .login:
                break
            }
        }
        if !contents.isEmpty { receiveContents(contents) }
    }

    /// Drops duplicates, delivers the other messages to the application, and then answers all of them (SES-061,
    /// SES-067).
    private mutating func receiveContents(_ contents: [ChatMessage]) {
        var news: [ChatClientMachine.Action] = []
        var run: [ChatMessage] = []
        var delivered = 0
        for message in contents {
            switch inbox.record(message) {
            case .deliver:
                run.append(message)
                delivered += 1
            case .recall:
                if !run.isEmpty { news.append(.deliver(run, remaining: 0)) }
                run = []
                news.append(.recalled(messageID: message.exactID?.text ?? "", by: message.exactSenderText))
            case .drop:
                emit(.drop(messageID: message.exactID?.text ?? ""))
            case .ignore:
                break
            }
        }
        if !run.isEmpty { news.append(.deliver(run, remaining: 0)) }
        for action in news {
            guard case .deliver(let messages, _) = action else {
                emit(action)
                continue
            }
            delivered -= messages.count
            emit(.deliver(messages, remaining: delivered))
        }
        answer(contents)
    }

    /// Writes one receipt for each message that has an id (SES-060).
    private mutating func answer(_ contents: [ChatMessage]) {
        for message in contents {
            guard let id = message.exactID else { continue }
            let kind: ChatMessageKind = message.kind == .repeal ? .repealReceipt : .normalReceipt
            emit(.write(EncodedChatMessage(ChatMessage(kind, messageID: id.text))))
        }
    }
}
