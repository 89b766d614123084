// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

extension SessionScript {
    package static func chatroom(_ config: ScriptObject) throws(Skip) -> Machine {
        function(ChatroomMachine(try chatroomConfiguration(config)), chatroomEvent, json)
    }

    package static func chatroomConfiguration(_ config: ScriptObject) throws(Skip) -> ChatroomMachine.Configuration {
        var options = ScriptOptions(config)
        var configuration = ChatroomMachine.Configuration()
        try options.set(
            &configuration, ("rooms", \.rooms), ("kept", \.kept), ("joinCount", \.joinCount), ("capacity", \.capacity),
            ("rate", \.rate), ("rateWindow", \.rateWindow))
        configuration.lowTypes = (try options.strings("lowTypes") ?? []).map { ObjectName(rawValue: $0) }
        try options.set(&configuration, ("lowDrop", \.lowDrop), ("highDrop", \.highDrop))
        return try options.finish(configuration)
    }

    package static func chatroomEvent(_ event: ScriptEvent) throws(Skip) -> ChatroomMachine.Event {
        let members = event.members
        if let make = roomEvents[event.name] { return make(try members.required("room")) }
        if let make = userEvents[event.name] {
            return make(try members.required("room"), try members.required("user"))
        }
        switch event.name {
        case "tick": return .tick
        case "load":
            guard let load = try members.integer("load") else { throw members.absent("load") }
            return .load(Int(truncatingIfNeeded: load))
        case "join", "send", "ban": break
        default: throw Skip(reason: "a chatroom has no event \(event.name) here")
        }
        let room = try members.required("room")
        let user = try members.required("user")
        switch event.name {
        case "join":
            // A value that is not an integer is not a valid message count either (CRM-010).
            let count = members["messageCount"].map { Int(truncatingIfNeeded: $0.number?.int64 ?? .min) } ?? 0
            let existing = try members.boolean("existing") ?? false
            return .join(room: room, user: user, messageCount: count, existing: existing)
        case "ban": return .ban(room: room, user: user, duration: try members.requiredNumber("duration"))
        default:
            guard let json = members["message"], json.kind == .object else { throw members.absent("message") }
            let message = ScriptObject(json, "a message")
            let name = ObjectName(rawValue: try message.string("objectName") ?? "")
            return .send(room: room, user: user, ChatroomMessage(objectName: name, content: message["content"]))
        }
    }

    private static let roomEvents: [String: @Sendable (String) -> ChatroomMachine.Event] = [
        "create": { .create(room: $0) }, "destroy": { .destroy(room: $0) }, "stop": { .stop(room: $0) },
        "resume": { .resume(room: $0) },
    ]

    private static let userEvents: [String: @Sendable (String, String) -> ChatroomMachine.Event] = [
        "quit": { .quit(room: $0, user: $1) }, "mute": { .mute(room: $0, user: $1) },
        "unmute": { .unmute(room: $0, user: $1) }, "kick": { .kick(room: $0, user: $1) },
        "unban": { .unban(room: $0, user: $1) }, "allow": { .allow(room: $0, user: $1) },
        "disallow": { .disallow(room: $0, user: $1) },
    ]

    private static func json(_ step: TimedAction<ChatroomMachine.Action>) -> RawJSON {
        switch step.action {
        case .joined(let room, let user, let entries):
            let messages = entries.map { entry in
                RawJSON.object(["id": entry.id, "from": entry.sender, "message": json(entry.message)])
            }
            return step.json("joined", ["room": room, "user": user, "messages": messages])
        case .quit(let room, let user): return step.json("quit", ["room": room, "user": user])
        case .sent(let room, let user, let id): return step.json("sent", ["room": room, "user": user, "id": id])
        case .distribute(let room, let entry, let users):
            return step.json(
                "distribute",
                ["room": room, "id": entry.id, "from": entry.sender, "message": json(entry.message), "to": users])
        case .dropped(let room, let id, let reason):
            return step.json("dropped", ["room": room, "id": id, "reason": reason.rawValue])
        case .kicked(let room, let user): return step.json("kicked", ["room": room, "user": user])
        case .error(let room, let user, let event, let code):
            return step.json("error", ["room": room, "user": user, "of": event, "code": code])
        }
    }

    private static func json(_ message: ChatroomMessage) -> RawJSON {
        .object(["objectName": message.objectName.rawValue, "content": message.content])
    }
}
