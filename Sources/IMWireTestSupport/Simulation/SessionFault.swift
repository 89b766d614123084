// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Mistakes of a client or a server that the simulation has to catch.
///
/// The machines do not make them: the simulation changes what goes into a machine and what comes out, so that the two
/// together behave as a machine with the mistake would.
package enum SessionFault: String, Hashable, Sendable, CaseIterable {
    /// The client answers before it has delivered (against SES-061, SES-102).
    case receiptBeforeDelivery
    /// The client takes the clock's own time for `sendTime` and matches receipts by it alone (against SES-042, SES-062).
    case receiptMatchedByTime
    /// The client leaves out its key when it sends again (against SES-043).
    case resendWithoutKey
    /// The server takes what it has written for received (against SES-084).
    case storeClearedOnSend
    /// The client takes anything that is received for a heartbeat (against SES-022).
    case missesResetByAnything
}

/// What a process with a mistake knows about its messages; it ends with the process.
struct FaultMemory {
    /// When the application has given each message that waits, by its key.
    var givenAt: [String: Int64] = [:]
    /// The keys of the messages that were written before.
    var written: Set<String> = []

    /// The application gives a message to the session.
    mutating func give(_ key: String, at time: Int64) {
        // A second message with the key of one that waits is nothing (SES-040).
        guard givenAt[key] == nil else { return }
        givenAt[key] = time
        written.remove(key)
    }

    /// The session has told what became of a message.
    mutating func forget(_ key: String) {
        givenAt[key] = nil
    }
}

extension Simulation {
    /// What a client takes for what has arrived.
    func received(_ messages: [SessionMessage], by device: SimulatedDevice) -> [SessionMessage] {
        switch fault {
        case .missesResetByAnything: messages.flatMap { [SessionMessage(.heartbeat), $0] }
        case .receiptMatchedByTime: messages.map { matchedByTime($0, by: device) }
        case .receiptBeforeDelivery, .resendWithoutKey, .storeClearedOnSend, nil: messages
        }
    }

    /// The receipt with the key of the oldest waiting message that has its time, whichever message it is for.
    private func matchedByTime(_ receipt: SessionMessage, by device: SimulatedDevice) -> SessionMessage {
        guard receipt.kind == .normalReceipt || receipt.kind == .invalidReceipt else { return receipt }
        var receipt = receipt
        let match = messages.first { message in
            guard let time = device.faults.givenAt[message.key], receipt.sendTime == String(time) else { return false }
            return !message.isRecall || receipt.kind == .invalidReceipt
        }
        receipt.clientMessageID = match?.key
        receipt.sendTime = nil  // the session's own times are others
        return receipt
    }

    /// What a client does of what its session asks for, and in which order.
    func changed(_ steps: [Timed<ClientAction>], of device: SimulatedDevice) -> [Timed<ClientAction>] {
        switch fault {
        case .receiptBeforeDelivery:
            guard let first = steps.firstIndex(where: \.action.isNews) else { return steps }
            let rest = steps[first...]
            return steps[..<first] + rest.filter(\.action.isReceipt) + rest.filter { !$0.action.isReceipt }
        case .receiptMatchedByTime, .resendWithoutKey:
            return steps.map { step in
                guard case .write(let message) = step.action else { return step }
                return Timed(step.time, .write(written(message, by: device)))
            }
        case .storeClearedOnSend, .missesResetByAnything, nil:
            return steps
        }
    }

    /// A message as a client writes it.
    private func written(_ message: SessionMessage, by device: SimulatedDevice) -> SessionMessage {
        guard let key = message.clientMessageID else { return message }
        var message = message
        if fault == .receiptMatchedByTime, let time = device.faults.givenAt[key] { message.sendTime = String(time) }
        let isRepetition = !device.faults.written.insert(key).inserted
        if fault == .resendWithoutKey, isRepetition { message.clientMessageID = nil }
        return message
    }

    /// The receipts that a server takes as read once it has written.
    func receiptsTaken(for messages: [SessionMessage]) -> [SessionMessage] {
        guard fault == .storeClearedOnSend else { return [] }
        return messages.compactMap { message in
            switch message.kind {
            case .normal, .validate, .system, .unknown:
                message.messageID.map { SessionMessage(.normalReceipt, messageID: $0) }
            case .repeal:
                message.messageID.map { SessionMessage(.repealReceipt, messageID: $0) }
            case .login, .loginReceipt, .heartbeat, .normalReceipt, .invalidReceipt, .repealReceipt:
                nil
            }
        }
    }
}

extension ClientAction {
    /// Whether it gives the application something that is answered.
    fileprivate var isNews: Bool {
        switch self {
        case .deliver, .recalled(_, _, nil): true
        default: false
        }
    }

    /// Whether it writes the receipt for something received.
    fileprivate var isReceipt: Bool {
        guard case .write(let message) = self else { return false }
        return message.kind == .normalReceipt || message.kind == .repealReceipt
    }
}
