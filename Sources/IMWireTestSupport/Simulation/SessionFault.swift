// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A fault of a client or a server that the simulation must detect.
///
/// The state machines themselves are correct. The simulation changes the input and output of a machine, so that the two
/// together behave like a machine with the fault. The exploration of all schedules uses the same faults.
package enum SessionFault: String, Hashable, Sendable, CaseIterable {
    /// The client sends a receipt before it has delivered the message (violates SES-061, SES-102).
    case receiptBeforeDelivery
    /// The client uses the clock's own time as `sendTime` and matches receipts by it alone (violates SES-042, SES-062).
    case receiptMatchedByTime
    /// The client omits its key when it sends a message again (violates SES-043).
    case resendWithoutKey
    /// The server treats a message as received once it has written it (violates SES-084).
    case storeClearedOnSend
    /// The client treats every received message as a heartbeat (violates SES-022).
    case missesResetByAnything
}

/// What a client process with a fault does differently, with its memory, which ends with the process.
package struct FaultyClient: Sendable {
    /// A message that waits for its outcome.
    private struct Submission: Hashable, Sendable {
        let key: String
        /// The time at which the application submitted the message to the session.
        let time: Int64
        let isRecall: Bool
    }

    /// The fault, or nil for a process without one.
    private let fault: SessionFault?
    /// The waiting messages, oldest first.
    private var waiting: [Submission] = []
    /// The keys of the messages that have been written before.
    private var written: Set<String> = []

    /// Creates a new process.
    package init(_ fault: SessionFault?) {
        self.fault = fault
    }

    /// Records a message that the application submits to the session.
    package mutating func add(_ key: String, isRecall: Bool, at time: Int64) {
        // A second message with the key of a waiting one is ignored (SES-040).
        guard fault != nil, !waiting.contains(where: { $0.key == key }) else { return }
        waiting.append(Submission(key: key, time: time, isRecall: isRecall))
        written.remove(key)
    }

    /// Removes a message whose outcome the session has reported.
    package mutating func forget(_ key: String) {
        if fault != nil { waiting.removeAll { $0.key == key } }
    }

    /// Combines the memory with a hash, with the times relative to `now`.
    package func hash(into hasher: inout StateHasher, at now: Int64) {
        for submission in waiting {
            hasher.combine(text: submission.key)
            hasher.combine(name: String(submission.time))
            hasher.combine(submission.time == now)
        }
        hasher.combine(unordered: written) { $0.combine(text: $1) }
    }

    /// Returns the messages that the client treats as received in place of those that arrived.
    package func received(_ messages: [ChatMessage]) -> [ChatMessage] {
        switch fault {
        case .missesResetByAnything: messages.flatMap { [ChatMessage(heartbeat: .standard), $0] }
        case .receiptMatchedByTime: messages.map(matchedByTime)
        case .receiptBeforeDelivery, .resendWithoutKey, .storeClearedOnSend, nil: messages
        }
    }

    /// Returns the receipt with the key of the oldest waiting message that has its time, whichever message it is for.
    private func matchedByTime(_ receipt: ChatMessage) -> ChatMessage {
        guard receipt.kind == .normalReceipt || receipt.kind == .invalidReceipt else { return receipt }
        var receipt = receipt
        let match = waiting.first { submission in
            receipt.sendTime == String(submission.time) && (!submission.isRecall || receipt.kind == .invalidReceipt)
        }
        receipt.clientMessageID = match?.key
        receipt.sendTime = nil  // the session assigns other times
        return receipt
    }

    /// Returns the actions that the client performs, in order, in place of those requested by its session.
    package mutating func changed(_ steps: [TimedAction<ChatClientMachine.Action>]) -> [TimedAction<
        ChatClientMachine.Action
    >] {
        switch fault {
        case .receiptBeforeDelivery:
            guard let first = steps.firstIndex(where: \.action.isNews) else { return steps }
            let rest = steps[first...]
            return steps[..<first] + rest.filter(\.action.isReceipt) + rest.filter { !$0.action.isReceipt }
        case .receiptMatchedByTime, .resendWithoutKey:
            var steps = steps
            for index in steps.indices {
                guard case .write(let message) = steps[index].action else { continue }
                steps[index].action = .write(write(message))
            }
            return steps
        case .storeClearedOnSend, .missesResetByAnything, nil:
            return steps
        }
    }

    /// Returns a message as the client writes it.
    private mutating func write(_ encoded: EncodedChatMessage) -> EncodedChatMessage {
        guard var message = encoded.decoded, let key = message.clientMessageID else { return encoded }
        if fault == .receiptMatchedByTime, let submission = waiting.first(where: { $0.key == key }) {
            message.sendTime = String(submission.time)
        }
        let isRepetition = !written.insert(key).inserted
        if fault == .resendWithoutKey, isRepetition { message.clientMessageID = nil }
        return EncodedChatMessage(message)
    }
}

extension SessionFault {
    /// Returns the receipts that a server with this fault assumes it has read once it has written `messages`.
    package func assumedReceipts(for messages: [EncodedChatMessage]) -> [ChatMessage] {
        guard self == .storeClearedOnSend else { return [] }
        return messages.compactMap { message in
            switch message.kind {
            case .normal, .validate, .system, .unknown:
                message.messageID.map { ChatMessage(.normalReceipt, messageID: $0) }
            case .repeal:
                message.messageID.map { ChatMessage(.repealReceipt, messageID: $0) }
            case .login, .loginReceipt, .heartbeat, .normalReceipt, .invalidReceipt, .repealReceipt:
                nil
            }
        }
    }
}

extension ChatClientMachine.Action {
    /// Whether the action is news for the application that requires a receipt.
    fileprivate var isNews: Bool {
        switch self {
        case .deliver, .recalled(_, _, nil): true
        default: false
        }
    }

    /// Whether the action writes the receipt for a received message.
    fileprivate var isReceipt: Bool {
        guard case .write(let message) = self else { return false }
        return message.kind == .normalReceipt || message.kind == .repealReceipt
    }
}
