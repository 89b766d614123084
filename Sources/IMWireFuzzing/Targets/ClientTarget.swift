// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// A target for the client's session under random schedules of events.
struct ClientTarget: ScheduleTarget {
    let name = "client"
    let prologue: [UInt8] = [0, 0, 0, 1, 2, 0, 4, 2, 0]
    let vocabulary = MachineVocabulary.client

    mutating func run(_ schedule: SessionSchedule, _ observation: inout Observation) {
        var configuration = ChatClientMachine.Configuration(user: "a")
        configuration.usesTLS = schedule.steps.first.map { $0.argument & 1 == 1 } ?? false
        configuration.resendLimit = 2
        configuration.outgoingLimit = 3
        var checks = ClientChecks()
        SessionRun.check(name, schedule, ClientTarget.event, make: { ChatClientMachine(configuration) }, &observation) {
            event, actions, session, observation in
            checks.check(event, actions, session.state, &observation)
        }
    }

    private static func event(_ step: SessionSchedule.Step) -> ChatClientMachine.Event {
        let connection: Int? = step.argument & 0x60 == 0x60 ? step.argument & 3 : nil
        switch step.operation % 12 {
        case 0: return .connect
        case 1: return .opened(connection: connection)
        case 2: return .secured(connection: connection)
        case 3: return .received([SessionSchedule.message(step.argument)])
        case 4: return .received([SessionSchedule.message(3)])  // The login's receipt.
        case 5:
            return .received(SessionSchedule.batch(step.argument), connection: connection)
        case 6: return .send(key: "k\(step.argument & 3)", SessionSchedule.message(step.argument & 0x30))
        case 7: return .recall(key: "r\(step.argument & 1)", SessionSchedule.message(5 + (step.argument & 1) * 12))
        case 8: return .closed(connection: connection)
        case 9: return .error(step.argument & 1 == 0 ? .message : .connection, connection: connection)
        case 10: return step.argument & 7 == 0 ? .disconnect : .tick
        default: return .received([SessionSchedule.message(2 + step.argument / 12 * 12)])  // A receipt.
        }
    }
}

/// The promises of a client for its actions after any event.
private struct ClientChecks {
    private var delivered: Set<String> = []
    private var requests = OpenRequests<String>()
    private var connections = 0

    mutating func check(
        _ event: ChatClientMachine.Event, _ actions: [TimedAction<ChatClientMachine.Action>],
        _ state: ChatClientMachine.State, _ observation: inout Observation
    ) {
        switch event {
        case .send(let key, _), .recall(let key, _): requests.open(key)
        default: break
        }
        observation.record(
            .state, TextHash.of(state.rawValue.utf8.span), actions.first.map { ClientChecks.number($0.action) } ?? 0)
        for action in actions {
            observation.record(.order, ClientChecks.number(action.action))
            switch action.action {
            case .deliver(let messages, _):
                for id in messages.compactMap(\.messageID) where !delivered.insert(id).inserted {
                    observation.violate(.session, at: "client delivers twice", id)  // SES-100
                }
            case .sent(let key, _), .failed(let key, _, _): requests.settle(key, "client", &observation)
            case .connect(let number):
                connections += 1
                if number != connections { observation.violate(.session, at: "client connection number") }
            case .write(let message): checkReceipt(message, of: event, &observation)
            case .state, .secure, .beat, .close, .drop, .recalled, .deviation: break
            }
        }
    }

    /// Checks whether a receipt is for a message that has just arrived, and of the matching kind (SES-060).
    private func checkReceipt(
        _ receipt: EncodedChatMessage, of event: ChatClientMachine.Event, _ observation: inout Observation
    ) {
        guard receipt.kind == .normalReceipt || receipt.kind == .repealReceipt else { return }
        var messages: [ChatMessage] = []
        if case .received(let batch, _) = event { messages = batch }
        let isFor = messages.contains {
            $0.messageID == receipt.messageID && ($0.kind == .repeal) == (receipt.kind == .repealReceipt)
        }
        if !isFor { observation.violate(.session, at: "client receipt", receipt.kind.rawValue) }
    }

    /// Returns a number that identifies the kind of an action.
    private static func number(_ action: ChatClientMachine.Action) -> UInt64 {
        switch action {
        case .state(let state, let code): TextHash.of(state.rawValue.utf8.span) &+ (code == nil ? 1 : 2)
        case .connect: 3
        case .secure: 4
        case .write(let message): TextHash.of(message.kind.rawValue.utf8.span) &+ 5
        case .beat: 6
        case .close: 7
        case .deliver(let messages, _): 8 + UInt64(min(messages.count, 3))
        case .drop: 12
        case .recalled: 13
        case .sent: 14
        case .failed(_, let reason, _): TextHash.of(reason.rawValue.utf8.span) &+ 15
        case .deviation(let id): TextHash.of(id.utf8.span) &+ 16
        }
    }
}
