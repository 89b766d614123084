// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A fault of a client or a server that the simulation must detect.
///
/// The state machines themselves are correct. The simulation changes the input and output of a machine, so that the two
/// together behave like a machine with the fault.
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

/// The memory of a faulty process about its messages, which ends with the process.
struct FaultMemory {
    /// The times at which the application submitted the waiting messages to the session, by key.
    var submittedAt: [String: Int64] = [:]
    /// The keys of the messages that have been written before.
    var written: Set<String> = []

    /// Records a message that the application submits to the session.
    mutating func add(_ key: String, at time: Int64) {
        // A second message with the key of a waiting one is ignored (SES-040).
        guard submittedAt[key] == nil else { return }
        submittedAt[key] = time
        written.remove(key)
    }

    /// Removes a message whose outcome the session has reported.
    mutating func forget(_ key: String) {
        submittedAt[key] = nil
    }
}

extension Simulation {
    /// Returns the messages that a client treats as received in place of those that arrived.
    func received(_ messages: [ChatMessage], by device: SimulatedDevice) -> [ChatMessage] {
        switch fault {
        case .missesResetByAnything: messages.flatMap { [ChatMessage(heartbeat: .standard), $0] }
        case .receiptMatchedByTime: messages.map { matchedByTime($0, by: device) }
        case .receiptBeforeDelivery, .resendWithoutKey, .storeClearedOnSend, nil: messages
        }
    }

    /// Returns the receipt with the key of the oldest waiting message that has its time, whichever message it is for.
    private func matchedByTime(_ receipt: ChatMessage, by device: SimulatedDevice) -> ChatMessage {
        guard receipt.kind == .normalReceipt || receipt.kind == .invalidReceipt else { return receipt }
        var receipt = receipt
        let match = messages.first { message in
            guard let time = device.faults.submittedAt[message.key], receipt.sendTime == String(time) else {
                return false
            }
            return !message.isRecall || receipt.kind == .invalidReceipt
        }
        receipt.clientMessageID = match?.key
        receipt.sendTime = nil  // the session assigns other times
        return receipt
    }

    /// Returns the actions that a client performs, in order, in place of those requested by its session.
    func changed(_ steps: [TimedAction<ChatClientMachine.Action>], of device: SimulatedDevice) -> [TimedAction<
        ChatClientMachine.Action
    >] {
        switch fault {
        case .receiptBeforeDelivery:
            guard let first = steps.firstIndex(where: \.action.isNews) else { return steps }
            let rest = steps[first...]
            return steps[..<first] + rest.filter(\.action.isReceipt) + rest.filter { !$0.action.isReceipt }
        case .receiptMatchedByTime, .resendWithoutKey:
            return steps.map { step in
                guard case .write(let message) = step.action else { return step }
                return TimedAction(step.time, .write(written(message, by: device)))
            }
        case .storeClearedOnSend, .missesResetByAnything, nil:
            return steps
        }
    }

    /// Returns a message as a client writes it.
    private func written(_ encoded: EncodedMessage, by device: SimulatedDevice) -> EncodedMessage {
        guard var message = encoded.decoded, let key = message.clientMessageID else { return encoded }
        if fault == .receiptMatchedByTime, let time = device.faults.submittedAt[key] { message.sendTime = String(time) }
        let isRepetition = !device.faults.written.insert(key).inserted
        if fault == .resendWithoutKey, isRepetition { message.clientMessageID = nil }
        return EncodedMessage(message)
    }

    /// Returns the receipts that a server assumes it has read once it has written `messages`.
    func assumedReceipts(for messages: [EncodedMessage]) -> [ChatMessage] {
        guard fault == .storeClearedOnSend else { return [] }
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
