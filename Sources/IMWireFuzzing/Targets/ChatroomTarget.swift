// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport

/// A target for chatrooms under random schedules of events.
struct ChatroomTarget: ScheduleTarget {
    let name = "chatroom"
    let prologue: [UInt8] = [2, 0, 0, 2, 1, 2, 5, 1, 0]
    let vocabulary = MachineVocabulary.chatroom

    mutating func run(_ schedule: SessionSchedule, _ observation: inout Observation) {
        var configuration = ChatroomMachine.Configuration()
        configuration.rooms = ["r0"]
        configuration.kept = 2
        configuration.capacity = 2
        configuration.rate = 2
        configuration.lowTypes = ["app:low"]
        configuration.roomLimit = 3
        configuration.listLimit = 4
        var members: Set<String> = []
        SessionRun.check(name, schedule, ChatroomTarget.event, make: { ChatroomMachine(configuration) }, &observation) {
            _, actions, _, observation in
            for action in actions { ChatroomTarget.check(action.action, &members, &observation) }
        }
    }

    /// Checks an action, and follows the members of the rooms.
    private static func check(
        _ action: ChatroomMachine.Action, _ members: inout Set<String>, _ observation: inout Observation
    ) {
        switch action {
        case .joined(let room, let user, let entries):
            members.insert(room + user)
            if entries.count > 2 { observation.violate(.memory, at: "chatroom keeps too much") }
            observation.record(.order, 1, UInt64(entries.count))
        case .quit(let room, let user), .kicked(let room, let user):
            members.remove(room + user)
            observation.record(.order, 2)
        case .distribute(let room, let entry, let users):
            if Set(users).count != users.count { observation.violate(.session, at: "chatroom distributes twice") }
            if users.contains(where: { !members.contains(room + $0) }) {
                observation.violate(.session, at: "chatroom distributes to a stranger")
            }
            observation.record(.order, 3, UInt64(users.count) << 8 | (users.contains(entry.sender) ? 1 : 0))
        case .sent: observation.record(.order, 4)
        case .dropped(_, _, let reason): observation.record(.order, 5, TextHash.of(reason.rawValue))
        case .error(_, _, let operation, let code): observation.record(.code, UInt64(code), TextHash.of(operation))
        }
    }

    private static func event(_ step: SessionSchedule.Step) -> ChatroomMachine.Event {
        let room = "r\(step.argument & 1)"
        let user = ["a", "b", "c", "d"][step.argument >> 1 & 3]
        switch step.operation % 16 {
        case 0: return .create(room: room)
        case 1: return step.argument & 8 == 0 ? .destroy(room: room) : .tick
        case 2, 3:
            return .join(
                room: room, user: user, messageCount: step.argument >> 3 & 7, existing: step.argument & 64 != 0)
        case 4: return .quit(room: room, user: user)
        case 5, 6, 7:
            return .send(
                room: room, user: user,
                ChatroomMessage(objectName: step.argument & 8 == 0 ? "RC:TxtMsg" : "app:low", content: "x"))
        case 8: return .mute(room: room, user: user)
        case 9: return .unmute(room: room, user: user)
        case 10: return .kick(room: room, user: user)
        case 11: return .ban(room: room, user: user, duration: Int64(step.argument) * 10)
        case 12: return step.argument & 8 == 0 ? .unban(room: room, user: user) : .load(step.argument)
        case 13: return step.argument & 8 == 0 ? .stop(room: room) : .resume(room: room)
        case 14: return .allow(room: room, user: user)
        default: return .disallow(room: room, user: user)
        }
    }
}
