// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// A target for the server's sessions under random schedules of events.
struct ServerTarget: ScheduleTarget {
    let name = "server"
    let prologue: [UInt8] = [0, 0, 0, 2, 2, 0, 12, 0, 0, 14, 2, 1]
    let vocabulary = MachineVocabulary.server
    private var configuration = ChatServerMachine.Configuration()

    init() {
        configuration.groups = ["g": ["a", "b", "c"]]
        configuration.blocked = ["c"]
        configuration.batchLimit = 2
        configuration.offlineLimit = 3
        configuration.keyLimit = 4
        configuration.recallLimit = 4
    }

    mutating func run(_ schedule: SessionSchedule, _ observation: inout Observation) {
        configuration.echoesKeys = (schedule.steps.first?.argument ?? 0) & 1 == 0
        let configuration = configuration
        var numbers = [0, 0, 0]
        var last = 0
        var checks = ServerChecks()
        SessionRun.check(
            name, schedule, { ServerTarget.event($0, &numbers, &last) }, make: { ChatServerMachine(configuration) },
            &observation
        ) { event, actions, _, observation in
            checks.check(event, actions, &observation)
        }
    }

    /// Returns the event of a step; three slots hold connections, and each connection has a number of its own.
    private static func event(_ step: SessionSchedule.Step, _ numbers: inout [Int], _ last: inout Int)
        -> ChatServerMachine.Event
    {
        let place = step.operation / 12 % 3
        let connection = numbers[place]
        switch step.operation % 12 {
        case 0, 1:
            last += 1
            numbers[place] = last
            return .accepted(connection: last)
        case 2, 3:
            var login = SessionSchedule.message(9)
            login.senderID = ["a", "b", "c", "a"][step.argument & 3]
            return .received([login], connection: connection)
        case 4, 5: return .received([SessionSchedule.message(step.argument)], connection: connection)
        case 6:
            return .received(
                [SessionSchedule.message(step.argument & 0x70), SessionSchedule.message(step.argument / 2)],
                connection: connection)
        case 7: return .received([receipt(step.argument)], connection: connection)
        case 8: return .closed(connection: connection)
        case 9: return .error(step.argument & 1 == 0 ? .message : .connection, connection: connection)
        case 10: return step.argument & 15 == 0 ? .restart : .tick
        default: return .post(SessionSchedule.message(step.argument & 0x78))
        }
    }

    /// Returns a receipt for one of the ids that the server assigns.
    private static func receipt(_ number: Int) -> ChatMessage {
        ChatMessage(number & 1 == 0 ? .normalReceipt : .repealReceipt, messageID: "m\(number / 2 % 6 + 1)")
    }
}

/// The promises of a server for its actions after any event.
private struct ServerChecks {
    private var open: Set<Int> = []
    private var users: [String: Int] = [:]

    mutating func check(
        _ event: ChatServerMachine.Event, _ actions: [TimedAction<ChatServerMachine.Action>],
        _ observation: inout Observation
    ) {
        if case .accepted(let connection) = event { open.insert(connection) }
        for action in actions {
            switch action.action {
            case .login(let user, let connection):
                observation.record(.order, 1, UInt64(connection))
                if users.updateValue(connection, forKey: user) != nil {
                    observation.violate(.session, at: "server logs in twice", user)
                }
            case .logout(let user, let connection):
                observation.record(.order, 2, UInt64(connection))
                if users.removeValue(forKey: user) != connection {
                    observation.violate(.session, at: "server logs out a stranger", user)
                }
            case .write(let messages, let connections):
                if connections.isEmpty || !open.isSuperset(of: connections) {
                    observation.violate(.session, at: "server writes to nobody")
                }
                for message in messages { observation.record(.order, 3, TextHash.of(message.kind.rawValue.utf8.span)) }
                if messages.isEmpty { observation.violate(.session, at: "server writes nothing") }
            case .close(let connection, let reason):
                if open.remove(connection) == nil { observation.violate(.session, at: "server closes nobody") }
                observation.record(.order, 4, TextHash.of(reason.rawValue.utf8.span))
            case .beat(let connection):
                if !open.contains(connection) { observation.violate(.session, at: "server beats at nobody") }
            case .store: observation.record(.order, 5, UInt64(users.count))
            case .remove(_, _, let kind): observation.record(.order, 6, TextHash.of(kind.rawValue.utf8.span))
            case .overflow: observation.record(.order, 7)
            }
        }
        // The event takes effect last, because timers act on the connections that exist before it.
        if case .closed(let connection) = event { open.remove(connection) }
        if case .restart = event {
            open = []
            users = [:]
        }
    }
}
