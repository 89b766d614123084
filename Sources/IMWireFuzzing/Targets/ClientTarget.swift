// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// The client's session under random schedules of events.
package struct ClientTarget: FuzzTarget {
    package let name = "client"
    package var maximumLength: Int { 144 }

    /// Makes the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let schedule = SessionSchedule(input)
        let actions = run(schedule, ticks: false, &observation)
        // Ticks in between, and those that the machine asks for, change nothing (SES-003): time is divided like bytes.
        var silent = Observation()
        if run(schedule, ticks: true, &silent) != actions { observation.violate(.split, at: "client ticks") }
        if observation.effort == .thorough, run(schedule, ticks: false, &silent) != actions {
            observation.violate(.stable, at: "client schedule")
        }
    }

    private func run(_ schedule: SessionSchedule, ticks: Bool, _ observation: inout Observation) -> [Timed<
        ClientAction
    >] {
        var configuration = ClientConfiguration(user: "a")
        configuration.usesTLS = schedule.steps.first.map { $0.argument & 1 == 1 } ?? false
        configuration.resendLimit = 2
        configuration.outgoingLimit = 3
        var session = ClientSession(configuration)
        var judge = ClientJudge()
        var all: [Timed<ClientAction>] = []
        var now = Int64.min
        for step in schedule.steps {
            if ticks {
                var turns = 0
                while let due = session.nextDue, due <= max(step.time, now), turns < 4_096 {
                    all += session.handle(.tick, at: due)
                    turns += 1
                }
                if turns == 4_096 { observation.violate(.hang, at: "client timers") }
            }
            let event = ClientTarget.event(step)
            let actions = session.handle(event, at: step.time)
            if !ticks {
                ScheduleOracle.judge("client", actions, at: step.time, now: &now, due: session.nextDue, &observation)
                judge.take(event, actions, session.state, &observation)
            } else {
                now = max(now, step.time)
            }
            all += actions
        }
        return all
    }

    private static func event(_ step: SessionSchedule.Step) -> ClientEvent {
        let connection: Int? = step.argument & 0x60 == 0x60 ? step.argument & 3 : nil
        switch step.operation % 12 {
        case 0: return .connect
        case 1: return .opened(connection: connection)
        case 2: return .secured(connection: connection)
        case 3: return .received([SessionSchedule.message(step.argument)])
        case 4: return .received([SessionSchedule.message(3)])  // the login's receipt
        case 5:
            return .received(SessionSchedule.batch(step.argument), connection: connection)
        case 6: return .send(key: "k\(step.argument & 3)", SessionSchedule.message(step.argument & 0x30))
        case 7: return .recall(key: "r\(step.argument & 1)", SessionSchedule.message(5 + (step.argument & 1) * 12))
        case 8: return .closed(connection: connection)
        case 9: return .error(step.argument & 1 == 0 ? .message : .connection, connection: connection)
        case 10: return step.argument & 7 == 0 ? .disconnect : .tick
        default: return .received([SessionSchedule.message(2 + step.argument / 12 * 12)])  // a receipt
        }
    }

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        SessionSchedule.generate([0, 0, 0, 1, 2, 0, 4, 2, 0], &random)
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        SessionSchedule.mutate(input, with: other, &random)
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] { SessionSchedule.smaller(input) }
}

/// What holds for a client's actions, whatever happens to it.
private struct ClientJudge {
    private var delivered: Set<String> = []
    private var open: [String: Int] = [:]
    private var connections = 0

    mutating func take(
        _ event: ClientEvent, _ actions: [Timed<ClientAction>], _ state: ClientState, _ observation: inout Observation
    ) {
        switch event {
        case .send(let key, _), .recall(let key, _): open[key, default: 0] += 1
        default: break
        }
        observation.note(
            .state, TextHash.of(state.rawValue), TextHash.shape(actions.first.map { ClientJudge.name($0.action) } ?? "")
        )
        for action in actions {
            observation.note(.order, TextHash.of(ClientJudge.name(action.action)))
            switch action.action {
            case .deliver(let messages):
                for id in messages.compactMap(\.messageID) where !delivered.insert(id).inserted {
                    observation.violate(.session, at: "client delivers twice", id)  // SES-100
                }
            case .sent(let key, _):
                if !settle(key) { observation.violate(.session, at: "client sent unasked", key) }
            case .failed(let key, _, _):
                if !settle(key) { observation.violate(.session, at: "client failed unasked", key) }
            case .connect(let number):
                connections += 1
                if number != connections { observation.violate(.session, at: "client connection number") }
            case .write(let message): judgeReceipt(message, of: event, &observation)
            case .state, .secure, .beat, .close, .drop, .recalled, .deviation: break
            }
        }
    }

    /// A receipt is for a message that has just come, and of its kind (SES-060).
    private func judgeReceipt(_ receipt: SessionMessage, of event: ClientEvent, _ observation: inout Observation) {
        guard receipt.kind == .normalReceipt || receipt.kind == .repealReceipt else { return }
        var messages: [SessionMessage] = []
        if case .received(let batch, _) = event { messages = batch }
        let isFor = messages.contains {
            $0.messageID == receipt.messageID && ($0.kind == .repeal) == (receipt.kind == .repealReceipt)
        }
        if !isFor { observation.violate(.session, at: "client receipt", receipt.kind.rawValue) }
    }

    /// Whether what has this key was still waiting.
    private mutating func settle(_ key: String) -> Bool {
        guard let count = open[key], count > 0 else { return false }
        open[key] = count - 1
        return true
    }

    static func name(_ action: ClientAction) -> String {
        switch action {
        case .state(let state, let code): "state \(state.rawValue) \(code == nil)"
        case .connect: "connect"
        case .secure: "secure"
        case .write(let message): "write \(message.kind.rawValue)"
        case .beat: "beat"
        case .close: "close"
        case .deliver(let messages): "deliver \(min(messages.count, 3))"
        case .drop: "drop"
        case .recalled: "recalled"
        case .sent: "sent"
        case .failed(_, let reason, _): "failed \(reason.rawValue)"
        case .deviation(let id): id
        }
    }
}
